#include "compute/algorithms/ordered/schedule.h"

#include <algorithm>
#include <array>
#include <bit>

#include <fmt/format.h>

#include "compute/algorithms/cuda/kernels/launch.h"
#include "compute/data/mix.h"

namespace texelsort::algorithms::ordered {
namespace {

/// Returns the maximum average number of keys per bucket that justifies one distribution fewer. With this average,
/// buckets hardly ever exceed the capacity. With 60 samples per splitter, one of 256 buckets exceeds 3/2 of the average
/// with a probability of 10^-4.
constexpr std::uint64_t average_of_capacity(std::uint64_t capacity) {
  return capacity * 2 / 3;
}

/// Returns the total number of bits of all distributions with which buckets have `average` keys.
unsigned bits_for(std::uint64_t n, std::uint64_t average) {
  const std::uint64_t wanted = (n + average - 1) / average;
  return static_cast<unsigned>(wanted > 1 ? std::bit_width(wanted - 1) : 0);
}

}  // namespace

std::uint64_t Plan::buckets() const {
  return levels.back().segments << levels.back().bits;
}

std::uint64_t Plan::count_elements() const {
  std::uint64_t most = 0;
  for (std::size_t level = 0; level + 1 < levels.size(); ++level) most = std::max(most, levels[level].table_elements());
  return most;
}

std::uint64_t Plan::splitters() const {
  return buckets();
}

std::uint64_t Plan::most_tiles() const {
  return levels.back().most_tiles;
}

std::uint64_t Plan::temporary_bytes() const {
  const std::uint64_t counts = count_elements();
  std::uint64_t most = counts == 0 ? 0 : launches<kernels::DeviceScanLaunches>().bytes(counts);
  for (const Level& level : levels) most = std::max(most, launches<Launches>(type).draw_bytes(level));
  return most;
}

std::uint64_t Plan::table_bytes() const {
  constexpr std::uint64_t element = sizeof(std::uint64_t);
  std::uint64_t bytes = splitters() * (element + data::key_bytes(type)) + 2 * element * buckets() +
                        sizeof(std::uint32_t) * offset_elements() + temporary_bytes();
  for (const Level& level : levels) bytes += 2 * element * (level.segments + 1);
  if (levels.size() == 1) return bytes;
  return bytes + element * (count_elements() + levels.back().segments) + sizeof(std::uint32_t) * most_tiles() + n;
}

std::vector<OrderedStep> Plan::steps() const {
  if (n < 2) return {};
  std::vector<OrderedStep> steps;
  for (std::size_t level = 0; level < levels.size(); ++level) {
    using enum OrderedStep::Kind;
    steps.push_back({splitters, level});
    if (is_last(level)) {
      steps.push_back({tiles, level});
    } else {
      for (const auto kind : {counts, scan, scatter}) steps.push_back({kind, level});
    }
  }
  steps.push_back({OrderedStep::Kind::sort, levels.size()});
  return steps;
}

PassHeader Plan::header(const OrderedStep& step) const {
  static constexpr std::array labels{"step 1: splitters",
                                     "step 2: buckets of every tile",
                                     "step 3: scan",
                                     "step 4: ordered scatter",
                                     "step 2: order the tiles by bucket",
                                     "collect each bucket and sort it in shared memory"};
  return {0, step.level,
          step.kind == OrderedStep::Kind::sort ? "buckets"
                                               : fmt::format("distribution {} of {}", step.level + 1, levels.size()),
          labels[static_cast<std::size_t>(step.kind)]};
}

bool has_fields(const ProblemForm& form) {
  return form.payload == data::PayloadKind::record ? form.shape.fields > 0 : form.payload != data::PayloadKind::none;
}

Plan make_plan(const ProblemForm& form, const Settings& settings) {
  const std::uint64_t n = form.n;
  const bool fields = has_fields(form);
  const auto levels = [&](unsigned bits) { return (bits + settings.ways - 1) / settings.ways; };
  const Launches& kernels = launches<Launches>(form.type);
  const std::uint64_t capacity = average_of_capacity(kernels.bucket_capacity(form.comparison, fields));
  const std::uint64_t largest_average =
      std::max(settings.bucket, std::min(settings.bucket_slack * settings.bucket, capacity));
  const unsigned count = std::max(levels(bits_for(n, largest_average)), 1u);
  const unsigned bits = std::min(std::max(bits_for(n, settings.bucket), count), count * settings.ways);

  Plan plan{.n = n, .type = form.type, .grouped = form.grouped, .levels = {}};
  std::uint64_t segments = 1;
  for (unsigned i = 0; i < count; ++i) {
    Level level;
    // One segment with many samples needs more time than many segments with few samples. Later levels therefore have
    // more bits than earlier levels.
    level.bits = bits / count + (i + bits % count >= count ? 1 : 0);
    // If a segment is too large, all its buckets are too large. The first level has more samples per splitter, because
    // it has few samples compared with later levels.
    const std::uint64_t samples = (i == 0 && count > 1 ? 4 : 1) * settings.oversampling;
    level.oversampling = static_cast<unsigned>(std::min(samples, most_samples >> level.bits));
    level.segments = segments;
    level.tile = kernels.tile_keys(fields);
    level.most_tiles = n / level.tile + segments;
    level.seed = data::mix(settings.seed + i);
    segments <<= level.bits;
    plan.levels.push_back(level);
  }
  return plan;
}

}  // namespace texelsort::algorithms::ordered
