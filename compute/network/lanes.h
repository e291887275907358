#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "compute/network/network.h"

namespace texelsort::network {

/// Returns the smallest high place of a pattern's comparators in a block, relative to the start of the block.
constexpr std::uint64_t nearest_high(const Pattern& pattern) {
  return pattern.mirrored ? pattern.distance + 1 - pattern.length : pattern.distance;
}

constexpr bool within_fence(const Pattern& pattern, std::uint64_t low, std::uint64_t high) {
  return pattern.fence == 0 || ((low ^ high) & ~(pattern.fence - 1)) == 0;
}

/// Returns whether a comparator of a pattern is reversed, so that its smaller key moves to its high place. `low` is the
/// low place of the comparator.
constexpr bool is_reversed(const Pattern& pattern, std::uint64_t low) {
  return ((std::popcount(low & pattern.flip) & 1) != 0) != pattern.reversed;
}

/// Calls visit(block, begin, end) for every block of the pattern that has comparators in a network of n places. The
/// block starts at place `block`, and its lanes [begin, end) have comparators with high < n. Ignores the fence. The
/// loop is inlined, so that visits of large networks are fast. The pattern is passed by value, because the compiler
/// then knows that the visitor does not change it.
template <class Visit>
void for_each_block(Pattern pattern, std::uint64_t n, Visit&& visit) {
  if (pattern.length == 0) return;
  const std::uint64_t nearest = nearest_high(pattern);
  for (std::uint64_t block = pattern.first; block + nearest < n; block += pattern.period) {
    if (pattern.mirrored) {
      // In a mirrored block, the first lanes have the highest places, so places from n on cut off these lanes.
      const std::uint64_t farthest = block + pattern.distance;
      visit(block, farthest < n ? std::uint64_t{0} : farthest - n + 1, pattern.length);
    } else {
      visit(block, std::uint64_t{0}, std::min(pattern.length, n - block - pattern.distance));
    }
  }
}

/// Calls visit(low, high) for every comparator of the pattern in a network of n places, in ascending order of low.
/// Ignores the fence, so that it also visits comparators that cross it.
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

/// Calls visit(smaller, larger) for every comparator of the pattern in a network of n places, in ascending order of
/// low. `smaller` is the place to which the comparator moves the smaller key, and `larger` the place of the larger key.
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

/// Calls visit(smaller, larger) for every comparator of a step in a network of n places. `smaller` is the place to
/// which the comparator moves the smaller key, and `larger` the place of the larger key.
template <class Visit>
void for_each_pair(const Step& step, std::uint64_t n, Visit&& visit) {
  for (const Pattern& pattern : step.patterns) for_each_pair(pattern, n, visit);
  for (const Comparator& c : step.listed) {
    if (c.high < n) visit(c.reversed ? c.high : c.low, c.reversed ? c.low : c.high);
  }
}

}  // namespace texelsort::network
