#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "compute/network/network.h"

/// Pairs of places whose keys have a known order after a step, for every input of the network.
namespace texelsort::network {

/// Maximum numbers of places for finding known orders. Up to most_followed_places places, all 0-1 inputs are tracked
/// with one bit each, which finds every order. Up to most_ordered_places places, orders are derived from those before
/// the step. Derived orders are correct but may be incomplete.
inline constexpr std::uint64_t most_followed_places = 18;
inline constexpr std::uint64_t most_ordered_places = 256;

/// Known orders of keys after a step.
struct KnownOrders {
  std::uint64_t n = 0;
  std::uint64_t pairs = 0;  ///< number of pairs of places in known order, at most n (n - 1) / 2
  /// Pairs (i, j) of neighbours: the key at i is at most the key at j, and the known orders have no place between them.
  /// These pairs imply all other orders.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> neighbours;
  /// Number of 0-1 inputs, out of 2^n, that are not sorted after the step; meaningless unless followed() is true.
  std::uint64_t unsorted = 0;
  bool followed() const { return n <= most_followed_places; }
  /// Returns whether the orders imply that all keys are sorted.
  bool sorted() const;
};

/// Returns the known orders after each step of a network, in the order of the steps. n must be at most
/// most_ordered_places.
std::vector<KnownOrders> known_orders(const Network& network);

/// Replaces the claim of each step by the known orders after the step. The claim also contains the number of 0-1 inputs
/// that are still unsorted. For more than most_ordered_places places, the claim is that the two keys of each comparator
/// are in order.
void claim_orders(Network& network);

}  // namespace texelsort::network
