#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/playback/player.h"

namespace texelsort::app {

/// Subject of a trail from pass to pass: the pinned key, or its place (array index).
enum class Follow : std::uint8_t { place, value };

/// Stop of a trail after `position` passes: the index of the followed key, or the key at the followed place.
struct PathStop {
  std::uint64_t position = 0, place = 0;
  std::string key;
};

/// Returns the trail of the key at `place`, or of the place itself, from the input to the present state. Executes
/// passes whose states are not stored yet. Returns an empty trail if trail_refusal() returns a reason.
std::vector<PathStop> key_path(Player& player, std::uint64_t place, Follow follow);

/// Returns the place after `now` passes of the key that was at `place` after `then` passes. Returns nothing if the
/// place is unknown.
std::optional<std::uint64_t> followed_place(Player& player, std::uint64_t place, std::uint64_t then, std::uint64_t now);

/// Returns the reason why a trail is not available, or an empty string if it is available.
std::string trail_refusal(const Player& player);

}  // namespace texelsort::app
