#pragma once

#include <string>

#include "app/session/session.h"

namespace texelsort::app {

/// Parses the name of a theme. Throws UsageError, with the valid names, if it is unknown.
ThemeName theme_option(const std::string& text);

/// Parses the name of a colour map. Throws UsageError, with the valid names, if it is unknown.
ColormapName colormap_option(const std::string& text);

}  // namespace texelsort::app
