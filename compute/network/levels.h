#pragma once

#include <cstdint>

namespace texelsort::network {

/// The number of doublings that lead from 1 to n or beyond, 0 for n < 2: the stages of a merge sort on n places. Throws
/// UsageError for an n whose network could not be used anywhere; `what` names the network in it.
unsigned levels(std::uint64_t n, const char* what);

}  // namespace texelsort::network
