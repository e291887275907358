#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "compute/algorithms/selection/encoded_keys.h"

namespace texelsort::algorithms {

/// Estimates from a sample where the k-th largest of all encoded keys are. It asks how many sampled keys are at least a
/// threshold, and returns an interval that probably contains all elements searched for. On both sides, the interval
/// extends their ranks in the sample by three standard deviations plus one (R. Floyd, R. Rivest, Expected Time Bounds
/// for Selection, CACM 18, 1975). Only counts of all keys give certainty. The class is a value type, independent of
/// data and device.
class Aim {
 public:
  /// The sample has `samples` of `population` encoded keys, which are all within `all`. Thresholds are the lowest key
  /// of `all` plus multiples of 2^shift. There must be fewer than 2^32 thresholds.
  Aim(const Interval& all, unsigned shift, std::uint64_t samples, std::uint64_t population,
      const std::vector<std::uint64_t>& ks);

  /// Returns the threshold against which the sample must be counted next. Null once the interval is known.
  std::optional<std::uint64_t> next() const;
  /// Reports the count of samples for the threshold of next().
  void counted(std::uint64_t samples);

  /// Returns the interval, once next() returns null. Returns `all` if the interval would not be narrower.
  Interval interval() const;
  /// Returns the expected number of encoded keys in the interval.
  double expected() const;

 private:
  using Unit = std::uint64_t;  ///< number of a threshold: its distance from the lowest key, divided by 2^shift
  /// An end of the interval: the largest threshold that at least `needed` samples reach, as far as it is known.
  struct Bound {
    double needed = 0, slack = 0;  ///< required count of samples, and acceptable excess over it
    double wanted = 0;             ///< excess over `needed` that the search aims at
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
  Bound low_, high_;  ///< the interval begins at low_.reaches and ends at high_.misses
};

}  // namespace texelsort::algorithms
