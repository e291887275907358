#pragma once

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include <imgui.h>

#include "app/session.h"

namespace texelsort::app {

/// Every colour of the window. Roles are from the palette of Okabe and Ito, "Color universal design" (2008), and always
/// come with a shape or a hatch as well.
struct Theme {
  ImU32 background, panel, raised, hovered, line;
  ImU32 text, dim, faint;
  ImU32 accent, on_accent;
  ImU32 minimum, maximum, decide;  ///< what a quad's fragments keep
  ImU32 swapped, kept;             ///< what a comparator did
  ImU32 selected, warning;
  ImU32 not_a_number;
};

const Theme& theme(ThemeName name);

/// Sets ImGui's style for a theme; lengths are for `scale`.
void apply_style(const Theme& theme, float scale);

glm::vec4 to_vec4(ImU32 color);
ImU32 to_color(const glm::vec3& rgb, float alpha = 1);
ImU32 with_alpha(ImU32 color, float alpha);
ImU32 blend(ImU32 from, ImU32 to, float amount);

/// Black or white, whichever reads better on `back`.
ImU32 readable_on(const glm::vec3& back);

}  // namespace texelsort::app
