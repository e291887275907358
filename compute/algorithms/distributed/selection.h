#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compute/algorithms/distributed/schedule.h"
#include "compute/algorithms/primitives/pivot_selection.h"

/// Search for the exact splitters of shares that no rank can read as a whole. It is Algorithm 3 of N. Leischner
/// (merge/cpu_selection.h implements it for sequences in one memory), with one round of messages per step. All
/// selections run in parallel, and each draws several pivots per round.
namespace texelsort::algorithms::distributed {

/// A pivot of one selection: the key at place `place` of the share of rank `rank`.
struct Pivot {
  std::uint64_t part = 0;  ///< number of the part whose start is searched
  std::uint64_t rank = 0, place = 0;
};

/// Range of places of a share within which a pivot is ranked.
struct Range {
  std::uint64_t lower = 0, upper = 0;
};

/// Search for the starts of parts in every share. The class is a value type, so that it can be saved and restored.
class SplitterSearch {
 public:
  SplitterSearch() = default;
  /// Starts the search for the starts of equal parts. There are as many parts as shares.
  SplitterSearch(const Numbers& shares, std::uint32_t pivots, std::uint32_t seed);

  bool done() const;
  std::uint64_t rounds() const { return rounds_; }
  /// Returns the pivots of the next round, grouped by part. These are random elements of the part's remaining range, or
  /// all of them if they are few.
  std::vector<Pivot> draw() const;
  /// Returns, for each pivot, the range in which rank `rank` must rank it.
  std::vector<Range> ranges(std::span<const Pivot> pivots, std::uint64_t rank) const;
  /// Ends the search. `places` is the result of places(), which was found with direct access to all shares.
  void conclude(const Numbers& places);
  /// Ends the round. `counts` has two numbers per rank and pivot: how many keys of the rank's share are smaller than
  /// the pivot, and how many are smaller or equal.
  void narrow(std::span<const Pivot> pivots, std::span<const std::uint64_t> counts);

  /// Returns ranks + 1 rows with one number per share. Once done(), it is how many of the share's keys precede the
  /// part. Until then it is the position by the last pivot; least() and most() return the bounds.
  Numbers places() const;
  Numbers least() const;
  Numbers most() const;

 private:
  struct Selection {
    std::uint64_t target = 0;
    bool done = false;
    std::vector<PivotBounds> bounds{};  ///< bounds in each share
  };
  std::uint64_t ranks() const { return lengths_.size(); }
  template <typename Row>
  Numbers rows(Row row) const;

  Numbers lengths_;  ///< lengths of the shares
  std::uint32_t pivots_ = 1, seed_ = 1;
  std::uint64_t rounds_ = 0;
  std::vector<Selection> selections_;  ///< one selection per part, from part 1 on
};

}  // namespace texelsort::algorithms::distributed
