#pragma once

#include <cstdint>
#include <functional>
#include <glm/vec3.hpp>

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/session/session.h"

/// Row of bars that shows the keys of one state, with the value of each key if there is space.
namespace texelsort::app {

struct KeyRow {
  Slots slots;
  const data::Keys* keys = nullptr;
  /// Function that returns the group of the key at a place, or KeyGroups::none.
  std::function<std::uint32_t(std::uint64_t place)> group_of{};
  std::function<glm::vec3(std::uint32_t group)> colour_of{};
  std::size_t lines = 0;  ///< number of lines for values below the bars; 0 if there is no space for values

  float middle(std::uint64_t place) const { return slots.x(place) + 0.5f * slots.pitch; }
  /// Returns the y of the upper edge of the bar at a place.
  float top(const Ui& ui, const Session& session, std::uint64_t place) const;
};

/// Returns the number of lines, at most three, on which all values fit if they alternate between the lines. Returns 0
/// if three lines are not enough.
std::size_t value_lines(const Ui& ui, const KeyRow& row);

/// Draws a row of bars in the colours and patterns of the keys' groups. If the session colours keys by value, draws
/// them in the colours of their values.
void draw_key_row(const Ui& ui, const Session& session, const KeyRow& row);

/// Draws a frame around the bar of the key at a place.
void mark_place(const Ui& ui, const KeyRow& row, std::uint64_t place);

}  // namespace texelsort::app
