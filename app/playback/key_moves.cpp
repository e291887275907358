#include "app/playback/key_moves.h"

#include <algorithm>
#include <array>

#include "compute/data/keys/order.h"

namespace texelsort::app {

namespace {

/// Returns the array indices of the keys in sorted order. Equal keys are ordered by payload or, without one, by index.
std::vector<std::uint64_t> sorted_places(const data::State& state, const std::vector<std::uint64_t>& codes) {
  // Sort whole triples of code, payload and index, because comparing them through an index would miss caches.
  std::vector<std::array<std::uint64_t, 3>> keys(codes.size());
  for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = {codes[i], state.payload.empty() ? 0 : state.payload[i], i};
  std::ranges::sort(keys);
  std::vector<std::uint64_t> places(keys.size());
  std::ranges::transform(keys, places.begin(), [](const auto& key) { return key[2]; });
  return places;
}

}  // namespace

std::optional<KeyMoves> moves_between(data::Order order, const data::State& before, const data::State& after) {
  const auto old_codes = data::codes(before.keys, order), new_codes = data::codes(after.keys, order);
  if (old_codes.size() != new_codes.size()) return std::nullopt;
  const auto from = sorted_places(before, old_codes), to = sorted_places(after, new_codes);
  KeyMoves moves{std::vector<std::uint64_t>(from.size()), std::vector<std::uint64_t>(from.size())};
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (old_codes[from[i]] != new_codes[to[i]]) return std::nullopt;
    moves.to[from[i]] = to[i];
    moves.from[to[i]] = from[i];
  }
  return moves;
}

const KeyMoves* present_moves(const Player& player) {
  if (player.before() == nullptr || player.state() == nullptr) return nullptr;
  return player.of_state().find(
      [&player] { return moves_between(player.problem().order, *player.before(), *player.state()); });
}

}  // namespace texelsort::app
