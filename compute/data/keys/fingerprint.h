#pragma once

#include <cstdint>

namespace texelsort::data {

/// Two sums over many words that do not depend on their order: of different words they are the same by a chance of
/// 2^-128.
struct Fingerprint {
  std::uint64_t first = 0, second = 0;

  bool operator==(const Fingerprint&) const = default;
};

}  // namespace texelsort::data
