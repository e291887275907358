#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/playback/player.h"

namespace texelsort::app {

/// Moves of keys between two states: for each key, its index in the later state (`to`) and in the earlier state
/// (`from`). Payloads distinguish equal keys. Without payloads, equal keys keep their order.
struct KeyMoves {
  std::vector<std::uint64_t> to, from;
};

/// Returns the moves between two states. Nothing if they do not hold the same keys.
std::optional<KeyMoves> moves_between(data::Order order, const data::State& before, const data::State& after);

/// Returns the moves of the present pass, computed once per state. Returns null at the input, and if keys are not read
/// back.
const KeyMoves* present_moves(const Player& player);

}  // namespace texelsort::app
