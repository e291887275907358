#include "app/playback/models/samples.h"

#include <algorithm>

#include <fmt/format.h>

#include "compute/algorithms/cuda/compared_keys.h"

namespace texelsort::app {

namespace {

std::optional<SampleState> find_samples(const Player& player) {
  namespace tables = algorithms::tables;
  const auto* record = player.record();
  if (record == nullptr || record->buckets() == nullptr || player.state() == nullptr) return std::nullopt;
  const algorithms::BucketPass& pass = *record->buckets();
  if (pass.sublists.empty() || pass.placed || player.table(tables::BucketSizes{}) != nullptr) return std::nullopt;
  const auto order = algorithms::key_order(player.problem());
  SampleState state;
  state.pass = pass;
  state.ranks = algorithms::ranks_of_view(player.values(tables::Samples{}), order);
  state.places = player.numbers(tables::SamplePlaces{});
  state.splitters = algorithms::ranks_of_view(player.values(tables::Splitters{}), order);
  state.split_places = player.numbers(tables::SplitterPlaces{});
  // The table has one column per bucket, although the last bucket has no upper splitter.
  state.locations = player.numbers(tables::Locations{});
  if (state.places.size() < state.ranks.size()) state.ranks.resize(state.places.size());
  return state;
}

}  // namespace

std::uint64_t SampleState::sublist_of(std::uint64_t place) const {
  const auto after = std::ranges::upper_bound(pass.sublists, place, {}, &Range::first);
  return static_cast<std::uint64_t>(after - pass.sublists.begin()) - 1;
}

std::optional<std::uint64_t> SampleState::splitter_of(std::size_t sample) const {
  for (std::size_t j = 0; j + 1 < std::min(splitters.size(), split_places.size()); ++j) {
    if (splitters[j] == ranks[sample] && split_places[j] == places[sample]) return j;
  }
  return std::nullopt;
}

const SampleState* sample_state(const Player& player) {
  return player.of_state().find([&player] { return find_samples(player); });
}

std::optional<KeyGroups> sublist_groups(const Player& player) {
  const SampleState* state = sample_state(player);
  if (state == nullptr || !state->splitters.empty()) return std::nullopt;
  KeyGroups groups{.name = "sublist", .count = state->pass.sublists.size()};
  for (std::uint64_t place = 0; place < player.n(); ++place) {
    groups.of_key.push_back(static_cast<std::uint32_t>(state->sublist_of(place)));
  }
  groups.text = [count = groups.count](std::uint64_t sublist) {
    return fmt::format("sublist {} of {}", sublist, count);
  };
  return groups;
}

}  // namespace texelsort::app
