#pragma once

#include <cstdint>
#include <functional>
#include <glm/vec3.hpp>

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/session/session.h"

/// Keys of one state side by side as bars, each with its value where there is room.
namespace texelsort::app {

struct KeyRow {
  Slots slots;
  const data::Keys* keys = nullptr;
  std::function<std::uint32_t(std::uint64_t place)> group_of{};  ///< KeyGroups::none: of no group
  std::function<glm::vec3(std::uint32_t group)> colour_of{};
  std::size_t lines = 0;  ///< of values under the bars, by turns; 0: there is no room for any

  float middle(std::uint64_t place) const { return slots.x(place) + 0.5f * slots.pitch; }
  /// The upper edge of a key's bar.
  float top(const Ui& ui, const Session& session, std::uint64_t place) const;
};

/// The fewest lines, three at the most, on which all values can be written by turns; 0 if none are enough.
std::size_t value_lines(const Ui& ui, const KeyRow& row);

/// Bars in the colours and patterns of their groups, or of their values if the session says so.
void draw_key_row(const Ui& ui, const Session& session, const KeyRow& row);

/// A frame around a key's bar.
void mark_place(const Ui& ui, const KeyRow& row, std::uint64_t place);

}  // namespace texelsort::app
