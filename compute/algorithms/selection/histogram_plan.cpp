#include "compute/algorithms/selection/histogram_plan.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "compute/algorithms/primitives/compute_limits.h"
#include "compute/algorithms/selection/rank_state.h"
#include "compute/gpu/forms.h"

namespace texelsort::algorithms {
namespace {

std::uint64_t ceiling(std::uint64_t whole, std::uint64_t part) {
  return (whole + part - 1) / part;
}

}  // namespace

std::vector<DigitLevel> digit_levels(unsigned open, unsigned width) {
  std::vector<DigitLevel> levels;
  for (unsigned left = open; left > 0;) {
    const unsigned digit = std::min(left, width);
    left -= digit;
    levels.push_back({left, digit});
  }
  return levels;
}

HistogramShape::HistogramShape(const HistogramSettings& settings, std::uint64_t ranks)
    : digit(settings.digit),
      workgroup(settings.workgroup),
      workgroups(settings.workgroups),
      sample(settings.sample / 4 * 4) {             // rounded to whole vectors of 16 bytes
  constexpr std::uint64_t promised_bytes = 16'384;  // bytes of shared memory that OpenGL 4.3 guarantees (table 23.65)
  while (prefixes < ranks && 2 * shared_bytes() <= promised_bytes) prefixes *= 2;
}

std::uint64_t HistogramShape::range(std::uint64_t n, data::KeyType type) const {
  const std::uint64_t vector_keys = 16 / data::key_bytes(type);
  return n / vector_keys / std::max<std::uint64_t>(ceiling(sample / vector_keys, sampled_run), 1);
}

HistogramBytes::HistogramBytes(const HistogramShape& shape, data::KeyType type, std::uint64_t n, std::uint64_t ranks)
    : state(word_bytes * RankState{static_cast<std::uint32_t>(ranks)}.words()),
      histogram(word_bytes * ranks * shape.bins()),
      kept(word_bytes * shape.workgroups),
      candidates(shape.workgroups * shape.share(n) * data::key_bytes(type)) {}

SampledRanks::SampledRanks(std::uint64_t n, std::uint64_t samples, std::uint64_t first, std::uint64_t last) {
  const auto all = static_cast<double>(samples), scale = all / static_cast<double>(n);
  const auto reach = [&](double rank) { return 3 * std::sqrt(rank * (1 - rank / all)) + 1; };
  const double begin = static_cast<double>(first) * scale, end = static_cast<double>(last) * scale;
  low = static_cast<std::uint64_t>(std::max(0.0, begin - reach(begin)));
  high = static_cast<std::uint64_t>(std::min(all - 1, end + reach(end)));
}

std::vector<std::uint64_t> sampled_vectors(const HistogramShape& shape, std::uint64_t n, data::KeyType type) {
  const std::uint64_t range = shape.range(n, type), count = shape.sample * data::key_bytes(type) / 16;
  std::vector<std::uint64_t> vectors;
  for (std::uint64_t v = 0; v < count; ++v) {
    const std::uint64_t run = v / sampled_run;
    // same hash function as in shaders/selection/guess.comp
    const auto hash = static_cast<std::uint32_t>(run) * 2'654'435'769u;
    vectors.push_back(run * range + (hash >> 8) % (range - sampled_run + 1) + v % sampled_run);
  }
  return vectors;
}

std::uint32_t deciding_workgroup(const gpu::DeviceInfo& device) {
  return gpu::prefers_cpu_forms(device) ? 128 : std::min(1024u, device.max_workgroup_size);
}

std::uint32_t loads_ahead(const gpu::DeviceInfo& device) {
  return gpu::prefers_cpu_forms(device) ? 1 : 4;
}

HistogramCut::HistogramCut(const gpu::DeviceInfo& device, const HistogramShape& shape, data::KeyType type,
                           std::uint64_t n, std::uint64_t all_ranks) {
  const std::uint64_t loads = loads_ahead(device), vector_keys = 16 / data::key_bytes(type), w = shape.workgroup;
  const std::uint64_t limit = device.max_loop_rounds, deciders = deciding_workgroup(device);
  // An invocation of histogram.comp has these loop iterations: a fixed number, the search of each key among the
  // prefixes, and one iteration per group of vectors that it reads.
  const std::uint64_t beside = 2 * ceiling(shape.prefixes * shape.bins(), w) + ceiling(shape.prefixes, w);
  const std::uint64_t search =
      1 + (shape.prefixes == 1 ? 0 : static_cast<std::uint64_t>(std::bit_width(shape.prefixes)));
  const std::uint64_t round = 1 + loads * (2 + vector_keys * (1 + search)), rest = vector_keys * (1 + search);
  const std::uint64_t rounds_of_all = ceiling(n / vector_keys, w * shape.workgroups * loads);
  const std::uint64_t looks_of_all = ceiling(shape.share(n), w);
  const std::uint64_t least = beside + rest + std::max(round, 1 + search);
  // An invocation of decide.comp has loop iterations to add up, scan, search and clear the bins of a rank.
  const std::uint64_t chunk = ceiling(shape.bins(), deciders);
  const std::uint64_t a_rank = 3 + 3 * chunk + static_cast<std::uint64_t>(std::bit_width(deciders));
  const std::uint64_t deciding = 1 + ceiling(shape.workgroups, deciders) + all_ranks;
  refusal = loop_refusal(device, "counting digits", least, "a larger workgroup or a smaller digit");
  if (!refusal) {
    refusal = loop_refusal(device, fmt::format("{} keys to find, and as many prefixes", all_ranks), deciding + a_rank,
                           "fewer keys at a time");
  }
  // An invocation of guess.comp has loop iterations to read the sample and to decide.
  guess_rounds = a_rank + ceiling(shape.sample / vector_keys, deciders * loads) * (1 + loads * (2 + vector_keys));
  if (!refusal) refusal = loop_refusal(device, "counting a sample", guess_rounds, "fewer samples");
  if (refusal) return;
  const std::uint64_t rounds = std::min((limit - beside - rest) / round, std::max<std::uint64_t>(rounds_of_all, 1));
  const std::uint64_t looks = std::min((limit - beside) / (1 + search), std::max<std::uint64_t>(looks_of_all, 1));
  vectors = rounds * w * shape.workgroups * loads;
  candidates = looks * w;
  dispatches = std::max({ceiling(rounds_of_all, rounds), ceiling(looks_of_all, looks), std::uint64_t{1}});
  count_rounds = beside + std::max(rest + rounds * round, looks * (1 + search));
  ranks = std::max<std::uint64_t>(std::min((limit - deciding) / a_rank, all_ranks), 1);
  decisions = ceiling(all_ranks, ranks);
  decide_rounds = deciding + ranks * a_rank;
}

}  // namespace texelsort::algorithms
