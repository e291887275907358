#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compute/algorithms/distributed/schedule.h"
#include "compute/algorithms/primitives/pivot_selection.h"

/// Exact splitters of shares that nobody sees at once: N. Leischner's Algorithm 3 (merge/cpu_selection.h has it for
/// sequences in one memory) with a round of messages for each step. All selections go on side by side, and each draws
/// several pivots a round.
namespace texelsort::algorithms::distributed {

/// A pivot of one selection: the key at that place of that rank's share.
struct Pivot {
  std::uint64_t part = 0;  ///< whose start is searched for
  std::uint64_t rank = 0, place = 0;
};

/// Places of a share in which a pivot is ranked.
struct Range {
  std::uint64_t lower = 0, upper = 0;
};

/// Where parts begin in every share. A value, so that it can be kept and put back.
class SplitterSearch {
 public:
  SplitterSearch() = default;
  /// For as many equal parts as there are shares.
  SplitterSearch(const Numbers& shares, std::uint32_t pivots, std::uint32_t seed);

  bool done() const;
  std::uint64_t rounds() const { return rounds_; }
  /// The pivots of the next round, those of one part together: elements of what is left, all where these are few.
  std::vector<Pivot> draw() const;
  /// Where rank `rank` ranks each of them.
  std::vector<Range> ranges(std::span<const Pivot> pivots, std::uint64_t rank) const;
  /// Ends the search: `places`, as places() has them, were found by who sees all shares.
  void conclude(const Numbers& places);
  /// Ends the round. `counts`: for each rank and each pivot two numbers: how many keys of the share are smaller, and
  /// how many are smaller or equal.
  void narrow(std::span<const Pivot> pivots, std::span<const std::uint64_t> counts);

  /// Rows 0 to ranks of a number for each share: how many of its keys come before the part, once done(); until then
  /// what is known at the least and at the most, and by the last pivot.
  Numbers places() const;
  Numbers least() const;
  Numbers most() const;

 private:
  struct Selection {
    std::uint64_t target = 0;
    bool done = false;
    std::vector<PivotBounds> bounds{};  ///< of each share
  };
  std::uint64_t ranks() const { return lengths_.size(); }
  template <typename Row>
  Numbers rows(Row row) const;

  Numbers lengths_;  ///< of the shares
  std::uint32_t pivots_ = 1, seed_ = 1;
  std::uint64_t rounds_ = 0;
  std::vector<Selection> selections_;  ///< of the parts from 1 on
};

}  // namespace texelsort::algorithms::distributed
