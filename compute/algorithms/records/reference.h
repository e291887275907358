#pragma once

#include <cstdint>
#include <span>
#include <vector>

/// Splits an order into its cycles without following them, and moves records in place by exchanges alone.
///
/// A cycle visits a place, then the place order[i] that its record comes from, and so on. In ceil(log2 n) rounds of
/// pointer jumping, each place finds the smallest place of its cycle, the leader, and the number of steps to it. After
/// round k, it knows the 2^k places from itself on. No round depends on the length of a cycle, so that no invocation
/// has a long loop. The members of each cycle are then stored contiguously, numbered by their distance d from the
/// leader. Record d must become record d - 1. This rotation by one is two reflections, d -> -d and d -> 1 - d modulo
/// the length. Each reflection exchanges disjoint pairs, all in parallel. Each record takes part in two exchanges.
namespace texelsort::algorithms {

/// Returns the number of rounds for n places: the smallest k with 2^k >= n.
std::uint32_t cycle_rounds(std::uint64_t n);

/// The knowledge of a place about its cycle, as shown in the view "cycles".
struct Walk {
  std::uint32_t next = 0;   ///< the place 2^k steps ahead
  std::uint32_t least = 0;  ///< the smallest of the 2^k places from here on
  std::uint32_t steps = 0;  ///< number of steps to that place
  bool operator==(const Walk&) const = default;
};

/// Reference implementation of the passes along cycles. Requires every order[i] < n.
class CycleReference {
 public:
  using Numbers = std::vector<std::uint64_t>;

  CycleReference(std::span<const std::uint64_t> order, std::uint32_t rounds);

  const std::vector<Walk>& walks() const { return walks_; }
  /// Number of places of a leader's cycle; 0 for all other places.
  const Numbers& lengths() const { return lengths_; }
  /// Returns the exclusive scan of the lengths: the start of each leader's members.
  Numbers starts() const;
  /// Returns the places, cycle by cycle, each from its leader on by distance to it.
  Numbers members() const;
  /// Returns the order that exchanges d and `first` - d modulo the length of every cycle.
  Numbers reflection(std::uint64_t first) const;

 private:
  std::vector<Walk> walks_;
  Numbers lengths_;
};

}  // namespace texelsort::algorithms
