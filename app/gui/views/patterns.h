#pragma once

#include <cstdint>
#include <glm/vec3.hpp>

#include "app/export/colours.h"
#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"

/// Patterns on the colours of key groups, for readers who cannot distinguish hues.
namespace texelsort::app {

/// Smallest width in pixels at scale 1 at which a box shows its group's pattern.
inline constexpr float narrowest_patterned = 5;

void draw_pattern(const Ui& ui, const Box& box, Pattern pattern, ImU32 colour);

/// Returns the colour for a line that represents a key or a key group. If the colour is hardly visible on the panel,
/// mixes it with the colour of texts.
ImU32 line_colour(const Ui& ui, const glm::vec3& colour, float alpha = 1);

/// Draws a box with the colour of a key. If the colour is hardly visible on the panel, adds an outline. A box that is
/// too narrow for an outline becomes lighter or darker as a whole.
void draw_colour_box(const Ui& ui, const Box& box, const glm::vec3& colour, float alpha = 1, float rounding = 0);

/// Draws a box that represents a key group, with the group's colour and pattern.
void draw_group_box(const Ui& ui, const Box& box, const glm::vec3& colour, std::uint64_t group, float alpha = 1,
                    float rounding = 0);

/// Draws a box that represents the key with array index i of the present state, with the colour and pattern of its
/// group. `keys` contains all keys of this state.
void draw_key_box(const Ui& ui, const Session& session, const Box& box, const data::Keys& keys, std::uint64_t i,
                  float alpha = 1, float rounding = 0);

}  // namespace texelsort::app
