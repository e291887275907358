#include "app/window/settings.h"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "compute/data/files.h"

namespace texelsort::app {

namespace {

std::optional<std::filesystem::path> settings_path() {
  const auto variable = [](const char* name) -> std::optional<std::filesystem::path> {
    const char* text = std::getenv(name);
    if (!text || *text == '\0') return std::nullopt;
    return text;
  };
  if (auto config = variable("XDG_CONFIG_HOME")) return *config / "texelsort" / "settings.json";
  if (auto home = variable("HOME")) return *home / ".config" / "texelsort" / "settings.json";
  return std::nullopt;
}

/// A number between `low` and `high`, the nearest one for others: a double that no int or float holds must not be cast.
template <class Number>
Number number(const nlohmann::json& json, const char* name, Number value, Number low, Number high) {
  return static_cast<Number>(
      std::clamp(json.value(name, static_cast<double>(value)), static_cast<double>(low), static_cast<double>(high)));
}

}  // namespace

Settings load_settings() {
  Settings settings;
  const auto path = settings_path();
  if (!path) return settings;
  std::ifstream file(*path);
  const auto json = nlohmann::json::parse(file, nullptr, false);
  if (!json.is_object()) return settings;
  try {
    settings.theme = json.value("theme", "dark") == "light" ? ThemeName::light : ThemeName::dark;
    settings.colormap = json.value("colormap", "viridis") == "cividis" ? ColormapName::cividis : ColormapName::viridis;
    if (json.contains("ui_scale")) settings.ui_scale = number(json, "ui_scale", 1.0f, 0.5f, 4.0f);
    settings.width = number(json, "width", settings.width, 640, 16384);
    settings.height = number(json, "height", settings.height, 400, 16384);
    settings.speed = number(json, "speed", settings.speed, 0.25, 256.0);
  } catch (const nlohmann::json::exception&) {
    return {};
  }
  return settings;
}

void save_settings(const Settings& settings) {
  const auto path = settings_path();
  if (!path) return;
  nlohmann::json json{{"theme", settings.theme == ThemeName::light ? "light" : "dark"},
                      {"colormap", settings.colormap == ColormapName::cividis ? "cividis" : "viridis"},
                      {"width", settings.width},
                      {"height", settings.height},
                      {"speed", settings.speed}};
  if (settings.ui_scale) json["ui_scale"] = *settings.ui_scale;
  try {
    std::filesystem::create_directories(path->parent_path());
    data::write_file_atomically(path->string(), json.dump(2) + "\n");
  } catch (const std::exception&) {
    // Settings are a convenience; the window has closed already.
  }
}

}  // namespace texelsort::app
