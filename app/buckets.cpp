#include "app/buckets.h"

#include <algorithm>
#include <functional>
#include <ranges>

#include <fmt/format.h>

#include "compute/algorithms/cuda/compared_keys.h"
#include "compute/algorithms/deterministic/deterministic_plan.h"
#include "compute/algorithms/randomized/randomized_twin.h"
#include "compute/data/code_text.h"

namespace texelsort::app {

namespace randomized = algorithms::randomized;

namespace {

/// Of splitters that differ from equal keys by their places.
std::uint64_t find_by_place(const BucketTables& tables, const algorithms::Sample& key) {
  const std::ranges::iota_view numbers(std::size_t{0}, tables.splitters.size() - 1);
  return *std::ranges::lower_bound(numbers, key, {}, [&](std::size_t j) {
    return algorithms::Sample{tables.splitters[j], tables.places[j]};
  });
}

}  // namespace

std::optional<std::uint64_t> BucketTables::range_of(std::uint64_t place) const {
  const auto after = std::ranges::upper_bound(pass.ranges, place, {}, &algorithms::BucketPass::Range::first);
  if (after == pass.ranges.begin()) return std::nullopt;
  const auto& range = *(after - 1);
  if (place - range.first >= range.count) return std::nullopt;
  return static_cast<std::uint64_t>(after - pass.ranges.begin()) - 1;
}

std::optional<std::uint64_t> BucketTables::bucket_of(std::uint64_t code, std::uint64_t place) const {
  const auto range = range_of(place);
  if (!range) return std::nullopt;
  const std::uint64_t first = *range * pass.buckets;
  if (pass.placed && !starts.empty()) {
    // Empty buckets begin where the next one does.
    const auto own = std::span(starts).subspan(first, pass.buckets);
    return first + static_cast<std::uint64_t>(std::ranges::upper_bound(own, place) - own.begin()) - 1;
  }
  if (!places.empty()) return find_by_place(*this, {code, place});
  return first + randomized::find_bucket(splitters_of(*range), code);
}

std::optional<BucketTables> bucket_tables(const Player& player) {
  const auto* record = player.record();
  if (record == nullptr || !record->buckets() || player.table(algorithms::tables::Splitters{}) == nullptr)
    return std::nullopt;
  const auto& problem = player.problem();
  BucketTables tables;
  tables.pass = *record->buckets();
  tables.splitters =
      algorithms::ranks_of_view(player.values(algorithms::tables::Splitters{}), algorithms::key_order(problem));
  const auto numbers = [&player](const algorithms::TableKind& kind) {
    const auto values = player.values(kind);
    return std::vector(values.begin(), values.end());
  };
  tables.places = numbers(algorithms::tables::SplitterPlaces{});
  tables.sizes = numbers(algorithms::tables::BucketSizes{});
  tables.starts = numbers(algorithms::tables::BucketStarts{});
  if (!tables.starts.empty()) tables.starts.resize(tables.count());  // the end of the last may stand there too
  return tables;
}

std::optional<BucketSpread> bucket_spread(std::span<const std::uint64_t> codes, const algorithms::BucketPass& pass,
                                          randomized::Settings settings, data::KeyType type, std::uint64_t seeds) {
  const std::uint64_t largest = data::key_bytes(type) == 8 ? ~std::uint64_t{0} : std::uint64_t{~std::uint32_t{0}};
  std::vector<std::vector<std::uint64_t>> by_rank(pass.buckets * pass.ranges.size());
  for (std::uint64_t s = 0; s < seeds; ++s, ++settings.seed) {
    std::vector<randomized::Bucket> waiting;
    for (const auto& range : pass.ranges) {
      waiting.push_back({static_cast<std::uint32_t>(range.first), static_cast<std::uint32_t>(range.count)});
    }
    const auto number = static_cast<std::uint32_t>(pass.level);
    const randomized::Level level = plan_level(waiting, codes.size(), settings, number);
    if (level.k != pass.buckets || level.parents.size() != pass.ranges.size()) return std::nullopt;
    std::vector<std::uint64_t> sizes = distribute(level, settings, codes, largest).sizes;
    std::ranges::sort(sizes, std::greater());
    for (std::size_t rank = 0; rank < sizes.size(); ++rank) by_rank[rank].push_back(sizes[rank]);
  }
  BucketSpread spread{.seeds = seeds, .low = {}, .median = {}, .high = {}};
  for (auto& sizes : by_rank) {
    std::ranges::sort(sizes);
    spread.low.push_back(sizes.front());
    spread.median.push_back(sizes[sizes.size() / 2]);
    spread.high.push_back(sizes.back());
  }
  return spread;
}

std::string rank_text(std::uint64_t rank, const algorithms::Problem& problem) {
  if (problem.comparison != data::Comparison::natural) return fmt::format("rank {}", rank);
  return data::code_text(rank, problem.type(), problem.order);
}

std::string range_text(const BucketTables& tables, std::uint64_t bucket, const algorithms::Problem& problem) {
  const bool ascending = problem.order == data::Order::ascending;
  const auto own = tables.splitters_of(bucket / tables.pass.buckets);
  const std::uint64_t b = bucket % tables.pass.buckets;
  const auto text = [&](std::uint64_t rank) { return rank_text(rank, problem); };
  const char *above = ascending ? " < " : " > ", *up_to = ascending ? " \u2264 " : " \u2265 ";
  if (tables.places.empty() && randomized::holds_one_value(own, b)) return fmt::format("key = {}", text(own[b]));
  // Equal keys are told apart by place: some of a splitter's equals may lie on its other side.
  const char* from = tables.places.empty() ? above : up_to;
  std::string result = b > 0 ? text(own[b - 1]) + from + "key" : "key";
  if (b + 1 < own.size()) result += up_to + text(own[b]);
  return result == "key" ? "all keys" : result;
}

}  // namespace texelsort::app
