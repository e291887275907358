#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "compute/network/analysis.h"

/// The exhaustive 0-1 test in two halves. The first comparators of a network connect few places each, and after them
/// few of these places' states are left: a comparator leaves three of four, a sorter of k places k + 1 of 2^k. What is
/// left of all places' states is then tried side by side, a bit each. Internal to the network layer.
namespace texelsort::network {

/// A comparator of a network of at most most_exhaustive_places places.
struct NarrowComparator {
  std::uint8_t smaller = 0, larger = 0;
};

/// States of up to 32 places: bit i is place i.
struct Reached {
  std::uint32_t state = 0;
  std::uint32_t input = 0;  ///< the smallest one that leads to the state
};

/// Places that the comparators so far have connected.
struct Group {
  std::uint32_t places = 0;      ///< a bit each
  std::vector<Reached> reached;  ///< every state they can be in, once; by input
};

/// What some comparators have left of all inputs: every combination of the groups' states.
struct States {
  std::uint32_t n = 0;
  std::vector<Group> groups;
  std::vector<NarrowComparator> comparators;  ///< those that have not worked yet, in their order
};

/// Lets comparators work, and connects groups as long as those connected have no more than `most` states together.
States run_first_comparators(std::uint32_t n, std::vector<NarrowComparator> comparators, std::uint64_t most);

/// The smallest input whose state the remaining comparators leave unsorted. `progress` is called now and then with what
/// is done, from 0 to 1; it may throw.
std::optional<std::uint32_t> find_smallest_unsorted(const States& states, const std::function<void(double)>& progress);

}  // namespace texelsort::network
