#include "app/window/settings.h"

#include <algorithm>
#include <array>
#include <exception>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/user_folders.h"
#include "compute/data/files.h"

namespace texelsort::app {

namespace {

std::optional<std::filesystem::path> settings_path() {
  const auto folder = config_folder();
  return folder ? std::optional(*folder / "settings.json") : std::nullopt;
}

/// A number between `low` and `high`, the nearest one for others: a double that no int or float holds must not be cast.
template <class Number>
Number number(const nlohmann::json& json, const char* name, Number value, Number low, Number high) {
  return static_cast<Number>(
      std::clamp(json.value(name, static_cast<double>(value)), static_cast<double>(low), static_cast<double>(high)));
}

constexpr std::array<const char*, 5> view_names{"none", "texture", "bars", "diagram", "timing"};
constexpr std::array<const char*, 4> arrangement_names{"two over one", "one over two", "rows", "columns"};

/// The value that has this name, else `otherwise`.
template <class Value, std::size_t count>
Value named(const std::array<const char*, count>& names, const std::string& name, Value otherwise) {
  const auto found = std::ranges::find(names, name, [](const char* one) { return std::string(one); });
  return found == names.end() ? otherwise : static_cast<Value>(found - names.begin());
}

ViewsLayout read_views(const nlohmann::json& json) {
  ViewsLayout views;
  views.arrangement = named(arrangement_names, json.value("arrangement", ""), views.arrangement);
  views.across = number(json, "across", views.across, 0.1f, 0.9f);
  if (json.contains("down")) views.down = number(json, "down", 0.5f, 0.1f, 0.9f);
  const auto order = json.value("order", std::vector<std::string>());
  ViewsLayout asked;
  for (std::size_t i = 0; i < std::min(order.size(), asked.order.size()); ++i) {
    asked.order[i] = named(view_names, order[i], Focus::none);
  }
  // Each view once, or as they were.
  if (std::ranges::is_permutation(asked.order, views.order)) views.order = asked.order;
  return views;
}

nlohmann::json written(const ViewsLayout& views) {
  nlohmann::json json{{"arrangement", arrangement_names[static_cast<std::size_t>(views.arrangement)]},
                      {"across", views.across}};
  if (views.down) json["down"] = *views.down;
  for (const Focus view : views.order) json["order"].push_back(view_names[static_cast<std::size_t>(view)]);
  return json;
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
    settings.views = read_views(json.value("views", nlohmann::json::object()));
    settings.focus = named(view_names, json.value("enlarged", "none"), Focus::none);
    settings.panels.left = json.value("left_panel", true);
    settings.panels.right = json.value("right_panel", true);
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
                      {"speed", settings.speed},
                      {"views", written(settings.views)},
                      {"enlarged", view_names[static_cast<std::size_t>(settings.focus)]},
                      {"left_panel", settings.panels.left},
                      {"right_panel", settings.panels.right}};
  if (settings.ui_scale) json["ui_scale"] = *settings.ui_scale;
  try {
    std::filesystem::create_directories(path->parent_path());
    data::write_file_atomically(path->string(), json.dump(2) + "\n");
  } catch (const std::exception&) {
    // Settings are a convenience; the window has closed already.
  }
}

}  // namespace texelsort::app
