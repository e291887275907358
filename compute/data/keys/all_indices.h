#pragma once

#include <cstdint>
#include <vector>

namespace texelsort::data {

/// Returns 0, 1, ..., n - 1.
std::vector<std::uint64_t> all_indices(std::uint64_t n);

}  // namespace texelsort::data
