#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "compute/data/keys/fingerprint.h"
#include "compute/data/mix.h"
#include "compute/data/parallel.h"

/// Computation of fingerprints on all processor cores. Internal to the data layer.
namespace texelsort::data {

/// Results of one pass over many words: their fingerprint, and the first index that satisfies a predicate.
struct Seen {
  Fingerprint fingerprint;
  std::uint64_t first = 0;  ///< first index that satisfies the predicate; the number of words if none does
};

/// Computes the fingerprint of the words in [start, end), and finds the first index that satisfies `holds`.
template <typename WordOf, typename Predicate>
Seen see(std::uint64_t start, std::uint64_t end, WordOf word_of, Predicate holds) {
  Seen seen{{}, end};
  for (std::uint64_t i = start; i < end; ++i) {
    const std::uint64_t mixed = split_mix(word_of(i));
    seen.fingerprint.first += mixed;
    // The second sum uses a product, because a second call of mix() would double the time.
    seen.fingerprint.second += std::rotl(mixed, 32) * (mixed | 1);
    if (holds(i) && i < seen.first) seen.first = i;
  }
  return seen;
}

/// Returns the fingerprint of word_of(0), ..., word_of(n - 1), and the first index that satisfies `holds(index)`.
template <typename WordOf, typename Predicate>
Seen scan_words(std::uint64_t n, WordOf word_of, Predicate holds) {
  constexpr std::uint64_t range = worth_threads / 4;
  if (n >= worth_threads) require_threads();
  std::uint64_t one = 0, other = 0, first = n;
  FirstFailure failure;
#pragma omp parallel for reduction(+ : one, other) reduction(min : first) if (n >= worth_threads)
  for (std::uint64_t start = 0; start < n; start += range) {
    failure.guard([&] {
      const std::uint64_t end = std::min(start + range, n);
      const Seen seen = see(start, end, word_of, holds);
      one += seen.fingerprint.first;
      other += seen.fingerprint.second;
      if (seen.first < end) first = std::min(first, seen.first);
    });
  }
  failure.rethrow();
  return {{one, other}, first};
}

/// Returns the fingerprint of word_of(0), ..., word_of(n - 1).
template <typename WordOf>
Fingerprint fingerprint(std::uint64_t n, WordOf word_of) {
  return scan_words(n, word_of, [](std::uint64_t) { return false; }).fingerprint;
}

}  // namespace texelsort::data
