#pragma once

#include <cstdint>
#include <optional>

#include "app/playback/player.h"

namespace texelsort::app {

/// Returns the table of the run's keys that views show. Nothing if the run shows none or there are no keys.
std::optional<algorithms::View> keys_view(const Player& player);

/// Returns the texture channel that holds a list of keys: "R", "G", "B" or "A".
const char* channel_name(std::uint64_t list);

/// Returns the number of texels per row in which the array of a table is shown.
std::uint32_t shown_width(const algorithms::View& view);

}  // namespace texelsort::app
