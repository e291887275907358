#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/playback/player.h"

namespace texelsort::app {

/// Subject of a pinned key's trail from pass to pass: the key itself, or its place (array index).
enum class Follow : std::uint8_t { place, value };

/// One stop of a trail after `position` passes: the index of the followed key, or the key at the followed place.
struct PathStop {
  std::uint64_t position = 0, place = 0;
  std::string key;
};

/// Returns the trail of the key at `place`, or of the place itself, from the input to the present state. Executes
/// passes that this run has not recorded yet. Returns an empty trail if trail_refusal() gives a reason.
std::vector<PathStop> key_path(Player& player, std::uint64_t place, Follow follow);

/// Returns where a key is after `now` passes, if it was at `place` after `then` passes. Nothing if that is unknown.
std::optional<std::uint64_t> followed_place(Player& player, std::uint64_t place, std::uint64_t then, std::uint64_t now);

/// Returns the reason why no trail is available. Empty if one is.
std::string trail_refusal(const Player& player);

}  // namespace texelsort::app
