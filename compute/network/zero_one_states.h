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

/// Comparator with 8-bit places, for the exhaustive test of networks with at most most_exhaustive_places places.
struct NarrowComparator {
  std::uint8_t smaller = 0, larger = 0;
};

/// Values at up to 32 places of a network for a 0-1 input, with the value of place i in bit i.
struct Reached {
  std::uint32_t state = 0;
  std::uint32_t input = 0;  ///< smallest input that leads to these values, with the input of place i in bit i
};

/// Group of places that the executed comparators connect, with all states that the group can reach.
struct Group {
  std::uint32_t places = 0;      ///< bit mask of the places in the group
  std::vector<Reached> reached;  ///< reachable states in ascending order of their inputs, without duplicates
};

/// States of a network after some comparators: all combinations of the states of its groups.
struct States {
  std::uint32_t n = 0;
  std::vector<Group> groups;
  std::vector<NarrowComparator> comparators;  ///< comparators that have not been executed, in order
};

/// Executes the first comparators of a network on all 0-1 inputs. Merges groups of places as long as a merged group has
/// at most `most` states.
States run_first_comparators(std::uint32_t n, std::vector<NarrowComparator> comparators, std::uint64_t most);

/// Returns the smallest input that the remaining comparators leave unsorted, or null if there is none. Calls `progress`
/// occasionally with the completed share, 0 to 1. `progress` may throw.
std::optional<std::uint32_t> find_smallest_unsorted(const States& states, const std::function<void(double)>& progress);

}  // namespace texelsort::network
