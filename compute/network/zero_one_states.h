#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "compute/network/analysis.h"

/// States of the exhaustive 0-1 test, which has two phases. First, the first comparators of a network connect small
/// groups of places, which reduces the number of states. One comparator leaves three of four states, and a sorter of k
/// places leaves k + 1 of 2^k. Then all combinations of the remaining states are tested, one bit each. Internal to the
/// network layer.
namespace texelsort::network {

/// Comparator of a network with at most most_exhaustive_places places.
struct NarrowComparator {
  std::uint8_t smaller = 0, larger = 0;
};

/// State of up to 32 places in a network, with the value of place i in bit i.
struct Reached {
  std::uint32_t state = 0;
  std::uint32_t input = 0;  ///< smallest input that leads to the state, with the value of place i in bit i
};

/// Places that executed comparators connect, with their reachable states.
struct Group {
  std::uint32_t places = 0;      ///< bit mask of the places in the group
  std::vector<Reached> reached;  ///< reachable states in ascending order of input, each state once
};

/// States that remain after some comparators: all combinations of the states of the groups.
struct States {
  std::uint32_t n = 0;
  std::vector<Group> groups;
  std::vector<NarrowComparator> comparators;  ///< comparators that have not been executed, in order
};

/// Executes the first comparators of a network. Merges groups of places as long as a merged group has at most `most`
/// states.
States run_first_comparators(std::uint32_t n, std::vector<NarrowComparator> comparators, std::uint64_t most);

/// Returns the smallest input that the remaining comparators leave unsorted, or null if there is none. Calls `progress`
/// occasionally with the completed share, 0 to 1. `progress` may throw.
std::optional<std::uint32_t> find_smallest_unsorted(const States& states, const std::function<void(double)>& progress);

}  // namespace texelsort::network
