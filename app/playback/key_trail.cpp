#include "app/playback/key_trail.h"

#include <algorithm>

#include <fmt/format.h>

#include "compute/data/readable.h"

namespace texelsort::app {

std::string TrailKeeper::reason(const Player& player) {
  if (player.n() * (player.position() + 1) <= most_keys) return {};
  return fmt::format("Too many keys and passes for a trail: their product is kept up to {}.", data::grouped(most_keys));
}

bool TrailKeeper::look(Player& player, std::uint64_t run) {
  if (run_ != run) {
    states_.clear();
    moves_.clear();
    run_ = run;
  }
  if (!reason(player).empty()) return false;
  if (states_.size() > player.position()) return true;
  const std::uint64_t known = states_.size();
  player.visit_states(known, [&](const data::State& state) {
    if (!states_.empty()) {
      if (auto moves = moves_between(player.problem().order, states_.back(), state))
        moves_.push_back(std::move(*moves));
    }
    states_.push_back(state);
  });
  return moves_.size() + 1 == states_.size();
}

std::vector<TrailStop> TrailKeeper::trail(Player& player, std::uint64_t run, std::uint64_t place, Follow follow) {
  if (!look(player, run)) return {};
  std::vector<TrailStop> stops;
  for (std::uint64_t position = player.position();; --position) {
    stops.push_back({position, place, data::text(states_[position].keys, place)});
    if (position == 0) break;
    if (follow == Follow::value) place = moves_[position - 1].from[place];
  }
  std::ranges::reverse(stops);
  return stops;
}

std::optional<std::uint64_t> TrailKeeper::place_of(Player& player, std::uint64_t run, std::uint64_t place,
                                                   std::uint64_t then, std::uint64_t now) {
  if (!look(player, run) || std::max(then, now) >= states_.size()) return std::nullopt;
  for (; then < now; ++then) place = moves_[then].to[place];
  for (; then > now; --then) place = moves_[then - 1].from[place];
  return place;
}

}  // namespace texelsort::app
