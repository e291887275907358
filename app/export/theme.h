#pragma once

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "app/session/session.h"

namespace texelsort::app {

/// All colours of the window as 0xAABBGGRR. Colours that carry a meaning come from Okabe and Ito, "Color universal
/// design" (2008). A shape or a hatch always repeats the meaning of a colour.
struct Theme {
  std::uint32_t background, panel, raised, hovered, line;
  std::uint32_t text, dim, faint;
  std::uint32_t accent, on_accent;
  /// Colours of the fragments of a quad: of those that keep the smaller or the larger key, and of those that decide
  /// which one to keep.
  std::uint32_t minimum, maximum, decide;
  /// Colours of comparators that swap their keys, and of comparators that keep them in place.
  std::uint32_t swapped, kept;
  std::uint32_t selected, warning;
  std::uint32_t not_a_number;
};

const Theme& theme(ThemeName name);

glm::vec4 to_vec4(std::uint32_t color);
std::uint32_t to_color(const glm::vec3& rgb, float alpha = 1);
std::uint32_t with_alpha(std::uint32_t color, float alpha);
std::uint32_t blend(std::uint32_t from, std::uint32_t to, float amount);

/// Returns how badly a colour is visible on the background `back`, from 0 (well visible) to 1 (invisible).
/// shaders/display/bars.frag contains the same function.
float hidden_on(const glm::vec3& back, const glm::vec3& colour);

/// Returns black or white, whichever has more contrast with the background `back`.
std::uint32_t readable_on(const glm::vec3& back);

}  // namespace texelsort::app
