#pragma once

#include <cstdint>
#include <span>
#include <vector>

/// How an order is taken apart into its cycles without walking along one, and carried out in place by exchanges alone.
///
/// A cycle visits a place, then the place order[i] that its record comes from, and so on. In ceil(log2 n) rounds of
/// pointer jumping every place learns the smallest place of its cycle, the leader, and how many steps away it is: after
/// round k it knows the 2^k places from itself on. No round depends on the length of a cycle, so that no invocation
/// loops, however long cycles are. With the members of each cycle side by side, numbered by their distance d from the
/// leader, record d has to become record d - 1. Turning a cycle by one is two reflections, d -> -d and d -> 1 - d
/// modulo its length, and a reflection exchanges pairs: all of them at the same time, each record in two exchanges.
namespace texelsort::algorithms {

/// Rounds that n places need: the smallest k with 2^k >= n.
std::uint32_t cycle_rounds(std::uint64_t n);

/// What a place knows of its cycle, as it stands in the view "cycles".
struct Walk {
  std::uint32_t next = 0;   ///< the place 2^k steps on
  std::uint32_t least = 0;  ///< the smallest of the 2^k places from here on
  std::uint32_t steps = 0;  ///< how many steps on that is
  bool operator==(const Walk&) const = default;
};

/// The reference of the passes along cycles. Every order[i] < n.
class CycleReference {
 public:
  using Numbers = std::vector<std::uint64_t>;

  CycleReference(std::span<const std::uint64_t> order, std::uint32_t rounds);

  const std::vector<Walk>& walks() const { return walks_; }
  /// Places of a leader's cycle; 0 for all others.
  const Numbers& lengths() const { return lengths_; }
  /// Their exclusive scan: where a leader's members start.
  Numbers starts() const;
  /// The places, cycle after cycle, each from its leader on by distance to it.
  Numbers members() const;
  /// The order that exchanges d and `first` - d modulo the length of every cycle.
  Numbers reflection(std::uint64_t first) const;

 private:
  std::vector<Walk> walks_;
  Numbers lengths_;
};

}  // namespace texelsort::algorithms
