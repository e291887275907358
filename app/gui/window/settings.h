#pragma once

#include <filesystem>
#include <optional>

#include "app/session/session.h"

namespace texelsort::app {

/// Settings that the window keeps from one start to the next.
struct Settings {
  ThemeName theme = ThemeName::dark;
  ColormapName colormap = ColormapName::viridis;
  std::optional<float> ui_scale;
  std::optional<int> width, height;  ///< size of the window; unset until a window has been closed
  double speed = 4;
  bool motion = true;
  double motion_seconds = Look{}.motion_seconds;
  ViewsLayout views;
  SidePanels panels;
};

/// Returns the path of the settings file, or nothing if the user has no configuration folder.
std::optional<std::filesystem::path> settings_path();

/// Loads the settings from $XDG_CONFIG_HOME/texelsort/settings.json (default: ~/.config). Returns the defaults if the
/// file is missing or damaged.
Settings load_settings();

/// Saves the settings to the file that load_settings() reads. Ignores write errors.
void save_settings(const Settings& settings);

}  // namespace texelsort::app
