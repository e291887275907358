#include "compute/algorithms/core/differences.h"

#include <algorithm>

#include <fmt/format.h>

#include "compute/data/keys/records.h"
#include "compute/data/mix.h"

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

namespace {

std::uint64_t carried(const Observation& seen, std::span<const std::uint64_t> payload,
                      std::span<const std::uint32_t> fields, std::uint64_t i) {
  if (!payload.empty()) return payload[i];
  if (fields.empty()) return 0;
  std::uint64_t digest = 0;
  for (std::uint32_t field = 0; field < seen.shape.fields; ++field) {
    digest = data::split_mix(digest + fields[data::field_place(seen.shape, seen.after.size(), i, field)]);
  }
  return digest;
}

}  // namespace

Record record_before(const Observation& seen, std::uint64_t i) {
  return {seen.before[i], carried(seen, seen.payload_before, seen.fields_before, i)};
}

Record record_after(const Observation& seen, std::uint64_t i) {
  return {seen.after[i], carried(seen, seen.payload_after, seen.fields_after, i)};
}

}  // namespace texelsort::algorithms
