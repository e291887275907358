#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "compute/network/citation.h"
#include "compute/network/network.h"

namespace texelsort::network {

/// A sorting network for every n, or for every n up to a limit. One line here and one function give a new network all
/// methods, views, checks and benchmarks.
struct Family {
  std::string id;     ///< "bitonic"
  std::string title;  ///< "Bitonic merge sort"
  Citation citation;
  std::function<Network(std::uint64_t n)> generate;  ///< throws UsageError beyond max_n
  std::optional<std::uint64_t> max_n{};              ///< none: any n
  std::uint64_t checked_n = ~std::uint64_t{0};       ///< checks that read every pass back go no further than this n
};

std::span<const Family> families();

/// Finds one by id; throws UsageError naming the nearest when there is none.
const Family& find_family(std::string_view id);

/// Bitonic merge sort in the form of Govindaraju's slides: stage s has s steps; its first step compares the first half
/// of every block of 2^s with the reversal of the second half, the others compare places 2^(s-2), ..., 2, 1 apart; all
/// comparators point the same way.
Network bitonic(std::uint64_t n);

/// Bitonic merge sort with neighbouring blocks sorted in opposite directions, so that they are bitonic as they stand:
/// stage s has s steps, which compare places 2^(s-1), ..., 2, 1 apart.
Network bitonic_alternating(std::uint64_t n);

/// Batcher's odd-even merge sort: stage s merges sorted halves of blocks of 2^s places in s steps.
Network odd_even_merge(std::uint64_t n);

/// n steps that compare neighbours, from place 0 and from place 1 by turns. n is at most most_transposition_places.
Network odd_even_transposition(std::uint64_t n);

/// As many equal phases as a phase has steps; each step compares the first half of every block with the reversal of the
/// second, for blocks of n, n / 2, ..., 2 places.
Network periodic_balanced(std::uint64_t n);

/// Parberry's network: compares all pairs, pairs of pairs and so on, then merges coming back.
Network pairwise(std::uint64_t n);

/// The smallest known networks, for n up to most_best_known_places.
Network best_known(std::uint64_t n);

/// 2^16 steps, each over as many keys: more is of no use to anyone.
inline constexpr std::uint64_t most_transposition_places = 1 << 16;
inline constexpr std::uint64_t most_best_known_places = 16;

}  // namespace texelsort::network
