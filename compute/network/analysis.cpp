#include "compute/network/analysis.h"

#include <algorithm>
#include <bit>

#include "compute/network/lanes.h"

namespace texelsort::network {
namespace {

bool well_formed(const Pattern& pattern) {
  if (!std::has_single_bit(pattern.period)) return false;
  if (pattern.length == 0) return true;
  return pattern.mirrored ? pattern.distance >= 2 * pattern.length - 1 : pattern.distance >= 1;
}

/// Marks the places of a step by its number, so that marks need no clearing between steps.
bool disjoint(const Step& step, std::vector<std::uint32_t>& marks, std::uint32_t number) {
  bool good = true;
  for (const Pattern& pattern : step.patterns) {
    for_each_lane(pattern, marks.size(), [&](std::uint64_t low, std::uint64_t high) {
      good = good && low < high && marks[low] != number && marks[high] != number;
      marks[low] = marks[high] = number;
    });
  }
  return good;
}

}  // namespace

std::uint64_t size(const Network& network) {
  std::uint64_t total = 0;
  for (const Stage& stage : network.stages) {
    for (const Step& step : stage.steps) total += count_comparators(step, network.n);
  }
  return total;
}

std::uint64_t depth(const Network& network) {
  std::vector<std::uint32_t> levels(network.n, 0);  // of each place: the longest path that ends there
  for (const Stage& stage : network.stages) {
    for (const Step& step : stage.steps) {
      for (const Pattern& pattern : step.patterns) {
        for_each_lane(pattern, network.n, [&](std::uint64_t low, std::uint64_t high) {
          levels[low] = levels[high] = std::max(levels[low], levels[high]) + 1;
        });
      }
    }
  }
  return levels.empty() ? 0 : *std::max_element(levels.begin(), levels.end());
}

std::uint64_t steps(const Network& network) {
  std::uint64_t total = 0;
  for (const Stage& stage : network.stages) {
    for (const Step& step : stage.steps) total += count_comparators(step, network.n) > 0 ? 1 : 0;
  }
  return total;
}

bool well_formed(const Network& network) {
  std::vector<std::uint32_t> marks(network.n, 0);
  std::uint32_t number = 0;
  for (const Stage& stage : network.stages) {
    for (const Step& step : stage.steps) {
      for (const Pattern& pattern : step.patterns) {
        if (!well_formed(pattern)) return false;
      }
      if (!disjoint(step, marks, ++number)) return false;
    }
  }
  return true;
}

}  // namespace texelsort::network
