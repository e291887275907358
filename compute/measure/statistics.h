#pragma once

#include <cstdint>
#include <span>

namespace texelsort::measure {

/// Median with a distribution-free 95 % interval from order statistics (binomial, Conover, Practical Nonparametric
/// Statistics, section 3.2). With fewer than 6 samples, no such interval exists; then low and high are the extremes.
struct Summary {
  double median = 0, low = 0, high = 0;
  std::uint64_t samples = 0;
};

Summary summarise(std::span<const double> samples);

/// Whether the intervals do not overlap.
bool separated(const Summary& a, const Summary& b);

}  // namespace texelsort::measure
