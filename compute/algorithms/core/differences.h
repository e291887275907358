#pragma once

#include <span>
#include <string_view>
#include <utility>

#include "compute/algorithms/core/trace.h"

/// Searches for differences that the claims of several sorts share.
namespace texelsort::algorithms {

/// Returns the first element of a table that differs from its reference. `table` is the name of an element in the
/// message.
std::optional<Violation> find_difference(std::string_view table, std::span<const std::uint64_t> seen,
                                         std::span<const std::uint64_t> expected);

/// Returns the first key or payload that a pass has changed, for passes that must only read them.
std::optional<Violation> find_move(const Observation& seen);

/// A key and its payload, or 0 without payload. If records move with their keys, the second number is a digest of the
/// fields.
using Record = std::pair<std::uint64_t, std::uint64_t>;

Record record_before(const Observation& seen, std::uint64_t i);
Record record_after(const Observation& seen, std::uint64_t i);

}  // namespace texelsort::algorithms
