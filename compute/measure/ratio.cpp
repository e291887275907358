#include "compute/measure/ratio.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "compute/data/error.h"

namespace texelsort::measure {

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
