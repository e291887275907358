#include "compute/measure/statistics.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "compute/data/error.h"

namespace texelsort::measure {

namespace {

/// Probability with which the interval of a median covers the median.
constexpr double coverage = 0.95;

/// Returns the logarithm of the probability of k heads in n tosses of a fair coin.
double log_binomial(std::uint64_t n, std::uint64_t k) {
  const auto trials = static_cast<double>(n), hits = static_cast<double>(k);
  return std::lgamma(trials + 1) - std::lgamma(hits + 1) - std::lgamma(trials - hits + 1) - trials * std::log(2.0);
}

/// Returns how many of the smallest and of the largest samples can be removed so that the rest covers the median with
/// 95 % probability. This is the largest c with P(fewer than c + 1 of n samples are below the median) <= (1 - coverage)
/// / 2. Returns 0 if no sample can be removed.
std::uint64_t cut_from_each_end(std::uint64_t n) {
  double below = 0;
  std::uint64_t cut = 0;
  for (std::uint64_t k = 0; k < n / 2; ++k) {
    below += std::exp(log_binomial(n, k));
    if (below > (1 - coverage) / 2) break;
    cut = k;
  }
  return cut;
}

/// Returns how many of the smallest and of the largest Walsh averages of n values can be removed so that the rest
/// covers the median. This is the largest c with P(T < c) <= (1 - confidence) / 2, where T is the signed rank sum,
/// whose exact distribution follows from adding one rank after the other.
std::size_t cut_of_walsh_averages(std::size_t n, double confidence) {
  std::vector<double> probability(n * (n + 1) / 2 + 1, 0.0);
  probability[0] = 1;
  std::size_t largest = 0;
  for (std::size_t rank = 1; rank <= n; ++rank) {
    largest += rank;
    for (std::size_t sum = largest + 1; sum-- > 0;) {
      probability[sum] = 0.5 * (probability[sum] + (sum >= rank ? probability[sum - rank] : 0));
    }
  }
  double below = 0;
  std::size_t cut = 0;
  while (cut < probability.size() / 2) {
    below += probability[cut];
    if (below > (1 - confidence) / 2) break;
    ++cut;
  }
  return cut;
}

/// Returns how many of the smallest and of the largest of the m * n pairwise ratios can be removed so that the rest
/// covers the ratio of the medians, in the sense of cut_of_walsh_averages(). U is the number of pairs in which the time
/// of the first set is longer. Its distribution follows from the largest of all times, which is from the first set with
/// probability i / (i + j) and then longer than j others.
std::size_t cut_of_pairs(std::size_t m, std::size_t n) {
  constexpr double tail = (1 - coverage) / 2, two_sided_95 = 1.959964;
  constexpr std::size_t most_pairs = 2500;
  if (m * n > most_pairs) {
    const auto a = static_cast<double>(m), b = static_cast<double>(n);
    return static_cast<std::size_t>(0.5 * a * b - two_sided_95 * std::sqrt(a * b * (a + b + 1) / 12)) + 1;
  }
  std::vector<std::vector<double>> last(n + 1, {1.0});
  for (std::size_t i = 1; i <= m; ++i) {
    std::vector<std::vector<double>> row(n + 1, {1.0});
    for (std::size_t j = 1; j <= n; ++j) {
      row[j].assign(i * j + 1, 0.0);
      const double share = static_cast<double>(i) / static_cast<double>(i + j);
      for (std::size_t u = 0; u < last[j].size(); ++u) row[j][u + j] += share * last[j][u];
      for (std::size_t u = 0; u < row[j - 1].size(); ++u) row[j][u] += (1 - share) * row[j - 1][u];
    }
    last = std::move(row);
  }
  double below = 0;
  std::size_t cut = 0;
  while (cut < last[n].size() / 2) {
    below += last[n][cut];
    if (below > tail) break;
    ++cut;
  }
  return cut;
}

/// Returns the ratio whose logarithm is the median of sorted logarithms, with the interval that remains after `cut` of
/// them are removed from each end.
Ratio ratio_from(const std::vector<double>& logs, std::size_t cut, std::size_t samples) {
  const std::size_t n = logs.size();
  const double median = n % 2 == 1 ? logs[n / 2] : (logs[n / 2 - 1] + logs[n / 2]) / 2;
  return {std::exp(median), std::exp(logs[cut]), std::exp(logs[n - 1 - cut]), samples};
}

void require_times(std::span<const double> times, std::span<const double> baseline) {
  if (times.empty() || baseline.empty()) throw InternalError("a ratio of times needs times");
}

}  // namespace

Summary summarise(std::span<const double> samples) {
  if (samples.empty()) return {};
  std::vector<double> sorted(samples.begin(), samples.end());
  std::sort(sorted.begin(), sorted.end());
  const std::size_t n = sorted.size();
  const std::size_t cut = cut_from_each_end(n);
  const double median = n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
  const double middle_half = sorted[n - 1 - n / 4] - sorted[n / 4];
  return {.median = median,
          .low = sorted[cut],
          .high = sorted[n - 1 - cut],
          .samples = n,
          .noise = median > 0 ? middle_half / median : 0};
}

double fifth_percentile(std::span<const double> samples) {
  if (samples.empty()) throw InternalError("a percentile needs samples");
  std::vector<double> sorted(samples.begin(), samples.end());
  const auto at = sorted.begin() + static_cast<std::ptrdiff_t>((samples.size() - 1) / 20);
  std::ranges::nth_element(sorted, at);
  return *at;
}

Ratio paired_ratio(std::span<const double> times, std::span<const double> baseline, double confidence) {
  require_times(times, baseline);
  const std::size_t rounds = std::min(times.size(), baseline.size());
  std::vector<double> averages;
  averages.reserve(rounds * (rounds + 1) / 2);
  for (std::size_t i = 0; i < rounds; ++i) {
    const double own = std::log(times[i] / baseline[i]);
    for (std::size_t j = 0; j <= i; ++j) averages.push_back((own + std::log(times[j] / baseline[j])) / 2);
  }
  std::ranges::sort(averages);
  const std::size_t cut = cut_of_walsh_averages(rounds, confidence);
  // The interval ends with the averages of number `cut`, counted from 1 at each end.
  return ratio_from(averages, cut > 0 ? cut - 1 : 0, cut > 0 ? rounds : std::min<std::size_t>(rounds, 5));
}

double calm_ratio(std::span<const double> times, std::span<const double> baseline) {
  require_times(times, baseline);
  constexpr std::size_t most_rounds = 4, least_groups = 3;
  const std::size_t rounds = std::min(times.size(), baseline.size());
  const std::size_t each = std::clamp<std::size_t>(rounds / least_groups, 1, most_rounds);
  const auto shortest = [each](std::span<const double> all, std::size_t group) {
    return std::ranges::min(all.subspan(group * each, each));
  };
  std::vector<double> own, others;
  for (std::size_t group = 0; group < rounds / each; ++group) {
    own.push_back(shortest(times, group));
    others.push_back(shortest(baseline, group));
  }
  return paired_ratio(own, others).estimate;
}

Ratio ratio_of(std::span<const double> times, std::span<const double> baseline) {
  require_times(times, baseline);
  std::vector<double> logs;
  logs.reserve(times.size() * baseline.size());
  for (const double time : times) {
    for (const double other : baseline) logs.push_back(std::log(time / other));
  }
  std::ranges::sort(logs);
  const std::size_t cut = cut_of_pairs(times.size(), baseline.size());
  const std::size_t fewer = std::min(times.size(), baseline.size());
  return ratio_from(logs, cut > 0 ? cut - 1 : 0, cut > 0 ? fewer : std::min<std::size_t>(fewer, 5));
}

Verdict verdict_of(const Ratio& ratio, double tolerance) {
  if (!ratio.has_interval()) return Verdict::undecided;
  const double most = 1 + tolerance, least = 1 / most;
  if (ratio.high < least) return Verdict::faster;
  if (ratio.low > most) return Verdict::slower;
  return ratio.low >= least && ratio.high <= most ? Verdict::same : Verdict::undecided;
}

}  // namespace texelsort::measure
