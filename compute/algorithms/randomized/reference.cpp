#include "compute/algorithms/randomized/reference.h"

#include <algorithm>
#include <numeric>
#include <string>

namespace texelsort::algorithms::randomized {
namespace {

/// Calls `visit` for each key of a level's tiles, tile by tile, with the table cell that counts the key.
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

/// Returns the destination of a key of the parent. `before` is the number of keys of the level that precede the key in
/// the scanned table.
std::uint64_t place_of(const Parent& parent, std::uint64_t before) {
  return static_cast<std::uint32_t>(before + parent.shift);
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

std::vector<std::uint64_t> splitters(const Level& level, std::span<const std::uint64_t> codes, std::uint64_t largest) {
  std::vector<std::uint64_t> chosen;
  for (const Parent& parent : level.parents) {
    std::vector<std::uint64_t> sample;
    for (const std::uint64_t place : sample_places(level, parent)) sample.push_back(codes[place]);
    std::ranges::sort(sample);
    for (std::uint64_t j = 1; j < level.k; ++j) chosen.push_back(sample[j * level.a - 1]);
    chosen.push_back(largest);
  }
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

std::vector<bool> parents_of_one_value(const Level& level, std::span<const FoundBucket> found) {
  std::vector<bool> alike(level.parents.size(), false);
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i].one_value != 0 && found[i].size == level.parents[i / level.k].count) alike[i / level.k] = true;
  }
  return alike;
}

std::vector<std::uint64_t> count(const Level& level, const Settings& settings, std::span<const std::uint64_t> codes,
                                 std::span<const std::uint64_t> splitters) {
  std::vector<std::uint64_t> counts(level.table_words);
  for_each_key(level, settings, codes, splitters,
               [&](const Tile&, std::uint64_t, std::uint64_t cell) { ++counts[cell]; });
  return counts;
}

Buckets buckets(const Level& level, std::span<const std::uint64_t> scan) {
  Buckets found;
  for (const Parent& parent : level.parents) {
    const auto start_of = [&](std::uint64_t bucket) -> std::uint64_t {
      if (bucket == level.k) return std::uint64_t{parent.first} + parent.count;
      return place_of(parent, scan[parent.base + bucket * parent.columns]);
    };
    for (std::uint64_t j = 0; j < level.k; ++j) {
      found.starts.push_back(start_of(j));
      found.sizes.push_back(start_of(j + 1) - start_of(j));
    }
  }
  return found;
}

std::vector<std::uint64_t> scatter(const Level& level, const Settings& settings, std::span<const std::uint64_t> codes,
                                   std::span<const std::uint64_t> splitters, std::span<const std::uint64_t> scan,
                                   const std::vector<bool>& skipped) {
  std::vector<std::uint64_t> next(scan.begin(), scan.end()), source(codes.size());
  std::iota(source.begin(), source.end(), std::uint64_t{0});
  for_each_key(level, settings, codes, splitters, [&](const Tile& tile, std::uint64_t i, std::uint64_t cell) {
    if (!skipped[tile.parent]) source[place_of(level.parents[tile.parent], next[cell]++)] = i;
  });
  return source;
}

std::vector<std::uint64_t> cells(const Level& level, std::span<const std::uint64_t> scan) {
  std::vector<std::uint64_t> starts;
  for (const Parent& parent : level.parents) {
    for (const std::uint64_t before : scan.subspan(parent.base, std::uint64_t{level.k} * parent.columns)) {
      starts.push_back(place_of(parent, before));
    }
    starts.push_back(std::uint64_t{parent.first} + parent.count);
  }
  return starts;
}

}  // namespace texelsort::algorithms::randomized
