#include "compute/measure/statistics.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "compute/data/error.h"

namespace texelsort::measure {

namespace {

constexpr double confidence = 0.95;

/// Returns the logarithm of the probability of k heads in n tosses of a fair coin.
double log_binomial(std::uint64_t n, std::uint64_t k) {
  const auto trials = static_cast<double>(n), hits = static_cast<double>(k);
  return std::lgamma(trials + 1) - std::lgamma(hits + 1) - std::lgamma(trials - hits + 1) - trials * std::log(2.0);
}

/// Returns how many of the smallest and of the largest samples can be removed so that the rest covers the median with
/// 95 % confidence. This is the largest c with P(fewer than c + 1 of n samples are below the median) <= (1 -
/// confidence) / 2. Returns 0 if no sample can be removed.
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

Ratio ratio_of(std::span<const double> times, std::span<const double> baseline) {
  if (times.empty() || baseline.empty()) throw InternalError("a ratio of times needs times");
  std::vector<double> logs;
  logs.reserve(times.size() * baseline.size());
  for (const double time : times) {
    for (const double other : baseline) logs.push_back(std::log(time / other));
  }
  std::ranges::sort(logs);
  const std::size_t pairs = logs.size();
  const auto m = static_cast<double>(times.size()), n = static_cast<double>(baseline.size());
  constexpr double two_sided_95 = 1.959964;
  const double cut = std::floor(0.5 * m * n - two_sided_95 * std::sqrt(m * n * (m + n + 1) / 12));
  const std::size_t from_each_end = cut > 0 ? static_cast<std::size_t>(cut) : 0;
  const double median = pairs % 2 == 1 ? logs[pairs / 2] : (logs[pairs / 2 - 1] + logs[pairs / 2]) / 2;
  return {std::exp(median), std::exp(logs[from_each_end]), std::exp(logs[pairs - 1 - from_each_end])};
}

}  // namespace texelsort::measure
