#pragma once

#include <cstdint>
#include <span>

namespace texelsort::measure {

/// Median with a distribution-free 95 % interval from order statistics (binomial, Conover, Practical Nonparametric
/// Statistics, section 3.2). With fewer than 6 samples, no such interval exists, and `low` and `high` are the extreme
/// samples.
struct Summary {
  double median = 0, low = 0, high = 0;
  std::uint64_t samples = 0;
};

Summary summarise(std::span<const double> samples);

/// Returns whether the intervals of two summaries do not overlap.
bool separated(const Summary& a, const Summary& b);

/// Ratio of the times of two configurations, with a 95 % interval.
struct Ratio {
  double estimate = 1, low = 1, high = 1;
};

/// Returns the Hodges-Lehmann estimate of the ratio of two sets of times, which must be above 0. The estimate is the
/// median of the logarithms of all pairwise ratios. The distribution-free interval corresponds to the rank sum test
/// (Hollander, Wolfe and Chicken, Nonparametric Statistical Methods, section 4.3). The ends of the interval are order
/// statistics, chosen by the normal approximation of the rank sum. With too few samples, the interval ranges from the
/// least to the largest ratio. Throws InternalError if a set is empty.
Ratio ratio_of(std::span<const double> times, std::span<const double> baseline);

}  // namespace texelsort::measure
