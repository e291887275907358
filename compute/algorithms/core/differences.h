#pragma once

#include <span>
#include <string_view>
#include <utility>

#include "compute/algorithms/core/trace.h"

/// What claims of several sorts look for.
namespace texelsort::algorithms {

/// The first element of a table that is not what its reference says; `table` names one element.
std::optional<Violation> find_difference(std::string_view table, std::span<const std::uint64_t> seen,
                                         std::span<const std::uint64_t> expected);

/// Passes that only look leave keys and payload alone.
std::optional<Violation> find_move(const Observation& seen);

/// A key and its payload, which is 0 if there is none; of records that move with their keys a digest of their fields.
using Record = std::pair<std::uint64_t, std::uint64_t>;

Record record_before(const Observation& seen, std::uint64_t i);
Record record_after(const Observation& seen, std::uint64_t i);

}  // namespace texelsort::algorithms
