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

/// A sorting network for every n, or for every n up to a limit. Every family is available in all methods, views, checks
/// and benchmarks.
struct Family {
  std::string id;     ///< name on the command line: "bitonic"
  std::string title;  ///< title for users: "Bitonic merge sort"
  Citation citation;
  /// Function that returns the network; throws UsageError beyond max_n.
  std::function<Network(std::uint64_t n)> generate;
  std::optional<std::uint64_t> max_n{};         ///< largest n; without a value, n is unlimited
  std::uint64_t checked_n = ~std::uint64_t{0};  ///< largest n for checks that read back every pass
};

std::span<const Family> families();

/// Returns the family with this id. Throws UsageError, with the nearest id, if there is none.
const Family& find_family(std::string_view id);

/// Bitonic merge sort in the form of Govindaraju's slides. Stage s has s steps. Its first step compares the first half
/// of every block of 2^s with the reversal of the second half. The other steps compare places 2^(s-2), ..., 2, 1 apart.
/// All comparators have the same direction.
Network bitonic(std::uint64_t n);

/// Bitonic merge sort with neighbouring blocks sorted in opposite directions, so that each pair of blocks is bitonic.
/// Stage s has s steps, which compare places 2^(s-1), ..., 2, 1 apart.
Network bitonic_alternating(std::uint64_t n);

/// Batcher's odd-even merge sort: stage s merges sorted halves of blocks of 2^s places in s steps.
Network odd_even_merge(std::uint64_t n);

/// Odd-even transposition sort: n steps that compare neighbours, alternately from place 0 and from place 1. n is at
/// most most_transposition_places.
Network odd_even_transposition(std::uint64_t n);

/// Periodic balanced network: as many equal phases as a phase has steps. Each step compares the first half of every
/// block with the reversal of the second, for blocks of n, n / 2, ..., 2 places.
Network periodic_balanced(std::uint64_t n);

/// Parberry's pairwise network: compares all pairs, then pairs of pairs and so on, and then merges in reverse order.
Network pairwise(std::uint64_t n);

/// Smallest known networks, for n up to most_best_known_places.
Network best_known(std::uint64_t n);

/// Limit for odd-even transposition sort, which needs n steps of n keys each.
inline constexpr std::uint64_t most_transposition_places = 1 << 16;
inline constexpr std::uint64_t most_best_known_places = 16;

/// Returns ceil(log2 n), or 0 for n < 2: the number of stages of a merge sort on n places. Throws UsageError, naming
/// the network by `what`, if n is too large for any use.
unsigned levels(std::uint64_t n, const char* what);

/// A family with one step, to time a single pass. Compares place i with i + distance, in blocks of 2 * distance, a
/// power of two. The step does not sort. It has no comparators for n <= distance.
Family single_step(std::uint64_t distance);

}  // namespace texelsort::network
