#include <fmt/format.h>

#include "app/session/options/view_state_options.h"
#include "compute/data/error.h"

namespace texelsort::app {

ThemeName theme_option(const std::string& text) {
  if (text == "dark") return ThemeName::dark;
  if (text == "light") return ThemeName::light;
  throw UsageError(fmt::format("unknown theme '{}': choose dark or light", text));
}

ColormapName colormap_option(const std::string& text) {
  if (text == "viridis") return ColormapName::viridis;
  if (text == "cividis") return ColormapName::cividis;
  throw UsageError(fmt::format("--colormap {}: choose viridis or cividis", text));
}

}  // namespace texelsort::app
