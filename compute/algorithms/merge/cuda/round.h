#pragma once

#include <cstdint>

#include "compute/algorithms/core/index_range.h"

/// Positions of sequences, groups and parts in a merge round. Kernels and the host share this code, with different
/// pointers.
namespace texelsort::algorithms::merge::device {

/// A merge round: each group of `ways` neighbouring sequences becomes one sequence, at the same positions of the other
/// array. Part j is the work of one merger: elements [target(j), target(j + 1)) of the concatenated results of all
/// groups.
///
/// `splitters` holds the number of elements of each sequence that come before target(j), in one of two formats:
/// - Selected anew in each round, for the one group that contains target(j). Each row has `ways` numbers, or fewer if
///   there are fewer sequences.
/// - Selected once among all sequences of the input. Each row has prefix sums, where sums[i] is the total of the first
///   i sequences. Such a selection is also a selection among the sequences of every group, and among the results of
///   rounds. Each merger then has a part of every group.
struct Parts {
  /// starts of the input's sequences and end of the last: sequences + 1 positions
  const std::uint64_t* starts = nullptr;
  std::uint64_t sequences = 0;
  std::uint64_t all = 0;     ///< total number of elements of all sequences
  std::uint64_t stride = 1;  ///< number of input sequences that are already merged into each sequence of this round
  std::uint64_t ways = 2;
  std::uint64_t parts = 1;
  std::uint64_t share = 0;  ///< number of elements per part; 0 if the sizes of parts differ by at most one element
  const std::uint64_t* splitters = nullptr;
  bool once = false;

  /// Returns the number of elements in a row of `splitters`.
  constexpr std::uint64_t row() const { return once ? sequences + 1 : ways < sequences ? ways : sequences; }
  constexpr std::uint64_t target(std::uint64_t part) const {
    if (share == 0) return all / parts * part + all % parts * part / parts;
    return part * share < all ? part * share : all;
  }
  /// Returns the number of sequences at the start of this round.
  constexpr std::uint64_t count() const { return (sequences + stride - 1) / stride; }
  /// Returns the number of groups of this round. Kernels call groups() first. A single group needs no division, which
  /// saves time.
  constexpr std::uint64_t groups() const {
    const std::uint64_t of_group = stride * ways;
    return sequences <= of_group ? 1 : (sequences + of_group - 1) / of_group;
  }
  constexpr std::uint64_t of_input(std::uint64_t sequence) const {
    return sequence * stride < sequences ? sequence * stride : sequences;
  }
  constexpr std::uint64_t start(std::uint64_t sequence) const { return starts[of_input(sequence)]; }

  /// Returns the last group that starts at or before position `place` of the array.
  constexpr std::uint64_t group_of(std::uint64_t place) const {
    std::uint64_t low = 0, high = groups() - 1;
    while (low < high) {
      const std::uint64_t middle = high - (high - low) / 2;
      if (start(middle * ways) <= place) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /// Start of a part: its position in the concatenated results, the group that contains this position, and the part's
  /// row of splitters.
  struct Edge {
    std::uint64_t place = 0;
    std::uint64_t group = 0;
    const std::uint64_t* row = nullptr;
  };
  constexpr Edge edge(std::uint64_t part) const { return edge(part, once ? 0 : group_of(target(part))); }
  constexpr Edge edge(std::uint64_t part, std::uint64_t group) const {
    return {target(part), group, splitters + part * row()};
  }

  constexpr std::uint64_t taken(const Edge& edge, std::uint64_t group, std::uint64_t way) const {
    const std::uint64_t sequence = group * ways + way;
    if (once) return edge.row[of_input(sequence + 1)] - edge.row[of_input(sequence)];
    if (group == edge.group) return sequence < count() ? edge.row[way] : 0;
    return group < edge.group ? start(sequence + 1) - start(sequence) : 0;
  }
  /// Return the first and the last group of a part.
  constexpr std::uint64_t first_group(const Edge& from) const { return once ? 0 : from.group; }
  constexpr std::uint64_t last_group(const Edge& to) const { return once ? groups() - 1 : to.group; }

  /// Returns the range of elements of one sequence of a group that a part receives.
  constexpr IndexRange range(const Edge& from, const Edge& to, std::uint64_t group, std::uint64_t way) const {
    const std::uint64_t first = start(group * ways + way);
    return {first + taken(from, group, way), first + taken(to, group, way)};
  }
  /// Returns the elements of one sequence that belong to a part, for a single group whose splitters are selected anew
  /// in each round.
  constexpr IndexRange range(const Edge& from, const Edge& to, std::uint64_t way) const {
    if (way * stride >= sequences) return {};
    return {start(way) + from.row[way], start(way) + to.row[way]};
  }
  /// Returns the position in the output of a part's first element in a group.
  constexpr std::uint64_t output(const Edge& from, std::uint64_t group) const {
    if (!once && group == from.group) return from.place;
    std::uint64_t place = start(group * ways);
    for (std::uint64_t way = 0; way < ways; ++way) place += taken(from, group, way);
    return place;
  }
};

}  // namespace texelsort::algorithms::merge::device
