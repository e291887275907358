#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/playback/key_moves.h"
#include "app/playback/player.h"

namespace texelsort::app {

/// Subject of a path from pass to pass. It is a key, which moves, or an array index (place), whose key changes.
enum class Follow : std::uint8_t { value, place };

/// One stop of a path, after `position` passes: the array index of the followed key, or the key at the followed array
/// index.
struct PathStop {
  std::uint64_t position = 0, place = 0;
  std::string key;
};

/// States of a run from the input to the furthest visited pass, and the moves between each state and the next one.
struct SeenStates {
  std::vector<data::State> states;
  std::vector<KeyMoves> moves;
};

/// Returns the states of the player's run up to the present one or further. Executes passes whose states are not stored
/// yet. Returns null if trail_refusal() returns a reason, or if keys before and after a pass differ.
const SeenStates* seen_states(Player& player);

/// Returns the path from the input to the present state, of the key at `place` or of the array index `place` itself.
/// Executes passes whose states are not stored yet. Returns an empty path if trail_refusal() returns a reason.
std::vector<PathStop> key_path(Player& player, std::uint64_t place, Follow follow);

/// Returns the array index, after `now` passes, of the key that was at `place` after `then` passes. Returns nothing if
/// it is unknown.
std::optional<std::uint64_t> followed_place(Player& player, std::uint64_t place, std::uint64_t then, std::uint64_t now);

/// Returns the reason why a trail is not available, or an empty string if it is available.
std::string trail_refusal(const Player& player);

}  // namespace texelsort::app
