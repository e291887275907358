#pragma once

#include <bit>
#include <cstdint>

#include "compute/data/fingerprint.h"
#include "compute/data/mix.h"
#include "compute/data/parallel.h"

/// Fingerprints by all processors. Internal to the data layer.
namespace texelsort::data {

/// What is seen of many words at once.
struct Seen {
  Fingerprint fingerprint;
  std::uint64_t first = 0;  ///< the first index for which something holds; their number if it holds for none
};

/// The fingerprint of word_of(0), ..., word_of(n - 1), and the first index for which `holds(index)`.
template <typename WordOf, typename Predicate>
Seen see_all(std::uint64_t n, WordOf word_of, Predicate holds) {
  std::uint64_t one = 0, other = 0, first = n;
#pragma omp parallel for reduction(+ : one, other) reduction(min : first) if (n >= worth_threads)
  for (std::uint64_t i = 0; i < n; ++i) {
    const std::uint64_t mixed = split_mix(word_of(i));
    one += mixed;
    other += std::rotl(mixed, 32) * (mixed | 1);  // a product, since mixing once more takes as long as all else
    if (i < first && holds(i)) first = i;
  }
  return {{one, other}, first};
}

/// The fingerprint alone.
template <typename WordOf>
Fingerprint fingerprint(std::uint64_t n, WordOf word_of) {
  return see_all(n, word_of, [](std::uint64_t) { return false; }).fingerprint;
}

}  // namespace texelsort::data
