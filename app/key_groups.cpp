#include "app/key_groups.h"

#include "app/buckets.h"
#include "compute/data/comparison.h"

namespace texelsort::app {

std::optional<Grouping> grouping_of(const algorithms::Algorithm& algorithm) {
  if (algorithm.info().family == "radix") return Grouping::digits;
  if (algorithm.info().family == "sample") return Grouping::buckets;
  return std::nullopt;
}

std::optional<KeyGroups> key_groups(const Player& player) {
  const auto* record = player.record();
  if (record == nullptr || player.state() == nullptr) return std::nullopt;
  const auto codes = data::ranks(player.state()->keys, player.problem().order, player.problem().comparison);
  KeyGroups groups;
  if (record->digit) {
    groups.count = std::uint64_t{1} << record->digit->bits;
    for (const std::uint64_t code : codes)
      groups.of_key.push_back(static_cast<std::uint32_t>(record->digit->digit(code)));
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
