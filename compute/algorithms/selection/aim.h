#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "compute/algorithms/selection/encoded_keys.h"

namespace texelsort::algorithms {

/// Estimates from a sample where the k-th largest of all encoded keys are. Asks for the number of sampled keys that are
/// at least a threshold. Returns an interval that probably contains all elements searched for. It extends three
/// standard deviations of their ranks in the sample, plus one, to both sides (R. Floyd, R. Rivest, Expected Time Bounds
/// for Selection, CACM 18, 1975). Only counts of all keys give certainty. A value type, independent of data and device.
class Aim {
 public:
  /// `samples` of `population` encoded keys within `all`. Thresholds are its lowest key plus multiples of 2^shift, less
  /// than 2^32 of them.
  Aim(const Interval& all, unsigned shift, std::uint64_t samples, std::uint64_t population,
      const std::vector<std::uint64_t>& ks);

  /// Returns the threshold to count the sample against. Nothing when the interval is known.
  std::optional<std::uint64_t> next() const;
  /// Reports the count for this threshold.
  void counted(std::uint64_t samples);

  /// Returns the interval once next() returns nothing. It is `all` if it would not be narrower.
  Interval interval() const;
  /// Returns the expected number of encoded keys in the interval.
  double expected() const;

 private:
  using Unit = std::uint64_t;  ///< threshold / 2^shift, relative to the lowest
  /// The largest threshold with a sample count of at least `needed`, as far as it is known.
  struct Bound {
    double needed = 0, slack = 0;  ///< acceptable excess of the count
    double wanted = 0;             ///< excess of the count to aim at
    Unit reaches = 0, misses = 0;
  };
  std::optional<Unit> next_of(const Bound& bound) const;
  std::optional<Unit> next_unit() const;
  void narrow(Bound& bound) const;
  std::uint64_t count_at(Unit unit) const { return counts_.at(unit); }

  Interval all_;
  unsigned shift_;
  double scale_;  ///< population per sample
  std::map<Unit, std::uint64_t> counts_;
  Bound low_, high_;  ///< the interval begins at low_.reaches and ends at high_.misses
};

}  // namespace texelsort::algorithms
