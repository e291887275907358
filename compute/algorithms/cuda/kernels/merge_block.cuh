#pragma once

#include <cstdint>

#include "compute/algorithms/cuda/kernels/network_sort.cuh"
#include "compute/algorithms/cuda/kernels/team.cuh"
#include "compute/algorithms/cuda/kernels/two_sides.cuh"
#include "compute/cuda/kernel.h"

/// Merging of two sorted ranges of shared memory by a team of threads (N. Leischner, GPU algorithms for
/// comparison-based sorting and for merging based on multiway selection, section 5.3). The methods are Batcher's
/// bitonic and odd-even merging networks, and parallel ranking. Ranges have at most the team's width. Missing elements
/// are recognised by their position, so no key value is reserved. Only less() defines the order.
namespace texelsort::algorithms::kernels {
namespace {

enum class MergeNetwork : std::uint8_t { bitonic, odd_even, ranking };

template <typename Word, typename Payload>
__device__ Element<Word, Payload> pick_up(Elements<Word, Payload> at, unsigned place) {
  Element<Word, Payload> element{};
  element.key = at.keys[place];
  if constexpr (has_payload<Payload>) element.payload = at.payload[place];
  return element;
}

template <typename Word, typename Payload>
__device__ void put_down(Elements<Word, Payload> at, unsigned place, const Element<Word, Payload>& element) {
  at.keys[place] = element.key;
  if constexpr (has_payload<Payload>) at.payload[place] = element.payload;
}

/// Origins (0 or 1) of elements, which break ties. The first range has the origin `low`. An element of the second range
/// has the origin in its tag's highest bit. Of equivalent elements, origin 0 comes first. Within one origin, the second
/// range comes first if it has tags, otherwise the first range.
struct Origins {
  static constexpr unsigned bit = 15;
  unsigned low = 0;
  const std::uint16_t* tags = nullptr;  ///< tags of the second range; null if all its elements have origin 1

  __device__ unsigned of_high(unsigned i) const { return tags == nullptr ? 1 : tags[i] >> bit; }
  /// Returns whether equivalent elements of the first range come before element i of the second range.
  __device__ bool low_first(unsigned i) const { return low < of_high(i); }
};

/// Executes one step of the bitonic network between lanes whose positions differ in the bit `distance`.
template <bool full, typename Word, typename Payload, typename Less>
__device__ void exchange_lanes(Element<Word, Payload>& own, unsigned place, unsigned distance, unsigned begin,
                               unsigned end, Less less) {
  const unsigned partner = place ^ distance;
  const bool lower = place < partner;
  const Word other = __shfl_xor_sync(every_lane, own.key, distance);
  const bool paired = full || (lower ? place >= begin && partner < end : partner >= begin && place < end);
  const bool take = paired && (lower ? less(other, own.key) : less(own.key, other));
  if (take) own.key = other;
  if constexpr (has_payload<Payload>) {
    const Payload carried = __shfl_xor_sync(every_lane, own.payload, distance);
    if (take) own.payload = carried;
  }
}

/// Executes the steps with distances up to 32 in registers, 64 positions per warp. Then calls `put` for each element.
template <bool full, typename Word, typename Payload, typename Less, typename Put>
__device__ void finish_bitonic(const Team& team, Elements<Word, Payload> at, unsigned begin, unsigned end, Less less,
                               Put put) {
  const unsigned lane = team.rank % 32, first = 2 * (team.rank - lane) + lane, second = first + 32;
  // Positions outside [begin, end) hold no elements, and no comparator uses them.
  Element<Word, Payload> one{}, other{};
  if (full || (first >= begin && first < end)) one = pick_up(at, first);
  if (full || (second >= begin && second < end)) other = pick_up(at, second);
  if (team.width > 32) {
    if ((full || (first >= begin && second < end)) && less(other.key, one.key)) {
      const auto larger = one;
      one = other;
      other = larger;
    }
  }
#pragma unroll
  for (unsigned distance = 16; distance > 0; distance /= 2) {
    exchange_lanes<full>(one, first, distance, begin, end, less);
    exchange_lanes<full>(other, second, distance, begin, end, less);
  }
  if (!full) team.sync();  // needed because `put` may overwrite positions that other threads have not yet read
  if (full || (first >= begin && first < end)) put(first - begin, one);
  if (full || (second >= begin && second < end)) put(second - begin, other);
}

template <bool full, typename Word, typename Payload, typename Less, typename Put>
__device__ void bitonic_of(const Team& team, Elements<Word, Payload> at, unsigned begin, unsigned end, Less less,
                           Put put) {
  const auto compare = [&](unsigned low, unsigned high) {
    if (full || (low >= begin && high < end)) compare_exchange(at, low, high, less);
  };
  compare(team.rank, 2 * team.width - 1 - team.rank);
  team.sync();
  for (unsigned distance = team.width / 2; distance > 32; distance /= 2) {
    const unsigned low = 2 * team.rank - (team.rank & (distance - 1));
    compare(low, low + distance);
    team.sync();
  }
  finish_bitonic<full>(team, at, begin, end, less, put);
}

/// Merges positions [width - low, width) with [width, width + high) of `at`. Both ranges are sorted, and `low` and
/// `high` are at most the width. Calls put(i, element) once for each element, on some thread, with the element's rank
/// i. `put` may write to position i of `at`. Synchronise the team before the call. Only distances above 32 need
/// block-wide barriers. Not stable.
template <typename Word, typename Payload, typename Less, typename Put>
__device__ void merge_bitonic(const Team& team, Elements<Word, Payload> at, unsigned low, unsigned high, Less less,
                              Put put) {
  if (low == team.width && high == team.width) {
    bitonic_of<true>(team, at, 0, 2 * team.width, less, put);
  } else {
    bitonic_of<false>(team, at, team.width - low, team.width + high, less, put);
  }
}

/// Merges by the odd-even merging network, and calls put(i, element, origin). Stable with `tags`, whose values break
/// ties. Tags move with their elements and are lost. The highest bit of a tag is the element's origin.
template <typename Word, typename Payload, typename Less, typename Put>
__device__ void merge_odd_even(const Team& team, Elements<Word, Payload> at, std::uint16_t* tags, unsigned low,
                               unsigned high, Less less, Put put) {
  const unsigned begin = team.width - low, end = team.width + high;
  for (unsigned distance = team.width; distance > 0; distance /= 2) {
    // After the first step, positions at odd multiples of the distance are compared with the next even multiples.
    const unsigned i = 2 * team.rank - (team.rank & (distance - 1)) + (distance == team.width ? 0 : distance);
    const unsigned j = i + distance;
    if (i >= begin && j < end) {
      bool exchange = less(at.keys[j], at.keys[i]);
      if (tags != nullptr) {
        const std::uint16_t one = tags[i], other = tags[j];
        exchange = exchange || (other < one && !less(at.keys[i], at.keys[j]));
        if (exchange) {
          tags[i] = other;
          tags[j] = one;
        }
      }
      if (exchange) {
        const auto larger = pick_up(at, i);
        put_down(at, i, pick_up(at, j));
        put_down(at, j, larger);
      }
    }
    team.sync();
  }
  const unsigned first = begin + team.rank, second = first + team.width;
  Element<Word, Payload> one{}, other{};
  unsigned origins[2] = {};
  if (first < end) one = pick_up(at, first);
  if (second < end) other = pick_up(at, second);
  if (tags != nullptr) {
    if (first < end) origins[0] = tags[first] >> Origins::bit;
    if (second < end) origins[1] = tags[second] >> Origins::bit;
  }
  if (begin > 0) team.sync();  // needed because `put` may overwrite positions that other threads have not yet read
  if (first < end) put(team.rank, one, origins[0]);
  if (second < end) put(team.rank + team.width, other, origins[1]);
}

/// Returns how many of `count` sorted elements precede `key`. Of equivalent elements, only those with ties(i) count.
template <typename Word, typename Less, typename Ties>
__device__ unsigned rank_among(const Word* keys, unsigned count, Word key, Less less, Ties ties) {
  unsigned first = 0;
  while (count > 0) {
    const unsigned half = count / 2, middle = first + half;
    const Word other = keys[middle];
    if (less(other, key) || (!less(key, other) && ties(middle))) {
      first = middle + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  return first;
}

/// Merges `low` sorted elements with `high` other sorted elements by ranking: each thread ranks one element of each
/// range in the other range. Calls put(i, element, origin) once per element. `put` must write elsewhere, because other
/// threads may still rank. Synchronise the team before the call. Has no barrier. Stable; see Origins for ties.
template <typename Word, typename Payload, typename Less, typename Put>
__device__ void merge_ranking(const Team& team, Elements<Word, Payload> lows, unsigned low,
                              Elements<Word, Payload> highs, unsigned high, const Origins& origins, Less less,
                              Put put) {
  const unsigned own = team.rank;
  if (own < low) {
    const auto element = pick_up(lows, own);
    const auto ties = [&](unsigned i) { return !origins.low_first(i); };
    put(own + rank_among(highs.keys, high, element.key, less, ties), element, origins.low);
  }
  if (own < high) {
    const auto element = pick_up(highs, own);
    const bool low_first = origins.low_first(own);
    const auto ties = [&](unsigned) { return low_first; };
    put(own + rank_among(lows.keys, low, element.key, less, ties), element, origins.of_high(own));
  }
}

}  // namespace
}  // namespace texelsort::algorithms::kernels
