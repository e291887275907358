#pragma once

#include <string>

#include "app/session/session.h"

namespace texelsort::app {

/// A theme of a command line; throws UsageError with the two there are.
ThemeName theme_option(const std::string& text);

/// A colour map of a command line; throws UsageError with the two there are.
ColormapName colormap_option(const std::string& text);

}  // namespace texelsort::app
