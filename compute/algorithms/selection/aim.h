#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "compute/algorithms/selection/encoded_keys.h"

namespace texelsort::algorithms {

/// What a sample of the codes says of where the k-th largest of all are. Asks for counts of the sample's codes that are
/// at least a threshold, and gives an interval in which all elements looked for are likely to be: three standard
/// deviations of their ranks in the sample, and one, to both sides (R. Floyd, R. Rivest, Expected Time Bounds for
/// Selection, CACM 18, 1975). What counts of all codes say alone is certain. A value; knows no data and no device.
class Aim {
 public:
  /// `samples` of `population` codes within `all`. Thresholds are multiples of 2^shift above its lowest code; less than
  /// 2^32 of them.
  Aim(const Interval& all, unsigned shift, std::uint64_t samples, std::uint64_t population,
      const std::vector<std::uint64_t>& ks);

  /// The threshold to count the sample against; nothing when the interval is known.
  std::optional<std::uint64_t> next() const;
  /// The answer to it.
  void counted(std::uint64_t samples);

  /// Once there is nothing to count: the interval, which is all if it is no narrower.
  Interval interval() const;
  /// Codes that are likely to be in it.
  double expected() const;

 private:
  using Unit = std::uint64_t;  ///< threshold / 2^shift, from the lowest
  /// The largest threshold at which the sample's count is at least `needed`, as far as it is known.
  struct Bound {
    double needed = 0, slack = 0;  ///< so many more are near enough
    double wanted = 0;             ///< beyond what is needed
    Unit reaches = 0, misses = 0;
  };
  std::optional<Unit> next_of(const Bound& bound) const;
  std::optional<Unit> next_unit() const;
  void narrow(Bound& bound) const;
  std::uint64_t count_at(Unit unit) const { return counts_.at(unit); }

  Interval all_;
  unsigned shift_;
  double scale_;  ///< codes that a sample stands for
  std::map<Unit, std::uint64_t> counts_;
  Bound low_, high_;  ///< the interval begins where low_ reaches, and ends where high_ misses
};

}  // namespace texelsort::algorithms
