#include "compute/algorithms/randomized/levels.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <random>

#include "compute/algorithms/primitives/compute_limits.h"

namespace texelsort::algorithms::randomized {
namespace {

/// Returns the number of buckets of a distribution. It is limited so that each bucket has enough keys for a sorting
/// network. With the settings of the thesis, the number is k.
std::uint32_t useful_buckets(std::uint32_t k, std::uint64_t largest, const Settings& settings) {
  const std::uint64_t enough = std::bit_ceil(parts(3 * largest, settings.small));
  return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(enough, 4, k));
}

void add_tiles(std::vector<Tile>& tiles, std::uint64_t first, std::uint64_t last, std::uint32_t tile) {
  for (std::uint64_t at = first; at < last; at += tile) {
    tiles.push_back({static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(std::min(last, at + tile)), 0, 0});
  }
}

/// Adds a bucket to the level as a parent. Returns false if the table of counts has too little space for the parent.
bool add_parent(Level& level, const Bucket& bucket, std::uint64_t capacity, const Settings& settings) {
  const std::uint32_t tile = settings.tile_of(level.second);
  const std::uint64_t columns = parts(bucket.count, tile) * settings.columns;
  if (level.table_words + columns * level.k > capacity) return false;
  Parent parent{bucket.first, bucket.count, static_cast<std::uint32_t>(columns),
                static_cast<std::uint32_t>(level.table_words), static_cast<std::uint32_t>(bucket.first - level.keys)};
  const std::size_t first_tile = level.tiles.size();
  add_tiles(level.tiles, bucket.first, std::uint64_t{bucket.first} + bucket.count, tile);
  for (std::size_t t = first_tile; t < level.tiles.size(); ++t) {
    level.tiles[t].parent = static_cast<std::uint32_t>(level.parents.size());
    level.tiles[t].column = static_cast<std::uint32_t>(parent.base + (t - first_tile) * settings.columns);
  }
  level.parents.push_back(parent);
  level.table_words += columns * level.k;
  level.keys += bucket.count;
  return true;
}

std::uint64_t count_capacity(std::uint64_t n, std::uint64_t parents, const Settings& settings) {
  if (n <= settings.limit()) return 0;
  const std::uint64_t k = std::max(settings.k, settings.k2), tile = settings.smallest_tile();
  const std::uint64_t whole = parts(n, tile) * settings.columns * k;
  // This capacity suffices if all tiles but one of each bucket are full. No bucket then has to wait for a later level.
  const std::uint64_t enough = (n / tile + parents) * k * settings.columns;
  return std::min(std::max(whole, n / 4), std::max(whole, enough));
}

std::uint64_t bits_of(std::uint64_t number) {
  return static_cast<std::uint64_t>(std::bit_width(number));
}

// Returns the maximum number of loop iterations of one invocation in sample/odd_even_merge.glsl.
std::uint64_t network_rounds(std::uint64_t keys, std::uint64_t workgroup) {
  const std::uint64_t stages = bits_of(keys - 1), steps = stages * (stages + 1) / 2;
  return stages + steps * (parts(keys, 2 * workgroup) + 2);
}

// Returns the maximum number of loop iterations of one invocation in common/workgroup_scan.glsl.
std::uint64_t scan_rounds(std::uint64_t workgroup) {
  return bits_of(workgroup - 1);
}

// Returns the maximum number of loop iterations of one invocation in step 1, and in steps 2 and 4.
std::uint64_t distribution_rounds(std::uint32_t k, std::uint32_t a, const Settings& settings) {
  const std::uint64_t sample = std::uint64_t{k} * a, w = settings.workgroup,
                      tile = std::max(settings.tile, settings.tile2);
  const std::uint64_t drawing = parts(sample, w) * (2 + bits_of(sample)) + network_rounds(sample, w) + parts(k, w);
  const std::uint64_t search = 1 + bits_of(k - 1) - std::min<std::uint64_t>(settings.top, bits_of(k - 1));
  const std::uint64_t counting =
      parts(std::uint64_t{k} * settings.counters, w) + parts(k, w) +
      parts(std::uint64_t{k} * settings.columns, w) * (1 + settings.counters / settings.columns);
  return std::max(drawing, counting + parts(tile, w) * (1 + search));
}

// Returns the maximum number of loop iterations of one invocation in sample/randomized_quicksort.comp.
std::uint64_t quicksort_rounds(const Settings& settings) {
  const std::uint64_t w = settings.workgroup, partitions = most_partitions(settings);
  const std::uint64_t partitioning =
      3 * (parts(most_partitioned(settings), w) + partitions) + partitions * 2 * scan_rounds(w);
  const std::uint64_t small = 1 + 2 * parts(settings.small, w) + network_rounds(settings.small, w);
  // Maximum number of parts that are sorted without pivots. Each of these parts has more than `small` keys, and all
  // together have at most the keys of a bucket.
  const std::uint64_t given_up = partitions == 0 ? 0 : settings.limit() / settings.small + 1;
  const std::uint64_t stages = bits_of(settings.limit() - 1), steps = stages * (stages + 1) / 2;
  const std::uint64_t in_memory = given_up == 0 ? 0
                                                : network_rounds(settings.limit(), w) + parts(settings.limit(), w) +
                                                      given_up * (2 + stages + 3 * steps);
  return partitioning + (2 * partitions + 1) + (partitions + 1) * small + in_memory;
}

/// Returns the parameters of a level as a level without parents. `largest` is the number of keys of the largest parent.
/// The number of buckets suits a parent of `judged` keys.
Level empty_level(std::uint64_t largest, std::uint64_t judged, const Settings& settings, std::uint32_t number) {
  Level level;
  level.number = number;
  level.second = largest <= settings.m;
  level.by_block = level.second && settings.by_block();
  level.k = useful_buckets(level.second ? settings.k2 : settings.k, judged, settings);
  level.a = level.second ? settings.a2 : settings.a;
  std::mt19937 random(settings.seed);
  random.discard(number);
  level.seed = static_cast<std::uint32_t>(random());
  return level;
}

/// Returns the expected number of keys of the largest bucket that a level distributes. The number is a quarter more
/// than the average, and more than settings.limit().
std::uint64_t expected_largest(std::uint64_t n, const Settings& settings, std::uint32_t number) {
  std::uint64_t average = n, largest = n;
  for (std::uint32_t before = 0; before < number; ++before) {
    average = parts(average, empty_level(largest, largest, settings, before).k);
    largest = std::max(average + average / 4, settings.limit() + 1);
  }
  return largest;
}

}  // namespace

std::uint64_t most_partitions(const Settings& settings) {
  const std::uint64_t pieces = parts(settings.limit(), settings.small);
  return pieces > 1 ? 3 * pieces : 0;
}

std::uint64_t most_partitioned(const Settings& settings) {
  const std::uint64_t pieces = parts(settings.limit(), settings.small);
  return pieces > 1 ? 2 * (static_cast<std::uint64_t>(std::bit_width(pieces - 1)) + 1) * settings.limit() : 0;
}

std::uint64_t loop_rounds(const Settings& settings) {
  const std::uint64_t distribution = std::max(distribution_rounds(settings.k, settings.a, settings),
                                              distribution_rounds(settings.k2, settings.a2, settings));
  return settings.in_registers() ? distribution : std::max(distribution, quicksort_rounds(settings));
}

BucketPass bucket_pass(const Level& level, bool placed) {
  BucketPass pass{.level = level.number, .buckets = level.k, .placed = placed, .ranges = {}};
  for (const Parent& parent : level.parents) pass.ranges.push_back({parent.first, parent.count});
  return pass;
}

Capacities::Capacities(std::uint64_t n, const Settings& settings)
    : parents(n / (settings.limit() + 1)),
      tiles(parts(n, settings.smallest_tile()) + 2 * parents + 1),
      counts(count_capacity(n, parents, settings)),
      // each bucket has one row in the table of counts
      buckets(std::min(counts / settings.columns, parents * std::max(settings.k, settings.k2))),
      list(std::max<std::uint64_t>(1024, n / 32)),
      twice(settings.listed()) {}

std::uint64_t Capacities::bytes(std::uint64_t key_bytes) const {
  return counts * word_bytes + buckets * (key_bytes + 2 * word_bytes) + (twice ? 2 : 1) * parents * sizeof(Parent) +
         (twice ? 4 : 1) * tiles * sizeof(Tile) + list * sizeof(Bucket) + buckets * sizeof(FoundBucket);
}

Level plan_level(std::vector<Bucket>& waiting, std::uint64_t n, const Settings& settings, std::uint32_t number) {
  std::uint64_t largest = 0;
  for (const Bucket& bucket : waiting) largest = std::max<std::uint64_t>(largest, bucket.count);
  Level level =
      empty_level(largest, settings.listed() ? expected_largest(n, settings, number) : largest, settings, number);
  const std::uint64_t capacity = Capacities(n, settings).counts;
  std::erase_if(waiting, [&](const Bucket& bucket) {
    return (level.second || bucket.count > settings.m) && add_parent(level, bucket, capacity, settings);
  });
  // If one workgroup processes a whole bucket, the largest buckets come first, as section 6.2 suggests for sorting.
  if (level.second) {
    std::ranges::stable_sort(level.tiles, std::greater{}, [](const Tile& tile) { return tile.last - tile.first; });
  }
  return level;
}

Level expected_level(std::uint64_t n, const Settings& settings, std::uint32_t number) {
  const std::uint64_t largest = expected_largest(n, settings, number);
  return empty_level(largest, largest, settings, number);
}

std::uint32_t expected_levels(std::uint64_t n, const Settings& settings) {
  std::uint32_t levels = 0;
  for (std::uint64_t average = n; average > settings.limit(); ++levels) {
    average = parts(average, expected_level(n, settings, levels).k);
  }
  return levels;
}

std::uint64_t plan_rounds(const Capacities& most, std::uint64_t workgroup) {
  const std::uint64_t scans = 5 * scan_rounds(workgroup), record = 32;
  return 2 * parts(most.buckets, workgroup) + 2 * parts(most.parents + 1, workgroup) + 2 * most.tiles + scans + record;
}

std::vector<Tile> tiles_between(const Level& level, const std::vector<bool>& skipped, std::uint64_t n,
                                std::uint32_t tile) {
  std::vector<Tile> tiles;
  std::uint64_t done = 0;
  for (std::size_t q = 0; q < level.parents.size(); ++q) {
    if (skipped[q]) continue;
    add_tiles(tiles, done, level.parents[q].first, tile);
    done = std::uint64_t{level.parents[q].first} + level.parents[q].count;
  }
  add_tiles(tiles, done, n, tile);
  return tiles;
}

}  // namespace texelsort::algorithms::randomized
