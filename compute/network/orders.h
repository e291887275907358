#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "compute/network/network.h"

/// Pairs of places whose keys are in a known order after a step, for every input.
namespace texelsort::network {

/// Up to most_followed_places places, all 0-1 inputs are tracked with one bit each, which finds every order. Above, up
/// to most_ordered_places, orders are derived from the orders before the step. Derived orders are correct but may be
/// incomplete.
inline constexpr std::uint64_t most_followed_places = 18;
inline constexpr std::uint64_t most_ordered_places = 256;

/// Known orders after a step.
struct KnownOrders {
  std::uint64_t n = 0;
  std::uint64_t pairs = 0;  ///< number of ordered pairs of places, at most n (n - 1) / 2
  /// Pairs (i, j): the key at i is at most the key at j, with no place between them in the known order. They imply all
  /// other orders.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> neighbours;
  std::uint64_t unsorted = 0;  ///< number of 0-1 inputs, out of 2^n, that are not sorted yet; only if followed()
  bool followed() const { return n <= most_followed_places; }
  bool sorted() const;  ///< true if the orders imply that all keys are sorted
};

/// Returns the orders after each step, in the network's order. n is at most most_ordered_places.
std::vector<KnownOrders> known_orders(const Network& network);

/// Replaces the claim of each step by the known orders after it and the number of 0-1 inputs that are still unsorted.
/// For more than most_ordered_places places, the claim is that the two keys of each comparator are in order.
void claim_orders(Network& network);

}  // namespace texelsort::network
