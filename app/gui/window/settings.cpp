#include "app/gui/window/settings.h"

#include <exception>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/problem/json_number.h"
#include "app/problem/state_file.h"
#include "app/session/layout_json.h"
#include "compute/data/text/outgoing_text.h"

namespace texelsort::app {

std::optional<std::filesystem::path> settings_path() {
  const auto folder = config_folder();
  return folder ? std::optional(*folder / "settings.json") : std::nullopt;
}

namespace {

Settings settings_of(const nlohmann::json& json) {
  Settings settings;
  settings.theme = json.value("theme", "dark") == "light" ? ThemeName::light : ThemeName::dark;
  settings.colormap = json.value("colormap", "viridis") == "cividis" ? ColormapName::cividis : ColormapName::viridis;
  if (json.contains("ui_scale")) settings.ui_scale = json_number(json, "ui_scale", 1.0f, 0.5f, 4.0f);
  if (json.contains("width")) settings.width = json_number(json, "width", 1600, 640, 16384);
  if (json.contains("height")) settings.height = json_number(json, "height", 900, 400, 16384);
  settings.speed = json_number(json, "speed", settings.speed, 0.25, 256.0);
  settings.motion = json.value("motion", settings.motion);
  settings.motion_seconds =
      json_number(json, "motion_seconds", settings.motion_seconds, MotionClock::shortest, MotionClock::longest);
  const WindowLayout layout = layout_of(json.value("layout", nlohmann::json::object()));
  settings.views = layout.views;
  settings.panels = layout.panels;
  return settings;
}

}  // namespace

Settings load_settings() {
  const auto path = settings_path();
  return path ? read_state_json<nlohmann::json>(*path, settings_of) : Settings{};
}

void save_settings(const Settings& settings) {
  const auto path = settings_path();
  if (!path) return;
  nlohmann::json json{{"theme", settings.theme == ThemeName::light ? "light" : "dark"},
                      {"colormap", settings.colormap == ColormapName::cividis ? "cividis" : "viridis"},
                      {"speed", settings.speed},
                      {"motion", settings.motion},
                      {"motion_seconds", settings.motion_seconds},
                      {"layout", layout_json({settings.views, settings.panels})}};
  if (settings.width) json["width"] = *settings.width;
  if (settings.height) json["height"] = *settings.height;
  if (settings.ui_scale) json["ui_scale"] = *settings.ui_scale;
  try {
    write_state(*path, data::json_text(json, 2) + "\n");
  } catch (const std::exception&) {
    // The window is already closed and cannot show the error, so ignore it.
  }
}

}  // namespace texelsort::app
