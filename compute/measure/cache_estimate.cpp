#include "compute/measure/cache_estimate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include <fmt/format.h>

#include "compute/data/text/number_format.h"

namespace texelsort::measure {
namespace {

/// Number of resamples, and the number of them below and above a 95 % interval.
constexpr std::size_t resamples = 1000, outside = 25;
/// Fewest distances on the near side of a jump. One distance has no spread to compare with the jump.
constexpr std::size_t least_near = 2;
/// Fewest distances in which a jump differs from noise. A second jump needs one more.
constexpr std::size_t least_distances = 4;

/// Distances in one direction, with the logarithms of the times of each round.
struct Direction {
  std::vector<std::uint64_t> distances;
  std::vector<std::vector<double>> logs;
};

Direction direction_of(const DistanceCurve& curve, bool along_row, std::size_t rounds) {
  Direction direction;
  for (const DistancePoint& point : curve.points) {
    if ((point.distance < curve.width) != along_row) continue;
    direction.distances.push_back(point.distance);
    auto& logs = direction.logs.emplace_back();
    for (std::size_t round = 0; round < rounds; ++round) logs.push_back(std::log(point.samples_ms[round]));
  }
  return direction;
}

/// Borders between groups of distances. Border i lies before distance `before[i]`.
struct Borders {
  std::vector<std::size_t> before;
  std::vector<double> contrasts;  ///< logarithms

  double weakest() const {
    return contrasts.empty() ? -std::numeric_limits<double>::max() : *std::ranges::min_element(contrasts);
  }
};

Borders borders_at(const std::vector<double>& times, std::vector<std::size_t> before) {
  struct Group {
    double least, most;
  };
  std::vector<Group> groups;
  std::size_t first = 0;
  for (std::size_t i = 0; i <= before.size(); ++i) {
    const std::size_t last = i < before.size() ? before[i] : times.size();
    const auto [least, most] = std::minmax_element(times.begin() + static_cast<std::ptrdiff_t>(first),
                                                   times.begin() + static_cast<std::ptrdiff_t>(last));
    groups.push_back({*least, *most});
    first = last;
  }
  Borders borders{std::move(before), {}};
  for (std::size_t i = 0; i + 1 < groups.size(); ++i) {
    const Group &near = groups[i], &far = groups[i + 1];
    borders.contrasts.push_back(far.least - near.most - std::max(near.most - near.least, far.most - far.least));
  }
  return borders;
}

/// Returns the `count` borders, one or two, whose weakest contrast is the greatest. Returns no borders if there are too
/// few distances.
Borders best_borders(const std::vector<double>& times, std::size_t count) {
  Borders best;
  const auto consider = [&](std::vector<std::size_t> before) {
    Borders borders = borders_at(times, std::move(before));
    if (borders.weakest() > best.weakest()) best = std::move(borders);
  };
  for (std::size_t first = least_near; first < times.size(); ++first) {
    if (count == 1) consider({first});
    for (std::size_t second = first + least_near; count == 2 && second < times.size(); ++second) {
      consider({first, second});
    }
  }
  return best;
}

double median_of(std::vector<double>& values) {
  std::ranges::sort(values);
  const std::size_t n = values.size();
  return n % 2 == 1 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

/// Returns the median logarithm of the time per distance, in the chosen rounds.
std::vector<double> medians(const Direction& direction, const std::vector<std::size_t>& rounds) {
  std::vector<double> all, values(rounds.size());
  for (const std::vector<double>& logs : direction.logs) {
    std::ranges::transform(rounds, values.begin(), [&logs](std::size_t round) { return logs[round]; });
    all.push_back(median_of(values));
  }
  return all;
}

/// A border with intervals.
struct Jump {
  std::size_t before = 0, least = 0, most = 0;
  Ratio contrast;
};

/// Returns the interval of a contrast from its resamples, which get sorted. `error` is the standard error of a median
/// logarithm. Noise lowers a contrast, because it separates the extremes of equal times and brings those of different
/// times closer. The upper end allows for three standard errors at each of two extremes.
Ratio contrast_of(double estimate, std::vector<double>& resampled, double error, std::size_t rounds) {
  constexpr double most_errors = 6;
  std::ranges::sort(resampled);
  const double low = resampled[outside], high = resampled[resamples - 1 - outside];
  return {std::exp(estimate), std::exp(std::min(low, 2 * estimate - high)),
          std::exp(std::max(high, estimate + most_errors * error)), rounds};
}

double standard_deviation(const std::vector<double>& values) {
  const auto n = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / n);
}

/// Returns the best `count` borders with their intervals, or nothing if there are too few distances.
std::vector<Jump> jumps_of(const Direction& direction, std::size_t count) {
  const std::size_t rounds = direction.logs.front().size();
  std::vector<std::size_t> chosen(rounds);
  std::iota(chosen.begin(), chosen.end(), std::size_t{0});
  const Borders borders = best_borders(medians(direction, chosen), count);
  std::vector<std::vector<double>> contrasts(borders.before.size());
  std::vector<std::vector<std::size_t>> places(borders.before.size());
  std::vector<std::vector<double>> times(direction.distances.size());
  constexpr std::uint64_t seed = 1;
  std::mt19937_64 random(seed);
  for (std::size_t sample = 0; sample < resamples; ++sample) {
    for (std::size_t& round : chosen) round = random() % rounds;
    const std::vector<double> now = medians(direction, chosen);
    for (std::size_t i = 0; i < times.size(); ++i) times[i].push_back(now[i]);
    const Borders resampled = best_borders(now, count);
    for (std::size_t i = 0; i < contrasts.size(); ++i) {
      contrasts[i].push_back(resampled.contrasts[i]);
      places[i].push_back(resampled.before[i]);
    }
  }
  double error = 0;
  for (const std::vector<double>& of_distance : times) {
    error += standard_deviation(of_distance) / static_cast<double>(times.size());
  }
  std::vector<Jump> jumps;
  for (std::size_t i = 0; i < contrasts.size(); ++i) {
    std::ranges::sort(places[i]);
    jumps.push_back({borders.before[i], places[i][outside], places[i][resamples - 1 - outside],
                     contrast_of(borders.contrasts[i], contrasts[i], error, rounds)});
  }
  return jumps;
}

bool all_certain(const std::vector<Jump>& jumps) {
  return !jumps.empty() && std::ranges::all_of(jumps, [](const Jump& jump) { return jump.contrast.low > 1; });
}

std::size_t rounds_of(const DistanceCurve& curve) {
  std::size_t rounds = std::numeric_limits<std::size_t>::max();
  for (const DistancePoint& point : curve.points) rounds = std::min(rounds, point.samples_ms.size());
  return curve.points.empty() ? 0 : rounds;
}

/// Returns the time of the slowest pass of a direction divided by that of the fastest one.
double spread_of(const Direction& direction) {
  std::vector<double> times;
  for (std::vector<double> logs : direction.logs) times.push_back(median_of(logs));
  const auto [least, most] = std::ranges::minmax_element(times);
  return std::exp(*most - *least);
}

void fill_in(CacheEstimate& estimate, const Direction& direction, const Jump& jump, bool is_certain,
             const DistanceCurve& curve, std::uint64_t bytes) {
  estimate.contrast = jump.contrast;
  if (!is_certain) return;
  if (estimate.parameter == CacheParameter::cache_size) {
    const auto working_set = [&](std::size_t i) { return 2 * direction.distances[i] * bytes; };
    estimate.value = working_set(jump.before - 1);
    estimate.least = working_set(jump.least - 1);
    estimate.most = working_set(jump.most) - 1;
    return;
  }
  const std::uint64_t step = estimate.parameter == CacheParameter::block_width ? 1 : curve.width;
  estimate.value = direction.distances[jump.before] / step;
  estimate.least = direction.distances[jump.least - 1] / step + 1;
  estimate.most = direction.distances[jump.most] / step;
}

std::string size_text(const CacheEstimate& estimate, std::uint64_t size) {
  return estimate.parameter == CacheParameter::cache_size ? data::size_text(size)
                                                          : fmt::format("{} {}", size, unit(estimate.parameter));
}

}  // namespace

std::string_view name(CacheParameter parameter) {
  constexpr std::array<std::string_view, 3> names{"block width", "block height", "cache size"};
  return names.at(static_cast<std::size_t>(parameter));
}

std::string_view unit(CacheParameter parameter) {
  constexpr std::array<std::string_view, 3> units{"texels", "rows", "bytes"};
  return units.at(static_cast<std::size_t>(parameter));
}

CacheEstimate estimate_cache(const DistanceCurve& curve, CacheParameter parameter, std::uint64_t bytes) {
  CacheEstimate estimate{.parameter = parameter};
  if (curve.tile != 1) {
    estimate.reason = "only the row-major mapping shows it";
    return estimate;
  }
  const std::size_t rounds = rounds_of(curve);
  if (rounds < least_for_interval) {
    estimate.reason =
        fmt::format("an interval needs {} samples of each pass, and there are {}", least_for_interval, rounds);
    return estimate;
  }
  const bool along_row = parameter == CacheParameter::block_width;
  const Direction direction = direction_of(curve, along_row, rounds);
  const std::size_t needed = least_distances + (parameter == CacheParameter::cache_size ? 1 : 0);
  if (direction.distances.size() < needed) {
    estimate.reason = fmt::format("a jump needs {} distances {}, and there are {}", needed,
                                  along_row ? "along a row" : "of whole rows", direction.distances.size());
    return estimate;
  }
  estimate.spread = spread_of(direction);
  const std::vector<Jump> one = jumps_of(direction, 1), two = along_row ? std::vector<Jump>() : jumps_of(direction, 2);
  const bool both = all_certain(two);
  if (parameter != CacheParameter::cache_size) {
    const Jump& jump = both ? two.front() : one.front();
    fill_in(estimate, direction, jump, both || all_certain(one), curve, bytes);
  } else if (both) {
    fill_in(estimate, direction, two.back(), true, curve, bytes);
  } else {
    const auto low = [](const Jump& jump) { return jump.contrast.low; };
    fill_in(estimate, direction, *std::ranges::min_element(two, {}, low), false, curve, bytes);
  }
  return estimate;
}

std::vector<CacheEstimate> estimate_cache(const DistanceCurve& curve, std::uint64_t bytes) {
  std::vector<CacheEstimate> all;
  for (const CacheParameter parameter :
       {CacheParameter::block_width, CacheParameter::block_height, CacheParameter::cache_size}) {
    all.push_back(estimate_cache(curve, parameter, bytes));
  }
  return all;
}

std::string text(const CacheEstimate& estimate) {
  if (!estimate.reason.empty()) return fmt::format("not estimated, because {}", estimate.reason);
  if (!estimate.value) {
    return fmt::format("not shown: the times differ by {:.2g} % at most, and no {}jump exceeds the other differences",
                       100 * (estimate.spread - 1), estimate.parameter == CacheParameter::cache_size ? "second " : "");
  }
  return fmt::format("{} [{} to {}]", size_text(estimate, *estimate.value), size_text(estimate, estimate.least),
                     size_text(estimate, estimate.most));
}

}  // namespace texelsort::measure
