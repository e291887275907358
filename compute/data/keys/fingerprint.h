#pragma once

#include <cstdint>

namespace texelsort::data {

/// Fingerprint of many words: two sums, which do not depend on the order of the words. Different sets of words have the
/// same sums with a probability of 2^-128.
struct Fingerprint {
  std::uint64_t first = 0, second = 0;

  bool operator==(const Fingerprint&) const = default;
};

}  // namespace texelsort::data
