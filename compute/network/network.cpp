#include "compute/network/network.h"

#include <algorithm>
#include <limits>

#include "compute/data/error.h"
#include "compute/network/lanes.h"

namespace texelsort::network {
namespace {

/// Position of a place in the blocks of a pattern: the start of its block, and the offset in this block.
struct Position {
  std::uint64_t block_start;
  std::uint64_t offset;
};

std::optional<Position> position(const Pattern& pattern, std::uint64_t origin, std::uint64_t i) {
  if (i < origin) return std::nullopt;
  const std::uint64_t offset = (i - origin) % pattern.period;
  if (offset >= pattern.length) return std::nullopt;
  return Position{i - origin - offset + pattern.first, offset};
}

void exchange_codes(std::uint64_t& smaller, std::uint64_t& larger) {
  const std::uint64_t a = smaller;
  const std::uint64_t b = larger;
  smaller = std::min(a, b);
  larger = std::max(a, b);
}

// Exchanges keys with payloads. Uses conditional moves instead of branches, because comparisons of random keys are
// unpredictable.
void exchange_codes(std::uint64_t& smaller, std::uint64_t& larger, std::uint64_t& smaller_payload,
                    std::uint64_t& larger_payload) {
  const bool swap = smaller > larger;
  const std::uint64_t p = smaller_payload;
  const std::uint64_t q = larger_payload;
  exchange_codes(smaller, larger);
  smaller_payload = swap ? q : p;
  larger_payload = swap ? p : q;
}

/// Returns the comparator of a pattern that uses place i, if its high place is below `end`. Returns null if there is
/// none.
std::optional<Comparator> comparator_below(const Pattern& pattern, std::uint64_t i, std::uint64_t end) {
  const auto existing = [&](std::uint64_t low, std::uint64_t high) -> std::optional<Comparator> {
    if (high >= end || !within_fence(pattern, low, high)) return std::nullopt;
    return Comparator{low, high, is_reversed(pattern, low)};
  };
  if (pattern.length == 0) return std::nullopt;
  if (const auto at = position(pattern, pattern.first, i)) {
    const std::uint64_t reach = pattern.mirrored ? pattern.distance - at->offset : pattern.distance + at->offset;
    if (const auto comparator = existing(i, at->block_start + reach)) return comparator;
  }
  if (const auto at = position(pattern, pattern.first + nearest_high(pattern), i)) {
    const std::uint64_t lane = pattern.mirrored ? pattern.length - 1 - at->offset : at->offset;
    return existing(at->block_start + lane, i);
  }
  return std::nullopt;
}

Comparator between(std::uint64_t smaller, std::uint64_t larger) {
  return {std::min(smaller, larger), std::max(smaller, larger), larger < smaller};
}

/// Returns the number of places below `end` that belong to the blocks of a pattern. Blocks have `length` places, begin
/// at `start` and repeat with the period of the pattern.
std::uint64_t places_below(const Pattern& pattern, std::uint64_t start, std::uint64_t end) {
  if (end <= start) return 0;
  const std::uint64_t places = end - start;
  return places / pattern.period * pattern.length + std::min(places % pattern.period, pattern.length);
}

/// Returns the number of comparators that a pattern's fence removes, because they cross a multiple of it. The pattern
/// must not be mirrored, and its comparators must be shorter than the fence.
std::uint64_t count_crossing(const Pattern& pattern, std::uint64_t n) {
  std::uint64_t count = 0;
  for (std::uint64_t wall = pattern.fence; wall < n; wall += pattern.fence) {
    count += places_below(pattern, pattern.first, std::min(wall, n - pattern.distance)) -
             places_below(pattern, pattern.first, wall - pattern.distance);
  }
  return count;
}

std::uint64_t count_comparators(const Pattern& pattern, std::uint64_t n) {
  if (pattern.fence != 0 && pattern.mirrored) {
    std::uint64_t count = 0;
    for_each_pair(pattern, n, [&count](std::uint64_t, std::uint64_t) { ++count; });
    return count;
  }
  if (pattern.fence != 0 && pattern.distance >= pattern.fence) return 0;
  // Count high places, because each comparator has one. Also in mirrored patterns, a block has `length` consecutive
  // high places, which repeat with the period.
  const std::uint64_t count = places_below(pattern, pattern.first + nearest_high(pattern), n);
  return pattern.fence == 0 || count == 0 ? count : count - count_crossing(pattern, n);
}

}  // namespace

std::optional<Comparator> comparator_at(const Pattern& pattern, std::uint64_t i) {
  return comparator_below(pattern, i, std::numeric_limits<std::uint64_t>::max());
}

std::optional<Comparator> comparator_at(const Step& step, std::uint64_t i, std::uint64_t n) {
  for (const Pattern& pattern : step.patterns) {
    if (const auto comparator = comparator_below(pattern, i, n)) return comparator;
  }
  const auto low_end = std::ranges::lower_bound(step.listed, i, {}, &Comparator::low);
  if (low_end != step.listed.end() && low_end->low == i && low_end->high < n) return *low_end;
  const auto high_end = std::ranges::find(step.listed.begin(), low_end, i, &Comparator::high);
  if (high_end != low_end && i < n) return *high_end;
  return std::nullopt;
}

bool one_way(const Step& step) {
  return std::ranges::none_of(step.patterns, [](const Pattern& p) { return p.flip != 0 || p.reversed; }) &&
         std::ranges::none_of(step.listed, &Comparator::reversed);
}

void for_each_comparator(const Step& step, std::uint64_t n, const std::function<void(const Comparator&)>& visit) {
  for_each_pair(step, n, [&visit](std::uint64_t smaller, std::uint64_t larger) { visit(between(smaller, larger)); });
}

std::vector<Comparator> comparators(const Step& step, std::uint64_t n) {
  std::vector<Comparator> list;
  list.reserve(count_comparators(step, n));
  for_each_pair(step, n,
                [&list](std::uint64_t smaller, std::uint64_t larger) { list.push_back(between(smaller, larger)); });
  return list;
}

std::uint64_t count_comparators(const Step& step, std::uint64_t n) {
  std::uint64_t count = 0;
  for (const Pattern& pattern : step.patterns) {
    if (pattern.length > 0) count += count_comparators(pattern, n);
  }
  return count + static_cast<std::uint64_t>(
                     std::ranges::count_if(step.listed, [n](const Comparator& c) { return c.high < n; }));
}

void apply(const Step& step, std::span<std::uint64_t> codes, std::span<std::uint64_t> payload) {
  if (!payload.empty() && payload.size() != codes.size()) {
    throw InternalError("a network step got " + std::to_string(codes.size()) + " keys but " +
                        std::to_string(payload.size()) + " payload entries; report this as a bug");
  }
  std::uint64_t* const key = codes.data();
  std::uint64_t* const load = payload.data();
  if (payload.empty()) {
    for_each_pair(step, codes.size(),
                  [key](std::uint64_t smaller, std::uint64_t larger) { exchange_codes(key[smaller], key[larger]); });
  } else {
    for_each_pair(step, codes.size(), [key, load](std::uint64_t smaller, std::uint64_t larger) {
      exchange_codes(key[smaller], key[larger], load[smaller], load[larger]);
    });
  }
}

}  // namespace texelsort::network
