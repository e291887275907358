#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compute/algorithms/distributed/schedule.h"
#include "compute/algorithms/primitives/pivot_selection.h"

/// Search for the exact splitters of shares that no rank can read as a whole. The search is algorithm 3 of N. Leischner
/// with one round of messages per step. (merge/cpu_selection.h implements this algorithm for sequences in one memory.)
/// All selections run in parallel, and each selection draws several pivots per round.
namespace texelsort::algorithms::distributed {

/// A pivot of a selection: the key at position `place` of the share of rank `rank`.
struct Pivot {
  std::uint64_t part = 0;  ///< index of the part whose start this pivot helps to find
  std::uint64_t rank = 0, place = 0;
};

/// Positions of a share between which a pivot must lie.
struct Range {
  std::uint64_t lower = 0, upper = 0;
};

/// Search for the starts of parts in every share. The class is a value type, so that a run can save and restore it.
class SplitterSearch {
 public:
  SplitterSearch() = default;
  /// Starts the search for the starts of equal parts. The number of parts is the number of shares.
  SplitterSearch(const Numbers& shares, std::uint32_t pivots, std::uint32_t seed);

  bool done() const;
  std::uint64_t rounds() const { return rounds_; }
  /// Returns the pivots of the next round, grouped by part. They are random elements of the part's remaining range, or
  /// all its elements if they are few.
  std::vector<Pivot> draw() const;
  /// Returns the ranges in which rank `rank` must search its share, one range per pivot.
  std::vector<Range> ranges(std::span<const Pivot> pivots, std::uint64_t rank) const;
  /// Ends the search with known splitters, which were found by direct access to all shares. `places` has the form of
  /// places().
  void conclude(const Numbers& places);
  /// Ends a round of the search. `counts` has two numbers per rank and pivot: the number of keys of the rank's share
  /// that are smaller than the pivot, and the number that are smaller or equal.
  void narrow(std::span<const Pivot> pivots, std::span<const std::uint64_t> counts);

  /// Returns ranks + 1 rows with one number per share. If done(), it is the number of the share's keys that precede the
  /// part. Before, it is the position that the last pivot implies. least() and most() return the bounds.
  Numbers places() const;
  Numbers least() const;
  Numbers most() const;

 private:
  struct Selection {
    std::uint64_t target = 0;
    bool done = false;
    std::vector<PivotBounds> bounds{};  ///< bounds of the start of the part in each share
  };
  std::uint64_t ranks() const { return lengths_.size(); }
  template <typename Row>
  Numbers rows(Row row) const;

  Numbers lengths_;  ///< lengths of the shares
  std::uint32_t pivots_ = 1, seed_ = 1;
  std::uint64_t rounds_ = 0;
  std::vector<Selection> selections_;  ///< one selection for the start of each part except part 0
};

}  // namespace texelsort::algorithms::distributed
