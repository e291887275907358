#include "compute/algorithms/ordered/plan.h"

#include <algorithm>
#include <bit>

#include "compute/algorithms/cuda/kernels/scans.h"
#include "compute/data/mix.h"

namespace texelsort::algorithms::ordered {
namespace {

/// Of a bucket's capacity what buckets of a saved distribution may hold on average, so that hardly ever one is larger:
/// with 60 samples a splitter, a bucket of 256 exceeds 3/2 of the average with a probability of 10^-4.
constexpr std::uint64_t average_of_capacity(std::uint64_t capacity) {
  return capacity * 2 / 3;
}

/// Bits of all distributions that leave buckets of `average` keys.
unsigned bits_for(std::uint64_t n, std::uint64_t average) {
  const std::uint64_t wanted = (n + average - 1) / average;
  return static_cast<unsigned>(wanted > 1 ? std::bit_width(wanted - 1) : 0);
}

}  // namespace

std::uint64_t Plan::buckets() const {
  return levels.empty() ? 1 : levels.back().segments << levels.back().bits;
}

std::uint64_t Plan::table_elements() const {
  std::uint64_t most = 0;
  for (const Level& level : levels) most = std::max(most, level.table_elements());
  return most;
}

std::uint64_t Plan::splitters() const {
  return levels.empty() ? 0 : buckets();
}

std::uint64_t Plan::most_tiles() const {
  return levels.empty() ? 0 : levels.back().most_tiles;
}

std::uint64_t Plan::temporary_bytes() const {
  std::uint64_t most = levels.empty() ? 0 : kernels::scan_bytes(table_elements());
  for (const Level& level : levels) most = std::max(most, launches<Launches>(order.type).draw_bytes(level));
  return most;
}

std::uint64_t Plan::table_bytes() const {
  constexpr std::uint64_t word = sizeof(std::uint64_t);
  std::uint64_t bytes = word * table_elements() + splitters() * (word + data::key_bytes(order.type));
  for (const Level& level : levels) bytes += 2 * word * (level.segments + 1);
  bytes += word * (3 * buckets() + 2) + sizeof(std::uint32_t) * most_tiles();
  return levels.empty() ? bytes : bytes + n + temporary_bytes();
}

std::vector<ParameterSpec> plan_parameters() {
  return {
      {"bucket", "keys", IntegerRange{16, 8192}, "4200", "",
       "Keys are distributed until buckets hold this many on average; then a thread block sorts each in shared "
       "memory."},
      {"stretch", "times", IntegerRange{1, 8}, "4", "",
       "Buckets may hold so many times as many keys on average where that saves a distribution, as far as shared "
       "memory goes."},
      {"ways", "bits", IntegerRange{1, 8}, "8", "", "A distribution has at most two to the power of so many buckets."},
      {"oversampling", "samples a splitter", IntegerRange{1, 256}, "60", "",
       "Samples drawn for every splitter, as far as shared memory goes: the more, the more even the buckets."},
      {"seed", "", IntegerRange{1, 1'000'000}, "1", "", "Of the random places at which samples are drawn."}};
}

Plan make_plan(std::uint64_t n, const KeyOrder& order, bool fields, const Parameters& parameters) {
  const auto number = [&](std::string_view name) { return static_cast<std::uint64_t>(parameters.integer(name)); };
  const auto ways = static_cast<unsigned>(number("ways"));
  const auto levels = [ways](unsigned bits) { return (bits + ways - 1) / ways; };
  const Launches& kernels = launches<Launches>(order.type);
  const std::uint64_t bucket = number("bucket");
  const std::uint64_t stretched = std::max(
      bucket,
      std::min(number("stretch") * bucket, average_of_capacity(kernels.bucket_capacity(order.comparison, fields))));
  const unsigned count = levels(bits_for(n, stretched));
  const unsigned bits = std::min(bits_for(n, bucket), count * ways);

  Plan plan{.n = n, .order = order, .fields = fields, .levels = {}};
  std::uint64_t segments = 1;
  for (unsigned i = 0; i < count; ++i) {
    Level level;
    level.bits = bits / count + (i < bits % count ? 1 : 0);
    level.oversampling = static_cast<unsigned>(std::min(number("oversampling"), most_samples >> level.bits));
    level.segments = segments;
    level.tile = kernels.tile_keys(fields);
    level.most_tiles = n / level.tile + segments;
    level.seed = data::mix(number("seed") + i);
    segments <<= level.bits;
    plan.levels.push_back(level);
  }
  return plan;
}

}  // namespace texelsort::algorithms::ordered
