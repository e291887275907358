#pragma once

#include <cstdint>
#include <functional>
#include <glm/vec3.hpp>

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/session/session.h"

/// Row of bars, one per key of a state. If there is space, the value of each key is below its bar.
namespace texelsort::app {

struct KeyRow {
  Slots slots;
  const data::Keys* keys = nullptr;
  /// Function that returns the group of the key at an array index, or KeyGroups::none if it belongs to no group.
  std::function<std::uint32_t(std::uint64_t place)> group_of{};
  std::function<glm::vec3(std::uint32_t group)> colour_of{};
  std::size_t lines = 0;  ///< number of lines for values below the bars; 0 if there is no space for values

  float middle(std::uint64_t place) const { return slots.x(place) + 0.5f * slots.pitch; }
  /// Returns the upper edge in pixels of the bar of the key at an array index.
  float top(const Ui& ui, const Session& session, std::uint64_t place) const;
};

/// Returns the number of lines, from 1 to 3, that the values below the bars need if neighbouring values are on
/// different lines. Returns 0 if three lines are not enough.
std::size_t value_lines(const Ui& ui, const KeyRow& row);

/// Draws a row of bars in the colours and patterns of the keys' groups. If the session colours keys by value, draws
/// them in the colours of their values.
void draw_key_row(const Ui& ui, const Session& session, const KeyRow& row);

/// Draws a frame around the bar of the key at a place.
void mark_place(const Ui& ui, const KeyRow& row, std::uint64_t place);

}  // namespace texelsort::app
