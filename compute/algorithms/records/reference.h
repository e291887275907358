#pragma once

#include <cstdint>
#include <span>
#include <vector>

/// Splits the order of records into its cycles without following them, and moves records in place by exchanges alone.
///
/// A cycle visits a position, then the position order[i] that its record comes from, and so on. The leader of a cycle
/// is its smallest position. Each position finds its leader, and the number of steps to it, in ceil(log2 n) rounds of
/// pointer jumping. After round k, a position knows the 2^k positions from itself on. No round depends on the length of
/// a cycle, so no invocation has a long loop.
///
/// The members of each cycle are then stored contiguously, numbered by their distance d from the leader. Record d must
/// become record d - 1. This rotation by one consists of two reflections, d -> -d and d -> 1 - d modulo the length of
/// the cycle. Each reflection exchanges disjoint pairs of records in parallel, so each record is exchanged twice.
namespace texelsort::algorithms {

/// Returns the number of rounds of pointer jumping for n positions: the smallest k with 2^k >= n.
std::uint32_t cycle_rounds(std::uint64_t n);

/// Knowledge of a position about its cycle after k rounds of pointer jumping, as the view "cycles" shows it.
struct Walk {
  std::uint32_t next = 0;   ///< position that is 2^k steps ahead in the cycle
  std::uint32_t least = 0;  ///< smallest of the 2^k positions from this position on
  std::uint32_t steps = 0;  ///< number of steps to the smallest position
  bool operator==(const Walk&) const = default;
};

/// Reference implementation of the passes that move records along cycles. Requires that every order[i] is below n.
class CycleReference {
 public:
  using Numbers = std::vector<std::uint64_t>;

  CycleReference(std::span<const std::uint64_t> order, std::uint32_t rounds);

  const std::vector<Walk>& walks() const { return walks_; }
  /// Returns the number of positions in the cycle of each leader, and 0 for all other positions.
  const Numbers& lengths() const { return lengths_; }
  /// Returns the exclusive scan of the lengths, which is the start of each leader's members.
  Numbers starts() const;
  /// Returns the positions of all cycles, one cycle after another. Each cycle begins with its leader and is in the
  /// order of the distances.
  Numbers members() const;
  /// Returns the order that exchanges the members d and `first` - d of every cycle, modulo the length of the cycle.
  Numbers reflection(std::uint64_t first) const;

 private:
  std::vector<Walk> walks_;
  Numbers lengths_;
};

}  // namespace texelsort::algorithms
