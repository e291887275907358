#include "compute/algorithms/randomized/twin.h"

#include <algorithm>
#include <numeric>
#include <string>

namespace texelsort::algorithms::randomized {
namespace {

/// The cell of the table in which each key of a level's tiles is counted, tile by tile.
template <typename Visit>
void for_each_key(const Level& level, const Settings& settings, std::span<const std::uint64_t> codes,
                  std::span<const std::uint64_t> splitters, Visit visit) {
  for (const Tile& tile : level.tiles) {
    const auto own = splitters.subspan(std::uint64_t{tile.parent} * level.k, level.k);
    for (std::uint64_t i = tile.first; i < tile.last; ++i) {
      const std::uint64_t lane = (i - tile.first) % settings.workgroup;
      visit(tile, i,
            tile.column + find_bucket(own, codes[i]) * level.parents[tile.parent].columns + lane % settings.columns);
    }
  }
}

}  // namespace

gpu::Defines random_defines() {
  return {{"FACTOR", std::to_string(lcg_factor) + "u"},
          {"SUMMAND", std::to_string(lcg_summand) + "u"},
          {"SEED_FACTOR", std::to_string(seed_factor) + "u"}};
}

std::vector<std::uint64_t> sample_places(const Level& level, const Parent& parent) {
  std::vector<std::uint64_t> places;
  std::uint32_t x = level.seed ^ (parent.first * seed_factor);
  for (std::uint64_t i = 0; i < std::uint64_t{level.k} * level.a; ++i) {
    x = lcg_factor * x + lcg_summand;
    places.push_back(parent.first + ((std::uint64_t{x} * parent.count) >> 32));
  }
  return places;
}

std::vector<std::uint64_t> splitters(const Level& level, const Parent& parent, std::span<const std::uint64_t> codes,
                                     std::uint64_t largest) {
  std::vector<std::uint64_t> sample;
  for (const std::uint64_t place : sample_places(level, parent)) sample.push_back(codes[place]);
  std::ranges::sort(sample);
  std::vector<std::uint64_t> chosen;
  for (std::uint64_t j = 1; j < level.k; ++j) chosen.push_back(sample[j * level.a - 1]);
  chosen.push_back(largest);
  return chosen;
}

bool holds_one_value(std::span<const std::uint64_t> splitters, std::uint64_t bucket) {
  return bucket > 0 && bucket + 1 < splitters.size() && splitters[bucket - 1] == splitters[bucket];
}

std::uint64_t find_bucket(std::span<const std::uint64_t> splitters, std::uint64_t code) {
  const auto own = splitters.first(splitters.size() - 1);
  const auto j = static_cast<std::uint64_t>(std::ranges::lower_bound(own, code) - own.begin());
  return j < own.size() && own[j] == code && holds_one_value(splitters, j + 1) ? j + 1 : j;
}

std::vector<FoundBucket> found_buckets(std::uint32_t k, std::span<const std::uint32_t> starts,
                                       std::span<const std::uint32_t> sizes, std::span<const std::uint64_t> splitters) {
  std::vector<FoundBucket> found;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const auto own = splitters.subspan(i / k * k, k);
    found.push_back({starts[i], sizes[i], holds_one_value(own, i % k) ? 1u : 0u});
  }
  return found;
}

Distribution distribute(const Level& level, const Settings& settings, std::span<const std::uint64_t> codes,
                        std::uint64_t largest) {
  Distribution result;
  for (const Parent& parent : level.parents) {
    const auto own = splitters(level, parent, codes, largest);
    result.splitters.insert(result.splitters.end(), own.begin(), own.end());
  }
  result.counts.resize(level.table_words);
  for_each_key(level, settings, codes, result.splitters,
               [&](const Tile&, std::uint64_t, std::uint64_t cell) { ++result.counts[cell]; });
  result.sums.resize(level.table_words);
  std::exclusive_scan(result.counts.begin(), result.counts.end(), result.sums.begin(), std::uint64_t{0});

  std::vector<std::uint64_t> next;  // the place of each cell's next key
  for (std::size_t q = 0; q < level.parents.size(); ++q) {
    const Parent& parent = level.parents[q];
    for (std::uint64_t c = 0; c < std::uint64_t{level.k} * parent.columns; ++c) {
      next.push_back(static_cast<std::uint32_t>(result.sums[parent.base + c] + parent.shift));
      if (c % parent.columns == 0) result.starts.push_back(next.back());
      result.cells.push_back(next.back());
    }
    result.cells.push_back(std::uint64_t{parent.first} + parent.count);
    for (std::uint64_t j = 0; j < level.k; ++j) {
      const std::uint64_t start = result.starts[q * level.k + j];
      result.sizes.push_back(
          (j + 1 < level.k ? result.starts[q * level.k + j + 1] : std::uint64_t{parent.first} + parent.count) - start);
    }
  }
  result.source.resize(codes.size());
  std::iota(result.source.begin(), result.source.end(), std::uint64_t{0});
  for_each_key(level, settings, codes, result.splitters,
               [&](const Tile&, std::uint64_t i, std::uint64_t cell) { result.source[next[cell]++] = i; });
  return result;
}

}  // namespace texelsort::algorithms::randomized
