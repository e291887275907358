#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compute/algorithms/core/run.h"

/// Sorted sequences to merge, one after another in one array.
namespace texelsort::algorithms {

/// k sequences of any length, including 0. Elements are ranks (see Observation), which are compared by `<` only. If
/// elements of different sequences have equal ranks, the one of the earlier sequence comes first, so that merging is
/// stable.
struct Sequences {
  std::span<const std::uint64_t> ranks;
  std::span<const std::uint64_t> starts;  ///< starts of the sequences and end of the last: k + 1 places, ascending

  std::uint64_t count() const { return starts.size() - 1; }
  std::uint64_t total() const { return starts.back(); }
  std::uint64_t length(std::uint64_t sequence) const { return starts[sequence + 1] - starts[sequence]; }
  std::uint64_t at(std::uint64_t sequence, std::uint64_t position) const { return ranks[starts[sequence] + position]; }
};

/// First pair of neighbours in a sequence that is out of order.
struct Disorder {
  std::uint64_t sequence = 0;
  std::uint64_t position = 0;  ///< position of the pair's second element in its sequence
};
std::optional<Disorder> find_disorder(const Sequences& sequences);

/// Returns why a problem cannot be merged, in one sentence: its `sequences` are not places of its keys, or a sequence
/// is not sorted. Null if it can.
std::optional<std::string> merge_fault(const Problem& problem);

/// Describes the key at a place and its predecessor, which are out of order: "3 comes after 4".
std::string disorder_text(const data::Keys& keys, std::uint64_t place);

/// Returns the starts of `count` sequences of n keys whose lengths differ by at most one. count > 0.
std::vector<std::uint64_t> even_starts(std::uint64_t n, std::uint64_t count);

/// Sorts each sequence of the keys separately and stably.
void sort_sequences(Problem& problem);

/// Returns how many of n elements precede part j of `parts`: j n / parts, rounded down. j <= parts.
constexpr std::uint64_t part_start(std::uint64_t n, std::uint64_t parts, std::uint64_t j) {
  return n / parts * j + n % parts * j / parts;
}

/// Returns the number of rounds until k sequences become one, if each round merges every `ways` neighbours into one.
std::uint64_t round_count(std::uint64_t sequences, std::uint64_t ways);

/// Returns the starts of the sequences after every `stride` neighbours have been merged.
std::vector<std::uint64_t> merged_starts(std::span<const std::uint64_t> starts, std::uint64_t stride);

}  // namespace texelsort::algorithms
