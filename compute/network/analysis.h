#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "compute/network/network.h"

namespace texelsort::network {

/// Returns the number of comparators of a network.
std::uint64_t size(const Network& network);

/// Returns the number of steps on the longest path through the network. This is the number of parallel steps if every
/// comparator runs as early as possible.
std::uint64_t depth(const Network& network);

/// Returns the number of steps of a network that have comparators. This is the number of passes of a method with one
/// step per pass.
std::uint64_t steps(const Network& network);

/// Number of comparators and number of parallel steps of a network.
struct Bounds {
  std::uint64_t size = 0;
  std::uint64_t depth = 0;
};

/// Returns the smallest size and the smallest depth of all known sorting networks on n <= 16 places. The two may belong
/// to different networks. Returns null for larger n.
std::optional<Bounds> best_known_bounds(std::uint64_t n);

/// Maximum number of places for the exhaustive test of all 0-1 inputs.
inline constexpr std::uint64_t most_exhaustive_places = 32;

/// Tests a network with all 0-1 inputs. By the 0-1 principle (Knuth, TAOCP vol. 3, section 5.3.4, theorem Z), a network
/// that sorts all 2^n of them sorts every input. Returns the smallest input that is not sorted, with place i in bit i,
/// or null if all are sorted. Inputs that the first comparators make equal are tested once. All processor cores test
/// 512 inputs at a time each. Calls `progress` occasionally with the completed share, 0 to 1. Throws UsageError for n >
/// most_exhaustive_places.
std::optional<std::uint64_t> find_unsorted_zero_one_input(const Network& network,
                                                          const std::function<void(double)>& progress = {});

/// Tests a network with `trials` * 64 pseudo-random 0-1 inputs. Every number of ones is equally likely. Returns an
/// input that is not sorted, one element per place, or null if all are sorted.
std::optional<std::vector<std::uint8_t>> find_unsorted_random_input(const Network& network, std::uint64_t trials,
                                                                    std::uint64_t seed);

/// Returns whether a network is valid. The comparators of a step must be disjoint and have low < high. Periods of
/// patterns must be powers of two, and fences must be 0 or powers of two. Listed comparators must be in ascending order
/// of low.
bool well_formed(const Network& network);

}  // namespace texelsort::network
