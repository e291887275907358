#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "compute/network/analysis.h"

/// The exhaustive 0-1 test has two phases. The first comparators of a network connect small groups of places and reduce
/// their states: one comparator leaves three of four states, a sorter of k places leaves k + 1 of 2^k. The second phase
/// tests all combinations of the remaining states, one bit each. Internal to the network layer.
namespace texelsort::network {

/// A comparator of a network with at most most_exhaustive_places places.
struct NarrowComparator {
  std::uint8_t smaller = 0, larger = 0;
};

/// A state of up to 32 places: bit i is place i.
struct Reached {
  std::uint32_t state = 0;
  std::uint32_t input = 0;  ///< smallest input that leads to the state
};

/// Places that the executed comparators connect.
struct Group {
  std::uint32_t places = 0;      ///< bit mask
  std::vector<Reached> reached;  ///< each reachable state once, in ascending order of input
};

/// Remaining states after some comparators: all combinations of the groups' states.
struct States {
  std::uint32_t n = 0;
  std::vector<Group> groups;
  std::vector<NarrowComparator> comparators;  ///< comparators still to execute, in order
};

/// Executes comparators and merges groups while a merged group has at most `most` states.
States run_first_comparators(std::uint32_t n, std::vector<NarrowComparator> comparators, std::uint64_t most);

/// Returns the smallest input that the remaining comparators leave unsorted. `progress` is called occasionally with the
/// completed fraction, from 0 to 1; it may throw.
std::optional<std::uint32_t> find_smallest_unsorted(const States& states, const std::function<void(double)>& progress);

}  // namespace texelsort::network
