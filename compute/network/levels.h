#pragma once

#include <cstdint>

namespace texelsort::network {

/// Returns ceil(log2 n), or 0 for n < 2: the number of stages of a merge sort on n places. Throws UsageError, naming
/// the network by `what`, if n is too large for any use.
unsigned levels(std::uint64_t n, const char* what);

}  // namespace texelsort::network
