#pragma once

#include <cstdint>

namespace texelsort::algorithms {

/// Range [first, last) of elements of an array, for the host and for kernels.
struct IndexRange {
  std::uint64_t first = 0, last = 0;
  constexpr std::uint64_t length() const { return last - first; }
  bool operator==(const IndexRange&) const = default;
};

}  // namespace texelsort::algorithms
