#pragma once

#include <cstdint>
#include <optional>

#include "app/playback/player.h"

namespace texelsort::app {

/// The view of the run's keys. Nothing if the run shows none or there are no keys.
std::optional<algorithms::View> keys_view(const Player& player);

/// The channel of a texture in which a list of keys stands: "R", "G", "B", "A".
const char* channel_name(std::uint64_t list);

/// The texels a row in which a view shows its array.
std::uint32_t shown_width(const algorithms::View& view);

}  // namespace texelsort::app
