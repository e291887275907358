#include "compute/network/network.h"

#include "compute/data/error.h"
#include "compute/network/lanes.h"

namespace texelsort::network {
namespace {

/// A place counted from a pattern's first block: which block, and how far into it.
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

void exchange(std::uint64_t& low, std::uint64_t& high) {
  const std::uint64_t a = low;
  const std::uint64_t b = high;
  low = std::min(a, b);
  high = std::max(a, b);
}

// Selects instead of branches: which way a random comparison goes cannot be predicted.
void exchange(std::uint64_t& low, std::uint64_t& high, std::uint32_t& low_payload, std::uint32_t& high_payload) {
  const bool swap = low > high;
  const std::uint32_t p = low_payload;
  const std::uint32_t q = high_payload;
  exchange(low, high);
  low_payload = swap ? q : p;
  high_payload = swap ? p : q;
}

}  // namespace

std::optional<Comparator> comparator_at(const Pattern& pattern, std::uint64_t i) {
  if (pattern.length == 0) return std::nullopt;
  if (const auto at = position(pattern, pattern.first, i)) {
    const std::uint64_t reach = pattern.mirrored ? pattern.distance - at->offset : pattern.distance + at->offset;
    return Comparator{i, at->block_start + reach};
  }
  if (const auto at = position(pattern, pattern.first + nearest_high(pattern), i)) {
    const std::uint64_t lane = pattern.mirrored ? pattern.length - 1 - at->offset : at->offset;
    return Comparator{at->block_start + lane, i};
  }
  return std::nullopt;
}

std::optional<Comparator> comparator_at(const Step& step, std::uint64_t i, std::uint64_t n) {
  for (const Pattern& pattern : step.patterns) {
    const auto comparator = comparator_at(pattern, i);
    if (comparator && comparator->high < n) return comparator;
  }
  return std::nullopt;
}

void for_each_comparator(const Step& step, std::uint64_t n, const std::function<void(const Comparator&)>& visit) {
  for (const Pattern& pattern : step.patterns) {
    for_each_lane(pattern, n, [&](std::uint64_t low, std::uint64_t high) { visit({low, high}); });
  }
}

std::vector<Comparator> comparators(const Step& step, std::uint64_t n) {
  std::vector<Comparator> list;
  list.reserve(count_comparators(step, n));
  for (const Pattern& pattern : step.patterns) {
    for_each_lane(pattern, n, [&](std::uint64_t low, std::uint64_t high) { list.push_back({low, high}); });
  }
  return list;
}

std::uint64_t count_comparators(const Step& step, std::uint64_t n) {
  std::uint64_t count = 0;
  for (const Pattern& pattern : step.patterns) {
    // The high places of a block are `length` neighbours, mirrored or not, and repeat with the period: whole periods
    // below n, and what n cuts.
    const std::uint64_t start = pattern.first + nearest_high(pattern);
    if (pattern.length == 0 || n <= start) continue;
    const std::uint64_t places = n - start;
    count += places / pattern.period * pattern.length + std::min(places % pattern.period, pattern.length);
  }
  return count;
}

void apply(const Step& step, std::span<std::uint64_t> codes, std::span<std::uint32_t> payload) {
  if (!payload.empty() && payload.size() != codes.size()) {
    throw InternalError("a network step got " + std::to_string(codes.size()) + " keys but " +
                        std::to_string(payload.size()) + " payload entries; report this as a bug");
  }
  std::uint64_t* const key = codes.data();
  std::uint32_t* const load = payload.data();
  for (const Pattern& pattern : step.patterns) {
    if (payload.empty()) {
      for_each_lane(pattern, codes.size(),
                    [key](std::uint64_t low, std::uint64_t high) { exchange(key[low], key[high]); });
    } else {
      for_each_lane(pattern, codes.size(), [key, load](std::uint64_t low, std::uint64_t high) {
        exchange(key[low], key[high], load[low], load[high]);
      });
    }
  }
}

}  // namespace texelsort::network
