#pragma once

#include <filesystem>
#include <optional>

#include "app/session/session.h"

namespace texelsort::app {

/// What the window remembers from one time to the next.
struct Settings {
  ThemeName theme = ThemeName::dark;
  ColormapName colormap = ColormapName::viridis;
  std::optional<float> ui_scale;
  int width = 1600, height = 900;
  double speed = 4;
  ViewsLayout views;
  SidePanels panels;
};

/// Where they are kept; nothing where the user has no place.
std::optional<std::filesystem::path> settings_path();

/// From $XDG_CONFIG_HOME/texelsort/settings.json (default: ~/.config); the defaults if there is none or it is no good.
Settings load_settings();

/// Writes them there; a directory that cannot be written is no error.
void save_settings(const Settings& settings);

}  // namespace texelsort::app
