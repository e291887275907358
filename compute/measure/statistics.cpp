#include "compute/measure/statistics.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace texelsort::measure {

namespace {

constexpr double confidence = 0.95;

/// Returns the logarithm of the probability of k successes in n tosses of a fair coin.
double log_binomial(std::uint64_t n, std::uint64_t k) {
  const auto trials = static_cast<double>(n), hits = static_cast<double>(k);
  return std::lgamma(trials + 1) - std::lgamma(hits + 1) - std::lgamma(trials - hits + 1) - trials * std::log(2.0);
}

/// Returns how many samples can be cut from each end while the rest still covers the median: the largest c with P(fewer
/// than c + 1 of n samples lie below the median) <= (1 - confidence) / 2. 0 if there is no such cut.
std::uint64_t cut_from_each_end(std::uint64_t n) {
  double below = 0;
  std::uint64_t cut = 0;
  for (std::uint64_t k = 0; k < n / 2; ++k) {
    below += std::exp(log_binomial(n, k));
    if (below > (1 - confidence) / 2) break;
    cut = k;
  }
  return cut;
}

}  // namespace

Summary summarise(std::span<const double> samples) {
  if (samples.empty()) return {};
  std::vector<double> sorted(samples.begin(), samples.end());
  std::sort(sorted.begin(), sorted.end());
  const std::size_t n = sorted.size();
  const std::size_t cut = cut_from_each_end(n);
  const double median = n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
  return {.median = median, .low = sorted[cut], .high = sorted[n - 1 - cut], .samples = n};
}

bool separated(const Summary& a, const Summary& b) {
  return a.high < b.low || b.high < a.low;
}

}  // namespace texelsort::measure
