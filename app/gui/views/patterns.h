#pragma once

#include <cstdint>
#include <glm/vec3.hpp>

#include "app/export/colours.h"
#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"

/// Patterns on the colours of key groups, for readers who cannot distinguish hues.
namespace texelsort::app {

/// Smallest width of a box that has a pattern, in pixels at scale 1.
inline constexpr float narrowest_patterned = 5;

void draw_pattern(const Ui& ui, const Box& box, Pattern pattern, ImU32 colour);

/// Draws a box in the colour and with the pattern of a group.
void draw_group_box(const Ui& ui, const Box& box, const glm::vec3& colour, std::uint64_t group, float alpha = 1,
                    float rounding = 0);

/// Draws a box in the colour that views use for the key at position i of the present state. `keys` contains all keys of
/// the present state.
void draw_key_box(const Ui& ui, const Session& session, const Box& box, const data::Keys& keys, std::uint64_t i,
                  float alpha = 1, float rounding = 0);

}  // namespace texelsort::app
