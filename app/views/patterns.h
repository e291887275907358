#pragma once

#include <cstdint>
#include <glm/vec3.hpp>

#include "app/panels/widgets.h"
#include "app/window/ui.h"

/// Groups of keys are told apart by more than their hue: each has a pattern over its colour as well.
namespace texelsort::app {

/// In the order of shaders/display/pattern.glsl, which draws the same.
enum class Pattern : std::uint8_t { plain, rising, dots, falling, level, lattice, upright, net };
inline constexpr std::uint64_t pattern_count = 8;

/// With palette_colour() no two of the first 56 groups look alike, and groups whose colours are alike without hue, or
/// return, have different patterns.
Pattern group_pattern(std::uint64_t group);

/// Boxes narrower than this have no pattern, pixels before scaling.
inline constexpr float narrowest_patterned = 5;

void draw_pattern(const Ui& ui, const Box& box, Pattern pattern, ImU32 colour);

/// A box in a group's colour and pattern.
void draw_group_box(const Ui& ui, const Box& box, const glm::vec3& colour, std::uint64_t group, float alpha = 1,
                    float rounding = 0);

/// A box as the pictures of keys show the key at place i of the present state; `keys`: that state's.
void draw_key_box(const Ui& ui, const Session& session, const Box& box, const data::Keys& keys, std::uint64_t i,
                  float alpha = 1, float rounding = 0);

}  // namespace texelsort::app
