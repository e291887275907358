#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/playback/player.h"

namespace texelsort::app {

/// Where each key of a state stands in a later one, and where each of that stood. Equal keys are told apart by their
/// payload; without one they keep their order.
struct KeyMoves {
  std::vector<std::uint64_t> to, from;
};

/// Nothing if the states have not the same keys.
std::optional<KeyMoves> moves_between(data::Order order, const data::State& before, const data::State& after);

/// The moves of the present pass, found once a state; null at the input, and where keys are not read back.
const KeyMoves* present_moves(const Player& player);

}  // namespace texelsort::app
