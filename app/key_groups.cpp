#include "app/key_groups.h"

#include "app/buckets.h"
#include "app/merge_state.h"
#include "compute/data/comparison.h"

namespace texelsort::app {

std::optional<Grouping> grouping_of(const algorithms::Algorithm& algorithm) {
  if (algorithm.info().family == "radix") return Grouping::digits;
  if (algorithm.info().family == "sample") return Grouping::buckets;
  if (algorithm.info().task == algorithms::Task::merge) return Grouping::parts;
  return std::nullopt;
}

namespace {

std::optional<KeyGroups> part_groups(const Player& player) {
  const auto state = merge_state(player);
  if (!state || !state->split) return std::nullopt;
  KeyGroups groups{Grouping::parts, state->parts, {}};
  for (std::uint64_t i = 0; i < player.n(); ++i) {
    groups.of_key.push_back(static_cast<std::uint32_t>(*state->part_of(i)));
  }
  return groups;
}

}  // namespace

std::optional<KeyGroups> key_groups(const Player& player) {
  const auto* record = player.record();
  if (record == nullptr || player.state() == nullptr) return std::nullopt;
  if (record->merging()) return part_groups(player);
  const auto codes = data::ranks(player.state()->keys, player.problem().order, player.problem().comparison);
  KeyGroups groups;
  if (record->digit()) {
    groups.count = std::uint64_t{1} << record->digit()->bits;
    for (const std::uint64_t code : codes)
      groups.of_key.push_back(static_cast<std::uint32_t>(record->digit()->digit(code)));
    return groups;
  }
  const auto tables = bucket_tables(player);
  if (!tables) return std::nullopt;
  groups.grouping = Grouping::buckets;
  groups.count = tables->count();
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const auto bucket = tables->bucket_of(codes[i], i);
    groups.of_key.push_back(bucket ? static_cast<std::uint32_t>(*bucket) : KeyGroups::none);
  }
  return groups;
}

}  // namespace texelsort::app
