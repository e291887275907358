#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "compute/network/network.h"

/// Which places of a comparator network hold keys in a known order after a step, whatever the input is.
namespace texelsort::network {

/// Up to this many places all inputs of zeros and ones are followed, a bit each: what is known is then all that is
/// true. Beyond, up to most_ordered_places, orders follow from orders before the step, which finds no wrong one but not
/// all of them.
inline constexpr std::uint64_t most_followed_places = 18;
inline constexpr std::uint64_t most_ordered_places = 256;

/// What is known after a step.
struct KnownOrders {
  std::uint64_t n = 0;
  std::uint64_t pairs = 0;  ///< of places in a known order, of n (n - 1) / 2
  /// (i, j): the key at i is at most the one at j, and no place is known to be between. All others follow.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> neighbours;
  std::uint64_t unsorted = 0;  ///< inputs of zeros and ones, of 2^n, that are not sorted yet; if n is followed
  bool followed() const { return n <= most_followed_places; }
  bool sorted() const;  ///< whether they say that all keys are sorted
};

/// After each step, in the network's order. n is at most most_ordered_places.
std::vector<KnownOrders> known_orders(const Network& network);

/// The claim of each step becomes what is known after it: orders of places, and how many inputs of zeros and ones are
/// still unsorted; of more than most_ordered_places places, that the two keys of each comparator are in order. The
/// step's own claim does not matter.
void claim_orders(Network& network);

}  // namespace texelsort::network
