#include "compute/algorithms/core/differences.h"

#include <algorithm>

#include <fmt/format.h>

namespace texelsort::algorithms {

std::optional<Violation> find_difference(std::string_view table, std::span<const std::uint64_t> seen,
                                         std::span<const std::uint64_t> expected) {
  const auto [a, b] = std::ranges::mismatch(seen, expected);
  if (a == seen.end() && b == expected.end()) return std::nullopt;
  const auto index = static_cast<std::uint64_t>(a - seen.begin());
  if (a == seen.end() || b == expected.end()) {
    return Violation{fmt::format("{} has {} elements, not {}", table, seen.size(), expected.size()), index, {}};
  }
  return Violation{fmt::format("{} {} is {}, not {}", table, index, *a, *b), index, {}};
}

std::optional<Violation> find_move(const Observation& seen) {
  if (auto found = find_difference("key", seen.after, seen.before)) return found;
  return find_difference("payload", seen.payload_after, seen.payload_before);
}

Record record_before(const Observation& seen, std::uint64_t i) {
  return {seen.before[i], seen.payload_before.empty() ? 0 : seen.payload_before[i]};
}

Record record_after(const Observation& seen, std::uint64_t i) {
  return {seen.after[i], seen.payload_after.empty() ? 0 : seen.payload_after[i]};
}

}  // namespace texelsort::algorithms
