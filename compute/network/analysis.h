#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "compute/network/network.h"

namespace texelsort::network {

/// Comparators in all.
std::uint64_t size(const Network& network);

/// Steps on the longest path: the number of parallel steps when every comparator works as early as it can.
std::uint64_t depth(const Network& network);

/// Steps as listed, i.e. passes of a method that does one step a pass. Steps without comparators (small n) do not
/// count.
std::uint64_t steps(const Network& network);

/// Comparators and parallel steps.
struct Bounds {
  std::uint64_t size = 0;
  std::uint64_t depth = 0;
};

/// The least size and the least depth of any sorting network known, each on its own, for n <= 16; nothing beyond.
std::optional<Bounds> best_known_bounds(std::uint64_t n);

/// Networks of more places have too many 0-1 inputs to try all.
inline constexpr std::uint64_t most_exhaustive_places = 32;

/// The 0-1 principle (Knuth, TAOCP vol. 3, section 5.3.4, theorem Z), exhaustively: a network sorts every input if it
/// sorts all 2^n inputs of zeros and ones. Returns the smallest failing input (bit i of the number is place i), or
/// nothing when it sorts. Inputs that the first comparators make equal are tried once, 512 at a time on every
/// processor; `progress` is called now and then with the share that is done, from 0 to 1. Throws UsageError for n >
/// most_exhaustive_places.
std::optional<std::uint64_t> find_unsorted_zero_one_input(const Network& network,
                                                          const std::function<void(double)>& progress = {});

/// The same for `trials` * 64 random 0-1 inputs (any n), by seed; every number of ones equally likely. Returns a
/// failing input, one entry a place.
std::optional<std::vector<std::uint8_t>> find_unsorted_random_input(const Network& network, std::uint64_t trials,
                                                                    std::uint64_t seed);

/// True when no two comparators of a step share a place, every comparator has low < high, every pattern's period
/// and fence are powers of two (or there is no fence), and listed comparators are in ascending order of low.
bool well_formed(const Network& network);

}  // namespace texelsort::network
