#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace texelsort::measure {

/// Fewest samples with a distribution-free 95 % interval. With five, the two extreme samples do not cover the median
/// with a probability of 2 / 32.
inline constexpr std::uint64_t least_for_interval = 6;

/// Median with a distribution-free 95 % interval from order statistics (binomial, Conover, Practical Nonparametric
/// Statistics, section 3.2). With fewer than `least_for_interval` samples, no such interval exists, and `low` and
/// `high` are the extreme samples.
struct Summary {
  double median = 0, low = 0, high = 0;
  std::uint64_t samples = 0;
  /// Range of the middle half of the samples, as a fraction of the median.
  double noise = 0;
  bool has_interval() const { return samples >= least_for_interval; }
  /// Return the ends of the interval, or nothing if there is none.
  std::optional<double> lower() const { return has_interval() ? std::optional(low) : std::nullopt; }
  std::optional<double> upper() const { return has_interval() ? std::optional(high) : std::nullopt; }
};

Summary summarise(std::span<const double> samples);

/// Returns the 5th percentile: the largest sample that less than 5 % of the samples are below, which is the least of up
/// to 20. Other programs only add time, so that this varies less from run to run than the median does. Throws
/// InternalError if there are no samples.
double fifth_percentile(std::span<const double> samples);

/// Ratio of the times of two configurations, with an interval. With fewer than `least_for_interval` samples per
/// configuration, no 95 % interval exists, and `low` and `high` are the least and the largest ratio.
struct Ratio {
  double estimate = 1, low = 1, high = 1;
  std::uint64_t samples = 0;  ///< number of rounds, or the smaller number of samples if these are not paired
  bool has_interval() const { return samples >= least_for_interval; }
};

/// Returns the Hodges-Lehmann estimate of the ratio of two sets of times, which must be above 0. Element i of both sets
/// is from the same round, so that a change of the machine between rounds has no effect. A longer set is cut. The
/// estimate is the median of the Walsh averages of the logarithms of the ratios. The distribution-free interval
/// corresponds to the signed rank test (Hollander, Wolfe and Chicken, Nonparametric Statistical Methods, section 3.2),
/// with the exact distribution of the rank sum. Throws InternalError if a set is empty.
Ratio paired_ratio(std::span<const double> times, std::span<const double> baseline, double confidence = 0.95);

/// Returns an estimate of the ratio of two sets of times that are paired by round, for a busy machine. Other programs
/// only add time, so of up to four consecutive rounds, the shortest time of each set counts. Throws InternalError if a
/// set is empty.
double calm_ratio(std::span<const double> times, std::span<const double> baseline);

/// Returns the same as paired_ratio() for sets of times that are not paired, for example because they are from two
/// programs. The estimate is the median of the logarithms of all pairwise ratios. The interval corresponds to the rank
/// sum test (section 4.3 there), with the exact distribution of the rank sum for up to 2,500 pairs, and its normal
/// approximation for more.
Ratio ratio_of(std::span<const double> times, std::span<const double> baseline);

/// Verdict on two configurations, which follows only from the interval of their ratio. same: the interval lies within
/// the tolerance. faster, slower: it lies below or above the tolerance. undecided: it crosses the tolerance, or there
/// is no interval.
enum class Verdict : std::uint8_t { same, faster, slower, undecided };

/// `tolerance` is the relative difference that counts as equal: 0.05 allows ratios from 1 / 1.05 to 1.05.
Verdict verdict_of(const Ratio& ratio, double tolerance = 0);

}  // namespace texelsort::measure
