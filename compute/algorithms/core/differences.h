#pragma once

#include <span>
#include <string_view>
#include <utility>

#include "compute/algorithms/core/trace.h"

/// Functions that find differences between arrays for the claims of several sorts.
namespace texelsort::algorithms {

/// Compares a table with its reference, and returns the first wrong element. `table` is the name of an element in the
/// message, for example "splitter".
std::optional<Violation> find_difference(std::string_view table, std::span<const std::uint64_t> seen,
                                         std::span<const std::uint64_t> expected);

/// Returns the first element whose key or payload a pass has changed. Claims of passes that must only read the keys use
/// it.
std::optional<Violation> find_move(const Observation& seen);

/// A key and its payload. The payload is 0 if the problem has none, and a digest of the fields if records move with
/// their keys.
using Record = std::pair<std::uint64_t, std::uint64_t>;

Record record_before(const Observation& seen, std::uint64_t i);
Record record_after(const Observation& seen, std::uint64_t i);

}  // namespace texelsort::algorithms
