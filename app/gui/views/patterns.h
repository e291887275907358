#pragma once

#include <cstdint>
#include <glm/vec3.hpp>

#include "app/export/colours.h"
#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"

/// Patterns over the colours of key groups. They distinguish groups for readers who cannot distinguish hues.
namespace texelsort::app {

/// Smallest width of boxes with a pattern, in pixels at scale 1.
inline constexpr float narrowest_patterned = 5;

void draw_pattern(const Ui& ui, const Box& box, Pattern pattern, ImU32 colour);

/// Draws a box in a group's colour and pattern.
void draw_group_box(const Ui& ui, const Box& box, const glm::vec3& colour, std::uint64_t group, float alpha = 1,
                    float rounding = 0);

/// Draws a box in the colour that views of keys use for the key at position i in the present state. `keys` are that
/// state's keys.
void draw_key_box(const Ui& ui, const Session& session, const Box& box, const data::Keys& keys, std::uint64_t i,
                  float alpha = 1, float rounding = 0);

}  // namespace texelsort::app
