#pragma once

#include <cstdint>
#include <span>
#include <vector>

/// Splits an order into its cycles without following them, and moves records in place by exchanges alone.
///
/// A cycle visits a place, then the place order[i] that its record comes from, and so on. Each place finds the smallest
/// place of its cycle, the leader, and the number of steps to it, in ceil(log2 n) rounds of pointer jumping. After
/// round k, it knows the 2^k places from itself on. No invocation has a long loop, because no round depends on the
/// length of a cycle. The members of each cycle are then stored contiguously, numbered by their distance d from the
/// leader. Record d must become record d - 1. This rotation by one consists of two reflections, d -> -d and d -> 1 - d
/// modulo the length. Each reflection exchanges disjoint pairs of records in parallel. Each record is exchanged twice.
/// the length. Each reflection exchanges disjoint pairs, all in parallel. Each record takes part in two exchanges.
namespace texelsort::algorithms {

/// Returns the number of rounds for n places: the smallest k with 2^k >= n.
std::uint32_t cycle_rounds(std::uint64_t n);

/// Knowledge of a place about its cycle after k rounds, as shown in the view "cycles".
struct Walk {
  std::uint32_t next = 0;   ///< place that is 2^k steps ahead
  std::uint32_t least = 0;  ///< smallest of the 2^k places from this one on
  std::uint32_t steps = 0;  ///< number of steps to the smallest place
  bool operator==(const Walk&) const = default;
};

/// Reference implementation of the passes that move records along cycles. Requires that every order[i] is below n.
class CycleReference {
 public:
  using Numbers = std::vector<std::uint64_t>;

  CycleReference(std::span<const std::uint64_t> order, std::uint32_t rounds);

  const std::vector<Walk>& walks() const { return walks_; }
  /// Returns the number of places of each leader's cycle; 0 for all other places.
  const Numbers& lengths() const { return lengths_; }
  /// Returns the exclusive scan of the lengths: the start of each leader's members.
  Numbers starts() const;
  /// Returns the places of all cycles, one cycle after another. Each cycle begins with its leader and is in order of
  /// distance.
  Numbers members() const;
  /// Returns the order that exchanges the members d and `first` - d of every cycle, modulo its length.
  Numbers reflection(std::uint64_t first) const;

 private:
  std::vector<Walk> walks_;
  Numbers lengths_;
};

}  // namespace texelsort::algorithms
