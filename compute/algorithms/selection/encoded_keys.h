#pragma once

#include <cstdint>
#include <glm/vec2.hpp>
#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/core/run.h"

/// Ranges of encoded keys among which a selection searches.
namespace texelsort::algorithms {

/// Interval of encoded keys from `low` to low + 2^open - 1. The lowest `open` bits of `low` are zero, except in
/// intervals that were found by a sample.
struct Interval {
  std::uint64_t low = 0;
  unsigned open = 0;  ///< number of undecided bits, 0 to 64

  std::uint64_t last() const;
  /// Returns the first encoded key above the interval. Returns null if the interval contains the largest possible key.
  std::optional<std::uint64_t> end() const;
  bool contains(const Interval& other) const { return low <= other.low && other.last() <= last(); }
  bool operator==(const Interval&) const = default;
};

/// Returns the smallest interval with at least one undecided bit that contains both encoded keys.
Interval common_interval(std::uint64_t lowest, std::uint64_t highest);

/// Returns the range of a problem's encoded keys. If `key_bits` is 0, the range contains all keys that have the common
/// leading bits of the problem's keys. Otherwise it contains 2^key_bits keys. Throws UsageError if the keys differ in
/// more than `key_bits` bits. Requires n > 0.
Interval code_range(const Problem& problem, unsigned key_bits);

/// Returns the text of a threshold without the common leading bits of the range, most significant bit first: "1000".
/// Texts of more than 16 bits are hexadecimal: "0x80000000".
std::string threshold_text(std::uint64_t threshold, const Interval& range);

/// Returns an encoded key as two words for shaders, with the low word first.
inline glm::uvec2 code_words(std::uint64_t code) {
  return {static_cast<std::uint32_t>(code), static_cast<std::uint32_t>(code >> 32)};
}

/// Returns one number k per rank of the problem. The key of the rank is the k-th largest encoded key, so k = n - rank.
/// Throws UsageError if there are no ranks or no keys, or if a rank is not below n.
std::vector<std::uint64_t> largest_of_ranks(const Problem& problem);
/// Returns the distinct ranks of a problem in ascending order. Throws the same errors as largest_of_ranks().
std::vector<std::uint64_t> ascending_ranks(const Problem& problem);

/// Returns how a selection begins: each wanted element may be any key of the range.
Selection undecided(const Problem& problem, const Interval& range);

}  // namespace texelsort::algorithms
