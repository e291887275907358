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

/// Family of sorting networks: one network for every n, or for every n up to a limit. Every family is available in all
/// methods, views, checks and benchmarks.
struct Family {
  std::string id;     ///< name on the command line, such as "bitonic"
  std::string title;  ///< title for users, such as "Bitonic merge sort"
  Citation citation;
  /// Function that returns the network on n places. Throws UsageError if n exceeds `max_n`.
  std::function<Network(std::uint64_t n)> generate;
  std::optional<std::uint64_t> max_n{};  ///< largest number of places of the family; null if it is unlimited
  /// Largest number of places for checks that read data back after every pass.
  std::uint64_t checked_n = ~std::uint64_t{0};
  /// Text that identifies the comparators of a network from a file; empty for built-in families.
  std::string content_hash{};
};

std::span<const Family> families();

/// Returns the family with this id. Throws UsageError with the most similar id if it does not exist.
const Family& find_family(std::string_view id);

/// Returns a network of bitonic merge sort in the form of Govindaraju's slides. Stage s has s steps. Its first step
/// compares the first half of every block of 2^s places with the reversed second half. The other steps compare places
/// 2^(s-2), ..., 2, 1 apart. All comparators have the same direction.
Network bitonic(std::uint64_t n);

/// Returns a network of bitonic merge sort that sorts neighbouring blocks in opposite directions, so that each pair of
/// blocks is bitonic. Stage s has s steps, which compare places 2^(s-1), ..., 2, 1 apart.
Network bitonic_alternating(std::uint64_t n);

/// Returns a network of Batcher's odd-even merge sort. Stage s merges the two sorted halves of each block of 2^s
/// places, in s steps.
Network odd_even_merge(std::uint64_t n);

/// Returns a network of odd-even transposition sort. Its n steps compare neighbours, alternately from place 0 and from
/// place 1. n must be at most most_transposition_places.
Network odd_even_transposition(std::uint64_t n);

/// Returns a periodic balanced network. It has as many equal phases as a phase has steps. The steps compare the first
/// half of every block with the reversed second half, for blocks of n, n / 2, ..., 2 places.
Network periodic_balanced(std::uint64_t n);

/// Returns Parberry's pairwise network. It compares all pairs, then pairs of pairs and so on, and then merges in
/// reverse order.
Network pairwise(std::uint64_t n);

/// Returns the smallest known network on n places. n must be at most most_best_known_places.
Network best_known(std::uint64_t n);

/// Maximum n of odd-even transposition sort, which needs n steps over n keys each.
inline constexpr std::uint64_t most_transposition_places = 1 << 16;
inline constexpr std::uint64_t most_best_known_places = 16;

/// Returns the number of stages of a merge sort on n places: ceil(log2 n), or 0 for n < 2. Throws UsageError if n is
/// more than 2^48. `what` names the network in the message.
unsigned levels(std::uint64_t n, const char* what);

/// Returns a family of networks with only one step, to measure the time of a single pass. The step compares place i
/// with i + distance, in blocks of 2 * distance places. `distance` must be a power of two. The step does not sort, and
/// has no comparators for n <= distance.
Family single_step(std::uint64_t distance);

}  // namespace texelsort::network
