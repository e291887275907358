#include "compute/network/analysis.h"

#include <algorithm>
#include <bit>

#include "compute/network/lanes.h"

namespace texelsort::network {
namespace {

bool well_formed(const Pattern& pattern) {
  if (!std::has_single_bit(pattern.period)) return false;
  if (pattern.fence != 0 && !std::has_single_bit(pattern.fence)) return false;
  if (pattern.length == 0) return true;
  return pattern.mirrored ? pattern.distance >= 2 * pattern.length - 1 : pattern.distance >= 1;
}

bool well_formed(const std::vector<Comparator>& listed) {
  return std::ranges::is_sorted(listed, {}, &Comparator::low) &&
         std::ranges::all_of(listed, [](const Comparator& c) { return c.low < c.high; });
}

/// Returns whether the comparators of a step have no place in common. Stores `number`, the number of the step, in the
/// element of each used place, so that `marks` need not be cleared between steps.
bool disjoint(const Step& step, std::vector<std::uint32_t>& marks, std::uint32_t number) {
  bool good = true;
  for_each_pair(step, marks.size(), [&](std::uint64_t a, std::uint64_t b) {
    good = good && a != b && marks[a] != number && marks[b] != number;
    marks[a] = marks[b] = number;
  });
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
  // Number of steps on the longest path so far that ends at each place.
  std::vector<std::uint32_t> levels(network.n, 0);
  for (const Stage& stage : network.stages) {
    for (const Step& step : stage.steps) {
      for_each_pair(step, network.n, [&levels](std::uint64_t a, std::uint64_t b) {
        levels[a] = levels[b] = std::max(levels[a], levels[b]) + 1;
      });
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
      if (!well_formed(step.listed)) return false;
      if (!disjoint(step, marks, ++number)) return false;
    }
  }
  return true;
}

}  // namespace texelsort::network
