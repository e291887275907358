#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "compute/network/network.h"

namespace texelsort::network {

/// The distance from a block's start to the nearest high place of its comparators.
constexpr std::uint64_t nearest_high(const Pattern& pattern) {
  return pattern.mirrored ? pattern.distance + 1 - pattern.length : pattern.distance;
}

constexpr bool within_fence(const Pattern& pattern, std::uint64_t low, std::uint64_t high) {
  return pattern.fence == 0 || ((low ^ high) & ~(pattern.fence - 1)) == 0;
}

/// Whether the pattern's comparator at this low place sends the smaller key to its high place.
constexpr bool is_reversed(const Pattern& pattern, std::uint64_t low) {
  return ((std::popcount(low & pattern.flip) & 1) != 0) != pattern.reversed;
}

/// Calls visit(block, begin, end) for every block of the pattern that has comparators, its fence left aside, in a
/// network of n places: the block starts at place `block`, and its lanes [begin, end) have high < n. A plain loop that
/// inlines, for whatever walks all comparators of large networks. (The pattern comes by value so that what the visitor
/// writes cannot alias it.)
template <class Visit>
void for_each_block(Pattern pattern, std::uint64_t n, Visit&& visit) {
  if (pattern.length == 0) return;
  const std::uint64_t nearest = nearest_high(pattern);
  for (std::uint64_t block = pattern.first; block + nearest < n; block += pattern.period) {
    if (pattern.mirrored) {
      const std::uint64_t farthest = block + pattern.distance;  // lane 0 reaches farthest: a cut takes the first lanes
      visit(block, farthest < n ? std::uint64_t{0} : farthest - n + 1, pattern.length);
    } else {
      visit(block, std::uint64_t{0}, std::min(pattern.length, n - block - pattern.distance));
    }
  }
}

/// Calls visit(low, high) for every comparator of the pattern in a network of n places, in ascending order of low, its
/// fence left aside.
template <class Visit>
void for_each_lane(Pattern pattern, std::uint64_t n, Visit&& visit) {
  if (pattern.mirrored) {
    for_each_block(pattern, n, [&, pattern](std::uint64_t block, std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t lane = begin; lane < end; ++lane) visit(block + lane, block + pattern.distance - lane);
    });
  } else {
    for_each_block(pattern, n, [&, pattern](std::uint64_t block, std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t lane = begin; lane < end; ++lane) visit(block + lane, block + lane + pattern.distance);
    });
  }
}

/// Calls visit(smaller, larger) for every comparator of the pattern: the place that takes the smaller key and the place
/// that takes the larger, in ascending order of the comparator's low place.
template <class Visit>
void for_each_pair(Pattern pattern, std::uint64_t n, Visit&& visit) {
  if (pattern.fence == 0 && pattern.flip == 0 && !pattern.reversed) {
    for_each_lane(pattern, n, visit);
    return;
  }
  for_each_lane(pattern, n, [&visit, pattern](std::uint64_t low, std::uint64_t high) {
    if (!within_fence(pattern, low, high)) return;
    const bool reversed = is_reversed(pattern, low);
    visit(reversed ? high : low, reversed ? low : high);
  });
}

/// The same for all comparators of a step.
template <class Visit>
void for_each_pair(const Step& step, std::uint64_t n, Visit&& visit) {
  for (const Pattern& pattern : step.patterns) for_each_pair(pattern, n, visit);
  for (const Comparator& c : step.listed) {
    if (c.high < n) visit(c.reversed ? c.high : c.low, c.reversed ? c.low : c.high);
  }
}

}  // namespace texelsort::network
