#pragma once

#include <cstdint>
#include <functional>
#include <glm/vec3.hpp>

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/session/session.h"

/// Keys of one state as bars side by side, each with its value if there is space.
namespace texelsort::app {

struct KeyRow {
  Slots slots;
  const data::Keys* keys = nullptr;
  std::function<std::uint32_t(std::uint64_t place)> group_of{};  ///< group of a key, or KeyGroups::none
  std::function<glm::vec3(std::uint32_t group)> colour_of{};
  std::size_t lines = 0;  ///< number of lines for values below the bars; 0 if values do not fit

  float middle(std::uint64_t place) const { return slots.x(place) + 0.5f * slots.pitch; }
  /// Returns the upper edge of the bar at a place.
  float top(const Ui& ui, const Session& session, std::uint64_t place) const;
};

/// Returns the number of lines, at most three, that all values need if they alternate between lines. Returns 0 if three
/// are too few.
std::size_t value_lines(const Ui& ui, const KeyRow& row);

/// Draws the bars in the colours and patterns of their groups, or in the colours of their values if the session says
/// so.
void draw_key_row(const Ui& ui, const Session& session, const KeyRow& row);

/// Draws a frame around the bar at a place.
void mark_place(const Ui& ui, const KeyRow& row, std::uint64_t place);

}  // namespace texelsort::app
