#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "compute/algorithms/selection/encoded_keys.h"

namespace texelsort::algorithms {

/// Estimates from a sample the interval of encoded keys that contains the k-th largest keys. The estimate asks for the
/// number of samples that are at least a threshold, and returns an interval that probably contains all wanted keys. On
/// both sides, the interval extends the keys' ranks in the sample by three standard deviations plus one (R. Floyd, R.
/// Rivest, Expected Time Bounds for Selection, CACM 18, 1975). Only counts of all keys give certainty. The class is a
/// value type, independent of data and device.
class Aim {
 public:
  /// Starts an estimate. The sample has `samples` of `population` encoded keys, which are all within `all`. Thresholds
  /// are the lowest key of `all` plus multiples of 2^shift. There must be fewer than 2^32 thresholds.
  Aim(const Interval& all, unsigned shift, std::uint64_t samples, std::uint64_t population,
      const std::vector<std::uint64_t>& ks);

  /// Returns the next threshold for which the samples must be counted. Returns null if the interval is known.
  std::optional<std::uint64_t> next() const;
  /// Reports the number of samples that are at least the threshold of next().
  void counted(std::uint64_t samples);

  /// Returns the interval that probably contains all wanted keys, after next() has returned null. Returns `all` if the
  /// interval would not be narrower.
  Interval interval() const;
  /// Returns the expected number of encoded keys in the interval.
  double expected() const;

 private:
  using Unit = std::uint64_t;  ///< number of a threshold: (threshold - lowest key) / 2^shift
  /// Search for one end of the interval. It looks for the largest threshold that at least `needed` samples reach.
  struct Bound {
    double needed = 0, slack = 0;  ///< number of samples that must reach the threshold, and excess that ends the search
    double wanted = 0;             ///< excess over `needed` for which the search aims
    Unit reaches = 0, misses = 0;
  };
  std::optional<Unit> next_of(const Bound& bound) const;
  std::optional<Unit> next_unit() const;
  void narrow(Bound& bound) const;
  std::uint64_t count_at(Unit unit) const { return counts_.at(unit); }

  Interval all_;
  unsigned shift_;
  double scale_;  ///< number of keys per sample
  std::map<Unit, std::uint64_t> counts_;
  Bound low_, high_;  ///< searches for both ends: the interval begins at low_.reaches and ends at high_.misses
};

}  // namespace texelsort::algorithms
