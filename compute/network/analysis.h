#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "compute/network/network.h"

namespace texelsort::network {

/// Returns the number of comparators.
std::uint64_t size(const Network& network);

/// Returns the number of steps on the longest path. It is the number of parallel steps if every comparator runs as
/// early as possible.
std::uint64_t depth(const Network& network);

/// Returns the number of steps as listed, which is the number of passes of a method with one step per pass. Steps
/// without comparators (small n) do not count.
std::uint64_t steps(const Network& network);

/// Numbers of comparators and of parallel steps.
struct Bounds {
  std::uint64_t size = 0;
  std::uint64_t depth = 0;
};

/// Returns the smallest size and, independently, the smallest depth of any known sorting network for n <= 16. Nothing
/// for larger n.
std::optional<Bounds> best_known_bounds(std::uint64_t n);

/// Largest number of places for which all 0-1 inputs are tested.
inline constexpr std::uint64_t most_exhaustive_places = 32;

/// Tests the network exhaustively by the 0-1 principle (Knuth, TAOCP vol. 3, section 5.3.4, theorem Z): a network sorts
/// every input if it sorts all 2^n inputs of zeros and ones. Returns the smallest failing input (bit i of the number is
/// place i). Nothing if all are sorted. Inputs that the first comparators make equal are tested once. All processor
/// cores test 512 inputs at a time each. `progress` is called occasionally with the completed fraction, from 0 to 1.
/// Throws UsageError for n > most_exhaustive_places.
std::optional<std::uint64_t> find_unsorted_zero_one_input(const Network& network,
                                                          const std::function<void(double)>& progress = {});

/// Tests `trials` * 64 pseudo-random 0-1 inputs of any n; every number of ones is equally likely. Returns a failing
/// input, one entry per place. Nothing if all are sorted.
std::optional<std::vector<std::uint8_t>> find_unsorted_random_input(const Network& network, std::uint64_t trials,
                                                                    std::uint64_t seed);

/// Returns whether the network is valid. Comparators of a step are disjoint and have low < high. Periods of patterns
/// are powers of two, and fences are 0 or powers of two. Listed comparators are in ascending order of low.
bool well_formed(const Network& network);

}  // namespace texelsort::network
