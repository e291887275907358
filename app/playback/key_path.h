#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/playback/player.h"

namespace texelsort::app {

/// What is followed from pass to pass once a key is pinned: the key wherever it goes, or its place.
enum class Follow : std::uint8_t { place, value };

/// Where a key stood after so many passes, or what stood at its place.
struct PathStop {
  std::uint64_t position = 0, place = 0;
  std::string key;
};

/// The way of the key that lies at `place` now, from the input on, or of the place. Steps through the passes that it
/// has not seen yet in this run. Empty if there are too many keys, see trail_refusal().
std::vector<PathStop> key_trail(Player& player, std::uint64_t place, Follow follow);

/// The place after `now` passes of the key that lay at `place` after `then` of them; nothing if that is not known.
std::optional<std::uint64_t> followed_place(Player& player, std::uint64_t place, std::uint64_t then, std::uint64_t now);

/// Why there is no trail; empty if there is one.
std::string trail_refusal(const Player& player);

}  // namespace texelsort::app
