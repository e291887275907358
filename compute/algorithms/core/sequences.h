#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compute/algorithms/core/run.h"

/// Sorted sequences to merge, stored one after another in one array.
namespace texelsort::algorithms {

/// k sequences of any length, including 0. Elements are ranks (see Observation), which merges compare by `<` only. If
/// elements of different sequences have equal ranks, the element of the earlier sequence comes first, so that merging
/// is stable.
struct Sequences {
  std::span<const std::uint64_t> ranks;
  /// starts of the k sequences and end of the last: k + 1 ascending positions in the array
  std::span<const std::uint64_t> starts;

  std::uint64_t count() const { return starts.size() - 1; }
  std::uint64_t total() const { return starts.back(); }
  std::uint64_t length(std::uint64_t sequence) const { return starts[sequence + 1] - starts[sequence]; }
  std::uint64_t at(std::uint64_t sequence, std::uint64_t position) const { return ranks[starts[sequence] + position]; }
};

/// First pair of neighbouring elements in a sequence that is not in sorted order.
struct Disorder {
  std::uint64_t sequence = 0;
  std::uint64_t position = 0;  ///< position of the pair's second element, counted from the start of its sequence
};
std::optional<Disorder> find_disorder(const Sequences& sequences);

/// Returns why a problem cannot be merged, in one sentence: its `sequences` are not positions in its array of keys, or
/// a sequence is not sorted. Returns null if the problem can be merged.
std::optional<std::string> merge_fault(const Problem& problem);

/// Returns a text about the key at a position and the key before it, which are out of order: "3 comes after 4".
std::string disorder_text(const data::Keys& keys, std::uint64_t place);

/// Returns the starts of `count` sequences of n keys in total, whose lengths differ by at most one. Requires count > 0.
std::vector<std::uint64_t> even_starts(std::uint64_t n, std::uint64_t count);

/// Sorts each sequence of the keys separately and stably.
void sort_sequences(Problem& problem);

/// Returns the start of part j if n elements are divided evenly into `parts` parts: j n / parts, rounded down. Requires
/// j <= parts.
constexpr std::uint64_t part_start(std::uint64_t n, std::uint64_t parts, std::uint64_t j) {
  return n / parts * j + n % parts * j / parts;
}

/// Returns the number of merge rounds until one sequence is left, if each round merges every `ways` neighbouring
/// sequences into one.
std::uint64_t round_count(std::uint64_t sequences, std::uint64_t ways);

/// Returns the starts of the sequences after every `stride` neighbouring sequences have been merged into one.
std::vector<std::uint64_t> merged_starts(std::span<const std::uint64_t> starts, std::uint64_t stride);

}  // namespace texelsort::algorithms
