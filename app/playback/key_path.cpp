#include "app/playback/key_path.h"

#include <algorithm>

#include <fmt/format.h>

#include "compute/data/text/number_format.h"

namespace texelsort::app {

namespace {

/// Greatest product of the numbers of keys and states for which the path of a key is available. More stored keys would
/// need more than some tens of megabytes.
constexpr std::uint64_t most_keys = std::uint64_t{1} << 22;

}  // namespace

const SeenStates* seen_states(Player& player) {
  auto& seen = player.of_run().keep<SeenStates>();
  if (!trail_refusal(player).empty()) return nullptr;
  if (seen.states.size() > player.position()) return &seen;
  player.visit_states(seen.states.size(), [&](const data::State& state) {
    if (!seen.states.empty()) {
      if (auto moves = moves_between(player.problem().order, seen.states.back(), state))
        seen.moves.push_back(std::move(*moves));
    }
    seen.states.push_back(state);
  });
  return seen.moves.size() + 1 == seen.states.size() ? &seen : nullptr;
}

std::string trail_refusal(const Player& player) {
  if (player.n() * (player.position() + 1) <= most_keys) return {};
  return fmt::format("A trail needs too much memory here. The product of keys and passes may be at most {}.",
                     data::grouped(most_keys));
}

std::vector<PathStop> key_path(Player& player, std::uint64_t place, Follow follow) {
  const SeenStates* seen = seen_states(player);
  if (seen == nullptr) return {};
  std::vector<PathStop> stops;
  for (std::uint64_t position = player.position();; --position) {
    stops.push_back({position, place, data::text(seen->states[position].keys, place)});
    if (position == 0) break;
    if (follow == Follow::value) place = seen->moves[position - 1].from[place];
  }
  std::ranges::reverse(stops);
  return stops;
}

std::optional<std::uint64_t> followed_place(Player& player, std::uint64_t place, std::uint64_t then,
                                            std::uint64_t now) {
  const SeenStates* seen = seen_states(player);
  if (seen == nullptr || std::max(then, now) >= seen->states.size()) return std::nullopt;
  for (; then < now; ++then) place = seen->moves[then].to[place];
  for (; then > now; --then) place = seen->moves[then - 1].from[place];
  return place;
}

}  // namespace texelsort::app
