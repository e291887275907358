#pragma once

#include <cstdint>
#include <optional>

#include "app/playback/player.h"

namespace texelsort::app {

/// Returns the table of the run that views show as the present keys. Returns nothing if the run has no such table, or
/// no keys.
std::optional<algorithms::View> keys_view(const Player& player);

/// Returns the texture channel that contains a list of keys: "R", "G", "B" or "A".
const char* channel_name(std::uint64_t list);

/// Returns the number of texels per row when a view shows a table's array as a texture.
std::uint32_t shown_width(const algorithms::View& view);

}  // namespace texelsort::app
