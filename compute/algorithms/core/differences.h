#pragma once

#include <span>
#include <string_view>
#include <utility>

#include "compute/algorithms/core/trace.h"

/// Searches shared by the claims of several sorts.
namespace texelsort::algorithms {

/// Returns the first element of a table that differs from its reference. `table` names one element.
std::optional<Violation> find_difference(std::string_view table, std::span<const std::uint64_t> seen,
                                         std::span<const std::uint64_t> expected);

/// Returns the first change of a key or payload, for passes that must only read them.
std::optional<Violation> find_move(const Observation& seen);

/// A key and its payload, 0 if there is none. For records that move with their keys, a digest of their fields.
using Record = std::pair<std::uint64_t, std::uint64_t>;

Record record_before(const Observation& seen, std::uint64_t i);
Record record_after(const Observation& seen, std::uint64_t i);

}  // namespace texelsort::algorithms
