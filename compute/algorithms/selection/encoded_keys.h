#pragma once

#include <cstdint>
#include <glm/vec2.hpp>
#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/core/run.h"

/// The encoded keys among which a selection searches.
namespace texelsort::algorithms {

/// Encoded keys low to low + 2^open - 1. The low `open` bits of `low` are zero, except for intervals found by a sample.
struct Interval {
  std::uint64_t low = 0;
  unsigned open = 0;  ///< undecided bits, 0 to 64

  std::uint64_t last() const;
  /// Returns the first encoded key past it. Nothing if it contains the largest possible one.
  std::optional<std::uint64_t> end() const;
  bool contains(const Interval& other) const { return low <= other.low && other.last() <= last(); }
  bool operator==(const Interval&) const = default;
};

/// Returns the smallest interval of at least one open bit that contains both.
Interval common_interval(std::uint64_t lowest, std::uint64_t highest);

/// Returns the range of a problem's encoded keys. If `key_bits` is 0, these are all with the common leading bits of the
/// keys, otherwise 2^key_bits of them. Throws UsageError if the keys differ in more bits. Requires n > 0.
Interval code_range(const Problem& problem, unsigned key_bits);

/// Returns the bits of a threshold below the common leading ones, most significant first: "1000". More than 16 bits are
/// hexadecimal: "0x80000000".
std::string threshold_text(std::uint64_t threshold, const Interval& range);

/// Returns an encoded key in the form for shaders, low word first.
inline glm::uvec2 code_words(std::uint64_t code) {
  return {static_cast<std::uint32_t>(code), static_cast<std::uint32_t>(code >> 32)};
}

/// Returns n - rank for every rank of the problem: the k of the k-th largest encoded key. Throws UsageError for no
/// ranks, no keys, or a rank that is not below n.
std::vector<std::uint64_t> largest_of_ranks(const Problem& problem);
/// Returns the distinct ranks in ascending order. Throws the same errors.
std::vector<std::uint64_t> ascending_ranks(const Problem& problem);

/// Returns the knowledge about the elements before anything is decided.
Selection undecided(const Problem& problem, const Interval& range);

}  // namespace texelsort::algorithms
