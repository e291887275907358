#pragma once

#include <cstdint>

#include "compute/data/mix.h"
#include "compute/data/parallel.h"

namespace texelsort::data {

/// Two sums over many words that do not depend on their order: of different words they are the same by a chance of
/// 2^-128. Internal to the data layer.
struct Fingerprint {
  std::uint64_t first = 0, second = 0;

  bool operator==(const Fingerprint&) const = default;
};

/// That of word_of(0), ..., word_of(n - 1).
template <typename WordOf>
Fingerprint fingerprint(std::uint64_t n, WordOf word_of) {
  std::uint64_t first = 0, second = 0;
#pragma omp parallel for reduction(+ : first, second) if (n >= worth_threads)
  for (std::uint64_t i = 0; i < n; ++i) {
    const std::uint64_t mixed = split_mix(word_of(i));
    first += mixed;
    second += mix(~mixed);
  }
  return {first, second};
}

}  // namespace texelsort::data
