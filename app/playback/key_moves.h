#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/playback/player.h"

namespace texelsort::app {

/// Moves of keys between two states of a run. `to` contains each key's index in the later state, `from` its index in
/// the earlier state. Payloads distinguish equal keys. Without payloads, equal keys keep their order.
struct KeyMoves {
  std::vector<std::uint64_t> to, from;
};

/// Returns the moves of all keys between two states, or nothing if the states do not contain the same keys.
std::optional<KeyMoves> moves_between(data::Order order, const data::State& before, const data::State& after);

/// Returns the moves of the present pass, which are computed once per state. Returns null at the input, and if the keys
/// are too many to read back.
const KeyMoves* present_moves(const Player& player);

}  // namespace texelsort::app
