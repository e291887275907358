#pragma once

#include <cstdint>
#include <glm/vec3.hpp>

#include "app/export/colours.h"
#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"

/// Groups of keys are told apart by more than their hue: each has a pattern over its colour as well.
namespace texelsort::app {

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
