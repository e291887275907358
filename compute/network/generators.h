#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "compute/network/citation.h"
#include "compute/network/network.h"

namespace texelsort::network {

/// A sorting network for every n. One line here and one function give a new network all methods, views, checks and
/// benchmarks.
struct Family {
  std::string id;     ///< "bitonic"
  std::string title;  ///< "Bitonic merge sort"
  Citation citation;
  std::function<Network(std::uint64_t n)> generate;
};

std::span<const Family> families();

/// Finds one by id; throws UsageError naming the nearest when there is none.
const Family& find_family(std::string_view id);

/// Bitonic merge sort in the form of Govindaraju's slides: stage s has s steps; its first step compares the first half
/// of every block of 2^s with the reversal of the second half, the others compare places 2^(s-2), ..., 2, 1 apart; all
/// comparators point the same way.
Network bitonic(std::uint64_t n);

}  // namespace texelsort::network
