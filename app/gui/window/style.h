#pragma once

#include "app/export/theme.h"

namespace texelsort::app {

/// Sets ImGui's style for a theme, with lengths for `scale`.
void apply_style(const Theme& theme, float scale);

}  // namespace texelsort::app
