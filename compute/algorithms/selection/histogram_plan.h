#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/selection/settings.h"

/// Division of a radix selection into levels, from the most significant digit on, and into dispatches.
namespace texelsort::algorithms {

/// A digit of the undecided bits of a key. It has `width` bits, above the lowest `shift` bits.
struct DigitLevel {
  unsigned shift = 0, width = 0;
  bool operator==(const DigitLevel&) const = default;
};

/// Divides `open` bits into digits of `width` bits, from the most significant bit on. The last digit may be narrower.
std::vector<DigitLevel> digit_levels(unsigned open, unsigned width);

/// Number of consecutive 16-byte vectors of keys that a sample reads in one piece.
inline constexpr std::uint64_t sampled_run = 32;

struct HistogramShape {
  /// Chooses for how many prefixes one dispatch counts digits: as many as fit in the shared memory that OpenGL
  /// guarantees.
  HistogramShape(const HistogramSettings& settings, std::uint64_t ranks);

  unsigned digit;  ///< width of a digit in bits
  std::uint32_t workgroup, workgroups;
  std::uint32_t prefixes = 1;  ///< number of prefixes whose digits one dispatch counts
  std::uint32_t sample;        ///< number of keys in the sample that is counted first; 0 if there is no sample

  std::uint64_t bins() const { return std::uint64_t{1} << digit; }
  std::uint64_t shared_bytes() const { return prefixes * bins() * sizeof(std::uint32_t); }
  /// Returns the number of 16-byte vectors in each of the ranges that the sample divides the array into. It reads one
  /// piece of each.
  std::uint64_t range(std::uint64_t n, data::KeyType type) const;
  bool guesses(std::uint64_t n, data::KeyType type) const { return sample > 0 && range(n, type) >= sampled_run; }
  /// Returns the maximum number of candidates per workgroup. All workgroups together store up to an eighth of the keys.
  std::uint64_t share(std::uint64_t n) const { return std::max<std::uint64_t>(64, n / 8 / workgroups); }
};

/// Sizes in bytes of the tables of a radix selection. There are two histograms.
struct HistogramBytes {
  HistogramBytes(const HistogramShape& shape, data::KeyType type, std::uint64_t n, std::uint64_t ranks);

  std::uint64_t state, histogram, kept, candidates;
  std::uint64_t all() const { return state + 2 * histogram + kept + candidates; }
};

/// Division of the counting and deciding of each level into dispatches, so that no invocation exceeds the device's
/// limit of loop iterations.
struct HistogramCut {
  HistogramCut(const gpu::DeviceInfo& device, const HistogramShape& shape, data::KeyType type, std::uint64_t n,
               std::uint64_t ranks);

  std::uint64_t vectors = 0;     ///< number of 16-byte vectors per counting dispatch
  std::uint64_t candidates = 0;  ///< number of candidates of each workgroup per counting dispatch
  std::uint64_t dispatches = 1;  ///< number of counting dispatches per level
  std::uint64_t count_rounds = 0;
  std::uint64_t ranks = 0;      ///< number of ranks per deciding dispatch
  std::uint64_t decisions = 1;  ///< number of deciding dispatches per level
  std::uint64_t decide_rounds = 0, guess_rounds = 0;
  std::optional<std::string> refusal{};  ///< Reason why no division is small enough. Null if a division is possible.
};

/// Returns the number of vectors that an invocation loads in advance to hide memory latency.
std::uint32_t loads_ahead(const gpu::DeviceInfo& device);

/// Range of positions in the sorted sample that probably contains the ranks `first` to `last` of n keys. The range
/// extends the expected positions by three standard deviations plus one on both sides.
struct SampledRanks {
  SampledRanks(std::uint64_t n, std::uint64_t samples, std::uint64_t first, std::uint64_t last);
  std::uint64_t low = 0, high = 0;
};

/// Returns the vectors of the sample, as indices of 16-byte vectors in the array of keys.
std::vector<std::uint64_t> sampled_vectors(const HistogramShape& shape, std::uint64_t n, data::KeyType type);

/// Returns the number of invocations of the single workgroup that decides. OpenGL guarantees 1024. A histogram has 256
/// to 4,096 bins, so each invocation on a GPU processes only a few bins.
std::uint32_t deciding_workgroup(const gpu::DeviceInfo& device);

}  // namespace texelsort::algorithms
