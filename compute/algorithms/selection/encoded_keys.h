#pragma once

#include <cstdint>
#include <glm/vec2.hpp>
#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/core/run.h"

/// The codes among which a selection looks for its elements.
namespace texelsort::algorithms {

/// Codes low to low + 2^open - 1. The low `open` bits of `low` are zero, but for intervals that a sample has aimed at.
struct Interval {
  std::uint64_t low = 0;
  unsigned open = 0;  ///< bits not yet decided, up to 64

  std::uint64_t last() const;
  /// The first code past it; nothing past the largest code there is.
  std::optional<std::uint64_t> end() const;
  bool contains(const Interval& other) const { return low <= other.low && other.last() <= last(); }
  bool operator==(const Interval&) const = default;
};

/// The smallest interval that holds both codes, of at least one open bit.
Interval common_interval(std::uint64_t lowest, std::uint64_t highest);

/// The codes that a problem's keys can have: if `key_bits` is 0 those that share the leading bits which all keys share,
/// else 2^key_bits of them. Throws UsageError if the keys differ in more bits. n > 0.
Interval code_range(const Problem& problem, unsigned key_bits);

/// The bits of a threshold below the leading ones that all keys share, most significant first: "1000". More than 16 in
/// hexadecimal, "0x80000000".
std::string threshold_text(std::uint64_t threshold, const Interval& range);

/// A code as shaders take it, low word first.
inline glm::uvec2 code_words(std::uint64_t code) {
  return {static_cast<std::uint32_t>(code), static_cast<std::uint32_t>(code >> 32)};
}

/// ks[i] of the k-th largest code for every rank of the problem: n - rank. Throws UsageError: no ranks, no keys, a rank
/// that is not below n.
std::vector<std::uint64_t> largest_of_ranks(const Problem& problem);
/// The ranks ascending, each once. Throws the same.
std::vector<std::uint64_t> ascending_ranks(const Problem& problem);

/// What is known of the elements before anything is decided.
Selection undecided(const Problem& problem, const Interval& range);

}  // namespace texelsort::algorithms
