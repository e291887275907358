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

/// One digit of the searched bits: `width` bits above the lowest `shift`.
struct DigitLevel {
  unsigned shift = 0, width = 0;
  bool operator==(const DigitLevel&) const = default;
};

/// Divides `open` bits into digits of `width` bits from the most significant on. The last one may be narrower.
std::vector<DigitLevel> digit_levels(unsigned open, unsigned width);

/// Consecutive vectors of 16 bytes in a sample.
inline constexpr std::uint64_t sampled_run = 32;

struct HistogramShape {
  /// Counts as many prefixes at once as fit into the shared memory guaranteed by OpenGL.
  HistogramShape(const HistogramSettings& settings, std::uint64_t ranks);

  unsigned digit;  ///< width in bits
  std::uint32_t workgroup, workgroups;
  std::uint32_t prefixes = 1;  ///< counted in one dispatch
  std::uint32_t sample;        ///< keys that are counted first, 0: none

  std::uint64_t bins() const { return std::uint64_t{1} << digit; }
  std::uint64_t shared_bytes() const { return prefixes * bins() * sizeof(std::uint32_t); }
  /// Returns the number of 16-byte vectors per sampled run.
  std::uint64_t range(std::uint64_t n, data::KeyType type) const;
  bool guesses(std::uint64_t n, data::KeyType type) const { return sample > 0 && range(n, type) >= sampled_run; }
  /// Returns the maximum number of candidates per workgroup: an eighth of the keys in all.
  std::uint64_t share(std::uint64_t n) const { return std::max<std::uint64_t>(64, n / 8 / workgroups); }
};

/// Division of the counting and the decision of a level into dispatches, so that no invocation exceeds the device's
/// limit of loop iterations.
struct HistogramCut {
  HistogramCut(const gpu::DeviceInfo& device, const HistogramShape& shape, data::KeyType type, std::uint64_t n,
               std::uint64_t ranks);

  std::uint64_t vectors = 0;     ///< vectors of 16 bytes per counting dispatch
  std::uint64_t candidates = 0;  ///< candidates of a workgroup's share per counting dispatch
  std::uint64_t dispatches = 1;  ///< counting dispatches per level
  std::uint64_t count_rounds = 0;
  std::uint64_t ranks = 0;      ///< ranks per deciding dispatch
  std::uint64_t decisions = 1;  ///< deciding dispatches per level
  std::uint64_t decide_rounds = 0, guess_rounds = 0;
  std::optional<std::string> refusal{};  ///< reason if no division is small enough
};

/// Returns the number of vectors that an invocation reads ahead to hide memory latency.
std::uint32_t loads_ahead(const gpu::DeviceInfo& device);

/// Range of places in the sorted sample that probably contains the ranks `first` to `last` of n keys: three standard
/// deviations, plus one, to both sides.
struct SampledRanks {
  SampledRanks(std::uint64_t n, std::uint64_t samples, std::uint64_t first, std::uint64_t last);
  std::uint64_t low = 0, high = 0;
};

/// Returns the sampled vectors, as indices of the array's 16-byte vectors.
std::vector<std::uint64_t> sampled_vectors(const HistogramShape& shape, std::uint64_t n, data::KeyType type);

/// Returns the invocations of the single workgroup that decides. OpenGL guarantees 1024. A histogram has 256 to 4,096
/// bins, a few per invocation on a GPU.
std::uint32_t deciding_workgroup(const gpu::DeviceInfo& device);

}  // namespace texelsort::algorithms
