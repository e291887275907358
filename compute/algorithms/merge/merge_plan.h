#pragma once

#include <cstdint>
#include <vector>

#include "compute/algorithms/merge/block_merge.h"
#include "compute/algorithms/merge/selection_twin.h"

namespace texelsort::algorithms::merge {

/// One round of merging: each group of `ways` neighbouring sequences becomes one, in the other of two arrays and at the
/// place where the group stood. Every merger does its part of all groups, by itself.
///
/// One multiway selection does for all rounds: because it is consistent, the part of a group that belongs to the t
/// smallest elements of all is what belongs to them of its sequences.
struct Round {
  std::uint64_t index = 0;  ///< from 0
  std::uint64_t ways = 2;
  std::uint64_t parts = 1;               ///< mergers
  std::vector<std::uint64_t> starts;     ///< of the sequences before the round: k + 1 places
  std::vector<std::uint64_t> splitters;  ///< parts + 1 rows of k: where each part begins in each sequence

  std::uint64_t sequences() const { return starts.size() - 1; }
  std::uint64_t groups() const { return (sequences() + ways - 1) / ways; }
  std::uint64_t splitter(std::uint64_t part, std::uint64_t sequence) const {
    return splitters[part * sequences() + sequence];
  }

  /// Where the elements of a part of a group are, sequence after sequence: `ways` at the most.
  std::vector<Range> ranges(std::uint64_t part, std::uint64_t group) const;
  /// Where they go, in order.
  Range output(std::uint64_t part, std::uint64_t group) const;

  /// The round after this one.
  Round next() const;
};

Round first_round(std::vector<std::uint64_t> starts, const Splitters& splitters, std::uint64_t ways);

/// Rounds until k sequences are one.
std::uint64_t round_count(std::uint64_t sequences, std::uint64_t ways);

}  // namespace texelsort::algorithms::merge
