#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compute/algorithms/distributed/schedule.h"
#include "compute/algorithms/primitives/pivot_selection.h"

/// Exact splitters of shares that no rank sees as a whole: N. Leischner's Algorithm 3 (merge/cpu_selection.h implements
/// it for sequences in one memory), with one round of messages per step. All selections run in parallel, and each draws
/// several pivots per round.
namespace texelsort::algorithms::distributed {

/// Pivot of one selection: the key at that place of that rank's share.
struct Pivot {
  std::uint64_t part = 0;  ///< part whose start is searched
  std::uint64_t rank = 0, place = 0;
};

/// Places of a share in which a pivot is ranked.
struct Range {
  std::uint64_t lower = 0, upper = 0;
};

/// Search for the starts of parts in every share. A value type, so that it can be saved and restored.
class SplitterSearch {
 public:
  SplitterSearch() = default;
  /// Searches for as many equal parts as there are shares.
  SplitterSearch(const Numbers& shares, std::uint32_t pivots, std::uint32_t seed);

  bool done() const;
  std::uint64_t rounds() const { return rounds_; }
  /// Returns the pivots of the next round, grouped by part: elements of the remaining range, or all of them if they are
  /// few.
  std::vector<Pivot> draw() const;
  /// Returns the ranges in which rank `rank` ranks the pivots.
  std::vector<Range> ranges(std::span<const Pivot> pivots, std::uint64_t rank) const;
  /// Ends the search with the given result of places(), found with direct access to all shares.
  void conclude(const Numbers& places);
  /// Ends the round. `counts` has two numbers per rank and pivot: how many keys of the share are smaller, and how many
  /// are smaller or equal.
  void narrow(std::span<const Pivot> pivots, std::span<const std::uint64_t> counts);

  /// Returns rows 0 to ranks, with one number per share: how many of its keys precede the part, once done(). Until then
  /// it is the position by the last pivot; least() and most() are the bounds.
  Numbers places() const;
  Numbers least() const;
  Numbers most() const;

 private:
  struct Selection {
    std::uint64_t target = 0;
    bool done = false;
    std::vector<PivotBounds> bounds{};  ///< one per share
  };
  std::uint64_t ranks() const { return lengths_.size(); }
  template <typename Row>
  Numbers rows(Row row) const;

  Numbers lengths_;  ///< lengths of the shares
  std::uint32_t pivots_ = 1, seed_ = 1;
  std::uint64_t rounds_ = 0;
  std::vector<Selection> selections_;  ///< for the parts from 1 on
};

}  // namespace texelsort::algorithms::distributed
