#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/selection/settings.h"

/// How a radix selection is cut up: from the most significant digit down, and into dispatches.
namespace texelsort::algorithms {

/// One digit of the bits that are searched: `width` bits above the lowest `shift`.
struct DigitLevel {
  unsigned shift = 0, width = 0;
  bool operator==(const DigitLevel&) const = default;
};

/// `open` bits in digits of `width` bits from the most significant; the last may be narrower.
std::vector<DigitLevel> digit_levels(unsigned open, unsigned width);

/// Vectors of 16 bytes side by side in a sample.
inline constexpr std::uint64_t sampled_run = 32;

struct HistogramShape {
  /// As many prefixes at once as fit into the shared memory that every device has.
  HistogramShape(const HistogramSettings& settings, std::uint64_t ranks);

  unsigned digit;  ///< bits
  std::uint32_t workgroup, workgroups;
  std::uint32_t prefixes = 1;  ///< counted in one dispatch
  std::uint32_t sample;        ///< keys that are counted first, 0: none

  std::uint64_t bins() const { return std::uint64_t{1} << digit; }
  std::uint64_t shared_bytes() const { return prefixes * bins() * sizeof(std::uint32_t); }
  /// Vectors of 16 bytes of which a run is sampled.
  std::uint64_t range(std::uint64_t n, data::KeyType type) const;
  bool guesses(std::uint64_t n, data::KeyType type) const { return sample > 0 && range(n, type) >= sampled_run; }
  /// Candidates that each workgroup can keep: an eighth of the keys in all.
  std::uint64_t share(std::uint64_t n) const { return std::max<std::uint64_t>(64, n / 8 / workgroups); }
};

/// How the counting of a level and its decision are cut into dispatches, so that no invocation goes through more rounds
/// of loops than the device allows.
struct HistogramCut {
  HistogramCut(const gpu::DeviceInfo& device, const HistogramShape& shape, data::KeyType type, std::uint64_t n,
               std::uint64_t ranks);

  std::uint64_t vectors = 0;     ///< of 16 bytes, in a dispatch that counts
  std::uint64_t candidates = 0;  ///< of a workgroup's share, in the same
  std::uint64_t dispatches = 1;  ///< that count a level
  std::uint64_t count_rounds = 0;
  std::uint64_t ranks = 0;      ///< in a dispatch that decides
  std::uint64_t decisions = 1;  ///< dispatches that decide a level
  std::uint64_t decide_rounds = 0, guess_rounds = 0;
  std::optional<std::string> refusal{};  ///< why no cut is small enough
};

/// Vectors that an invocation reads ahead: loads in flight hide memory's latency.
std::uint32_t loads_ahead(const gpu::DeviceInfo& device);

/// Places in a sample put in order between which the sample's keys are that stand for ranks `first` to `last` of n
/// keys: three standard deviations to both sides, and one.
struct SampledRanks {
  SampledRanks(std::uint64_t n, std::uint64_t samples, std::uint64_t first, std::uint64_t last);
  std::uint64_t low = 0, high = 0;
};

/// Vectors of the sample: the places in the array's vectors of 16 bytes.
std::vector<std::uint64_t> sampled_vectors(const HistogramShape& shape, std::uint64_t n, data::KeyType type);

/// Invocations of the one workgroup that decides. OpenGL promises 1024; a histogram has 256 to 4,096 bins, a few for
/// each of them on a GPU.
std::uint32_t deciding_workgroup(const gpu::DeviceInfo& device);

}  // namespace texelsort::algorithms
