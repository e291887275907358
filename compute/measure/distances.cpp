#include "compute/measure/distances.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include <fmt/format.h>

#include "compute/algorithms/arrays/texel_arrays.h"
#include "compute/algorithms/networks/network_algorithm.h"
#include "compute/algorithms/registry.h"
#include "compute/data/error.h"
#include "compute/network/generators.h"

namespace texelsort::measure {
namespace {

/// Networks of one step that are measured, one per distance of the compared keys: 1, 2, 4, ... The single-quad method
/// executes them.
class Steps {
 public:
  explicit Steps(std::uint64_t n) {
    for (std::uint64_t distance = 1; distance < n; distance *= 2) {
      distances_.push_back(distance);
      families_.push_back(std::make_unique<network::Family>(network::single_step(distance)));
      algorithms_.push_back(algorithms::make_network_algorithm(*families_.back(), "single-quad"));
    }
  }

  const std::vector<std::uint64_t>& distances() const { return distances_; }
  const algorithms::Algorithm& algorithm(std::size_t i) const { return *algorithms_[i]; }

 private:
  std::vector<std::uint64_t> distances_;
  std::vector<std::unique_ptr<network::Family>> families_;
  std::vector<std::unique_ptr<algorithms::Algorithm>> algorithms_;
};

DistanceCurve empty_curve(const algorithms::Parameters& parameters, std::uint64_t n) {
  DistanceCurve curve;
  curve.parameters = parameters;
  if (parameters.text("mapping") == "tiled") curve.tile = static_cast<std::uint64_t>(parameters.integer("tile"));
  const auto log2_tile = static_cast<std::uint32_t>(std::countr_zero(curve.tile));
  const auto width = static_cast<std::uint32_t>(parameters.integer("width"));
  curve.width = algorithms::TexelArrays::extent(n, width, log2_tile).width;
  return curve;
}

std::string text(const DistanceCurve& curve, Neighbourhood where) {
  switch (where) {
    case Neighbourhood::same_row:
      return fmt::format("in the same row of {} texels", curve.width);
    case Neighbourhood::other_row:
      return "in another row";
    case Neighbourhood::row_of_tile:
      return "in the same row of a tile";
    case Neighbourhood::same_tile:
      return "in another row of the tile";
    case Neighbourhood::row_of_tiles:
      return "in another tile of the same row of tiles";
    case Neighbourhood::other_tiles:
      return "in another row of tiles";
  }
  return {};
}

std::string range_text(std::uint64_t first, std::uint64_t last) {
  return first == last ? fmt::format("distance {}", first) : fmt::format("distances {} to {}", first, last);
}

/// Describes the pass times of one mapping in a sentence. Names the fastest and the slowest pass, and the mean time for
/// each relative position of the partners.
std::string times_by_neighbourhood(const DistanceCurve& curve) {
  const auto time = [](const DistancePoint& point) { return point.ms.median; };
  const auto [fastest, slowest] = std::ranges::minmax_element(curve.points, {}, time);
  std::string sentence = fmt::format("{}: a pass takes {:.3f} ms (distance {}) to {:.3f} ms (distance {}); on average ",
                                     name(curve), time(*fastest), fastest->distance, time(*slowest), slowest->distance);
  for (std::size_t first = 0, last = 0; first < curve.points.size(); first = last) {
    const Neighbourhood where = neighbourhood(curve, curve.points[first].distance);
    double sum = 0;
    for (; last < curve.points.size() && neighbourhood(curve, curve.points[last].distance) == where; ++last) {
      sum += curve.points[last].ms.median;
    }
    sentence += fmt::format("{}{:.3f} ms with the partner {} ({})", first > 0 ? ", " : "",
                            sum / static_cast<double>(last - first), text(curve, where),
                            range_text(curve.points[first].distance, curve.points[last - 1].distance));
  }
  return sentence + ".";
}

/// Returns the ratio of the times of two points, whose interval has this confidence. Returns a ratio without interval
/// if one of them has no samples.
Ratio ratio_of(const DistancePoint& point, const DistancePoint& baseline, double confidence = 0.95) {
  if (point.samples_ms.empty() || baseline.samples_ms.empty()) return {};
  return paired_ratio(point.samples_ms, baseline.samples_ms, confidence);
}

/// Describes the largest change of time between successive distances in a sentence. If no change is certain, tells how
/// large one could be.
std::string largest_step(const DistanceCurve& curve) {
  const std::size_t steps = curve.points.size() - 1;
  // All intervals must hold together, because the largest of many equal ratios would otherwise often exclude 1.
  const double tail = 0.05 / static_cast<double>(std::max<std::size_t>(steps, 1));
  const auto size_of = [](double ratio) { return std::max(ratio, 1 / ratio); };
  std::size_t before = 0;
  Ratio largest;
  double most = 1;
  for (std::size_t i = 0; i < steps; ++i) {
    const Ratio ratio = ratio_of(curve.points[i + 1], curve.points[i], 1 - tail);
    if (!ratio.has_interval()) {
      return fmt::format("{}: a change of the time between two distances needs {:.0f} samples of each.", name(curve),
                         std::ceil(std::log2(2 / tail)));
    }
    most = std::max({most, size_of(ratio.low), size_of(ratio.high)});
    const Verdict verdict = verdict_of(ratio);
    if (verdict != Verdict::faster && verdict != Verdict::slower) continue;
    if (size_of(ratio.estimate) <= size_of(largest.estimate)) continue;
    largest = ratio;
    before = i;
  }
  if (!largest.has_interval()) {
    return fmt::format(
        "{}: no jump is seen. Between consecutive distances, the time could change by a factor of at most {:.2f}, by "
        "intervals that hold together with 95 % confidence.",
        name(curve), most);
  }
  const std::uint64_t near = curve.points[before].distance, far = curve.points[before + 1].distance;
  const Neighbourhood from = neighbourhood(curve, near), to = neighbourhood(curve, far);
  const std::string where =
      from == to ? fmt::format("with the partner {} both times", text(curve, from))
                 : fmt::format("where the partner, {} before, is {}", text(curve, from), text(curve, to));
  return fmt::format("{}: the time changes most from distance {} to {}, by a factor of {:.2f} [{:.2f} to {:.2f}], {}.",
                     name(curve), near, far, largest.estimate, largest.low, largest.high, where);
}

std::string comparison(const DistanceCurve& curve, const DistanceCurve& baseline) {
  const std::size_t count = curve.points.size();
  std::size_t faster = 0, slower = 0, best = 0, worst = 0;
  std::vector<double> ratios;
  for (std::size_t i = 0; i < count; ++i) {
    const Summary &ms = curve.points[i].ms, &base = baseline.points[i].ms;
    ratios.push_back(base.median > 0 ? ms.median / base.median : 1);
    const Verdict verdict = verdict_of(ratio_of(curve.points[i], baseline.points[i]));
    faster += verdict == Verdict::faster;
    slower += verdict == Verdict::slower;
    if (ratios[i] < ratios[best]) best = i;
    if (ratios[i] > ratios[worst]) worst = i;
  }
  return fmt::format(
      "{} against {}: faster at {} of {} distances, slower at {}, tied at {}; its times are {:.2f} (distance {}) to "
      "{:.2f} (distance {}) of the other's.",
      name(curve), name(baseline), faster, count, slower, count - faster - slower, ratios[best],
      curve.points[best].distance, ratios[worst], curve.points[worst].distance);
}

}  // namespace

std::string name(const DistanceCurve& curve) {
  return curve.tile == 1 ? "row-major" : fmt::format("tiled {0} x {0}", curve.tile);
}

const algorithms::Algorithm& distance_algorithm() {
  return algorithms::find_algorithm("bitonic/single-quad");
}

std::vector<DistanceCurve> compare_distances(const std::vector<algorithms::Prepared>& mappings, gpu::Device* device,
                                             std::shared_ptr<const algorithms::Problem> problem, const Budget& budget,
                                             std::uint64_t seed) {
  const std::uint64_t n = problem->n();
  if (n < 2) throw UsageError(fmt::format("n = {} is too small to compare positions: choose n = 2 or more", n));
  const Steps steps(n);
  std::vector<Entry> entries;
  const gpu::DeviceInfo* info = device == nullptr ? nullptr : &device->info();
  for (const algorithms::Prepared& mapping : mappings) {
    for (std::size_t i = 0; i < steps.distances().size(); ++i) {
      // For a single step, use the parameter values of the whole network with this mapping.
      entries.push_back(
          {prepare(steps.algorithm(i), info, problem->form(), mapping.used_values()), Verification::only_pass});
    }
  }
  const std::vector<Measurement> measurements = compare(entries, device, std::move(problem), budget, seed);

  std::vector<DistanceCurve> curves;
  auto next = measurements.begin();
  for (const algorithms::Prepared& mapping : mappings) {
    DistanceCurve& curve = curves.emplace_back(empty_curve(mapping.parameters(), n));
    for (const std::uint64_t distance : steps.distances()) {
      curve.clock = next->clock;
      curve.points.push_back({distance, next->total_ms, next->samples_ms, next->bytes, next->verified, next->fault});
      ++next;
    }
  }
  return curves;
}

Neighbourhood neighbourhood(const DistanceCurve& curve, std::uint64_t distance) {
  if (curve.tile == 1) return distance < curve.width ? Neighbourhood::same_row : Neighbourhood::other_row;
  if (distance < curve.tile) return Neighbourhood::row_of_tile;
  if (distance < curve.tile * curve.tile) return Neighbourhood::same_tile;
  return distance < curve.tile * curve.width ? Neighbourhood::row_of_tiles : Neighbourhood::other_tiles;
}

std::vector<std::string> findings(const std::vector<DistanceCurve>& curves) {
  std::vector<std::string> sentences;
  for (const DistanceCurve& curve : curves) {
    sentences.push_back(times_by_neighbourhood(curve));
    sentences.push_back(largest_step(curve));
  }
  for (std::size_t i = 1; i < curves.size(); ++i) sentences.push_back(comparison(curves[i], curves.front()));
  return sentences;
}

}  // namespace texelsort::measure
