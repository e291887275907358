#pragma once

#include <functional>
#include <vector>

#include "app/merge_state.h"
#include "app/panels/widgets.h"
#include "app/session.h"
#include "app/window/ui.h"

/// What the picture of a merge is made of.
namespace texelsort::app {

/// A row of keys as bars; without a place: an empty slot. Bars narrower than a pixel share a column.
struct KeyRow {
  Box box;  ///< of the bars, as wide as `keys` slots
  float pitch = 1;
  std::uint64_t keys = 0;

  float x(std::uint64_t position) const { return box.low.x + pitch * static_cast<float>(position); }
};

/// `place_at`: of the key at a position, MergeState::nowhere for an empty slot; `opacity`: of a place's key.
void draw_key_row(const Ui& ui, const Session& session, const KeyRow& row,
                  const std::function<std::uint64_t(std::uint64_t)>& place_at,
                  const std::function<float(std::uint64_t)>& opacity);

/// The position that the mouse is at, if it is over the row.
std::optional<std::uint64_t> pointed_at(const KeyRow& row);

/// The part of the key that is selected, or one that has something to show.
std::uint64_t chosen_part(const Session& session, const MergeState& state);

/// The pixels that the merge buffers of one part want, and their picture.
float buffers_height(const Ui& ui, const MergeState& state);
void draw_buffers(const Ui& ui, const Session& session, const MergeState& state, std::uint64_t part, const Box& box);

}  // namespace texelsort::app
