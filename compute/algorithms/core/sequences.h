#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compute/algorithms/core/run.h"

/// What is merged: sorted sequences that stand one after another in one array.
namespace texelsort::algorithms {

/// k sequences, each of any length, 0 too. Elements are ranks (see Observation): only `<` is asked of them. Elements of
/// different sequences with equal ranks are in the order of their sequences, so that merging is stable.
struct Sequences {
  std::span<const std::uint64_t> ranks;
  std::span<const std::uint64_t> starts;  ///< k + 1 places of the array, ascending from 0 to its length

  std::uint64_t count() const { return starts.size() - 1; }
  std::uint64_t total() const { return starts.back(); }
  std::uint64_t length(std::uint64_t sequence) const { return starts[sequence + 1] - starts[sequence]; }
  std::uint64_t at(std::uint64_t sequence, std::uint64_t position) const { return ranks[starts[sequence] + position]; }
};

/// The first pair of neighbours that is not in order.
struct Disorder {
  std::uint64_t sequence = 0;
  std::uint64_t position = 0;  ///< in its sequence, of the second of the two
};
std::optional<Disorder> find_disorder(const Sequences& sequences);

/// Why this is no problem of merging, in one sentence: `sequences` are no places of its keys, or one is not sorted.
std::optional<std::string> merge_fault(const Problem& problem);

/// "4 stands before 3" for a place of the keys and its predecessor.
std::string disorder_text(const data::Keys& keys, std::uint64_t place);

/// Starts of `count` sequences of n keys; their lengths differ by one at the most. count > 0.
std::vector<std::uint64_t> even_starts(std::uint64_t n, std::uint64_t count);

/// Sorts every sequence of the keys by itself, stable.
void sort_sequences(Problem& problem);

/// How many of n elements come before part j of `parts`: j n / parts, rounded down. j <= parts.
constexpr std::uint64_t part_start(std::uint64_t n, std::uint64_t parts, std::uint64_t j) {
  return n / parts * j + n % parts * j / parts;
}

/// Rounds until k sequences are one, if each round makes one of every `ways` neighbours.
std::uint64_t round_count(std::uint64_t sequences, std::uint64_t ways);

/// Starts once every `stride` neighbours are one.
std::vector<std::uint64_t> merged_starts(std::span<const std::uint64_t> starts, std::uint64_t stride);

}  // namespace texelsort::algorithms
