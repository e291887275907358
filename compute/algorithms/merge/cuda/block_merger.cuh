#pragma once

#include "compute/algorithms/cuda/kernels/merge_block.cuh"
#include "compute/algorithms/merge/cuda/launch.h"
#include "compute/cuda/kernel.h"

/// Block-wise merging (Algorithm 4) by a team of threads: feeds, which read blocks of the input, and the merge buffer.
namespace texelsort::algorithms::merge::device {
namespace {

using kernels::Element;
using kernels::Elements;
using kernels::has_payload;
using kernels::MergeNetwork;
using kernels::Origins;
using kernels::pick_up;
using kernels::put_down;
using kernels::Team;

/// Divides a block's shared memory into consecutive pieces.
struct SharedMemory {
  unsigned char* next;

  template <typename Number>
  __device__ Number* take(unsigned count) {
    auto* taken = reinterpret_cast<Number*>(next);
    next += (count * sizeof(Number) + 7) / 8 * 8;
    return taken;
  }
  template <typename Word, typename Payload>
  __device__ Elements<Word, Payload> take_elements(unsigned count) {
    Elements<Word, Payload> at{take<Word>(count), nullptr};
    if constexpr (has_payload<Payload>) at.payload = take<Payload>(count);
    return at;
  }
};

template <typename Word, typename Payload>
__device__ Elements<Word, Payload> from(Elements<Word, Payload> at, unsigned place) {
  at.keys += place;
  if constexpr (has_payload<Payload>) at.payload += place;
  return at;
}

/// Reader of a range of global memory in blocks. Thread i holds element i of the next block in a register, and
/// prefetches element i of the following block. All blocks but the last have one element per thread of the team.
template <typename Typed>
struct Feed {
  using Item = Element<typename Typed::Word, typename Typed::Payload>;

  const Typed* arrays;
  Team team;
  IndexRange rest;
  Item next{}, after{};

  __device__ Feed(const Typed& typed, const Team& whose, IndexRange range) : arrays(&typed), team(whose) {
    restart(range);
  }
  __device__ void restart(IndexRange range) {
    rest = range;
    load(0, next);
    load(team.width, after);
  }
  __device__ bool empty() const { return rest.first == rest.last; }
  __device__ unsigned block() const { return rest.length() < team.width ? unsigned(rest.length()) : team.width; }
  /// Returns this thread's element of the next block, and starts to load its element of a later block.
  __device__ Item take() {
    const Item taken = next;
    rest.first += block();
    next = after;
    load(team.width, after);
    return taken;
  }

 private:
  __device__ void load(unsigned ahead, Item& element) const {
    const std::uint64_t place = rest.first + ahead + team.rank;
    if (place >= rest.last) return;
    element.key = arrays->load(place);
    if constexpr (has_payload<typename Typed::Payload>) element.payload = arrays->payload_in[place];
  }
};

/// Returns whether the next block comes from B. The calling thread must hold the first elements of both next blocks.
template <typename Typed>
__device__ bool b_is_next(const Feed<Typed>& a, const Feed<Typed>& b) {
  if (a.empty() || b.empty()) return a.empty();
  return a.arrays->less(b.next.key, a.next.key);
}

/// Merge buffer: the newest block, and the elements held back from earlier blocks. A step calls, in this order:
///
/// place(); team.sync(); merge(); team.sync(); flush()
///
/// A step outputs the smallest elements of the buffer: one block, or all elements that are left. Appendix B of the
/// thesis proves that these are the next elements, if only the last block of a sequence is partially filled. If
/// `staged`, the output goes to global memory, so adjacent threads must write adjacent elements.
///
/// The thesis assumes that merging is stable if older elements are in the lower half. It is not: an element held back
/// from B may equal the first element of a block of A. A tag that stores each element's origin therefore breaks ties.
template <typename Typed, MergeNetwork network, bool staged>
struct BlockMerger {
  using Word = typename Typed::Word;
  using Payload = typename Typed::Payload;
  using Item = Element<Word, Payload>;
  static constexpr bool ranks = network == MergeNetwork::ranking;
  /// Elements in shared memory per thread. Ranking needs space for a block, for the elements held back before and after
  /// a step, and for the output.
  static constexpr unsigned slots = !ranks ? 2 : staged ? 4 : 3;
  static constexpr bool has_tags = network != MergeNetwork::bitonic;

  Team team;
  typename Typed::Less less;
  bool stable;
  Elements<Word, Payload> at;
  std::uint16_t* tags = nullptr;
  unsigned held = 0;
  unsigned side = 0;  ///< for ranking: half (0 or 1) of the buffer that has the elements held back

  __device__ BlockMerger(const Team& whose, const Typed& typed, bool keeps_order, SharedMemory& memory)
      : team(whose), less(typed.less), stable(keeps_order) {
    at = memory.take_elements<Word, Payload>(slots * team.width);
    if constexpr (has_tags) tags = memory.take<std::uint16_t>(slots * team.width);
  }

  __device__ unsigned held_at() const { return ranks ? (1 + side) * team.width : team.width; }

  /// Stores a merge's first block (`count` elements) as held back, without merging.
  __device__ void start(const Item& own, unsigned count, unsigned origin) {
    if (team.rank < count) hold(held_at(), team.rank, own, origin);
    held = count;
  }
  __device__ void place(const Item& own, unsigned count, unsigned origin) {
    if (team.rank >= count) return;
    const unsigned place = ranks ? team.rank : team.width - count + team.rank;
    put_down(at, place, own);
    // Tags the block as newer than the elements held back, which come first among equals of one origin.
    if constexpr (has_tags && !ranks) {
      tags[place] = static_cast<std::uint16_t>(origin << Origins::bit | newer | team.rank);
    }
  }
  /// Merges the buffer. Calls emit(i, element) for each element i of the output, on any thread.
  template <typename Emit>
  __device__ void merge(unsigned count, unsigned origin, Emit emit) {
    const unsigned width = team.width;
    const auto put = [&](unsigned i, const Item& element, unsigned of) {
      if (i >= width) return hold(ranks ? (2 - side) * width : width, i - width, element, of);
      if constexpr (ranks && staged) {
        put_down(at, 3 * width + i, element);
      } else {
        emit(i, element);
      }
    };
    if constexpr (network == MergeNetwork::bitonic) {
      kernels::merge_bitonic(team, at, count, held, less, [&](unsigned i, const Item& element) { put(i, element, 0); });
    } else if constexpr (network == MergeNetwork::odd_even) {
      kernels::merge_odd_even(team, at, stable ? tags : nullptr, count, held, less, put);
    } else {
      kernels::merge_ranking(team, at, count, from(at, held_at()), held, Origins{origin, tags + held_at()}, less, put);
    }
  }
  /// Ends a step, and returns how many elements it has output.
  template <typename Emit>
  __device__ unsigned flush(unsigned count, Emit emit) {
    const unsigned all = count + held, out = all < team.width ? all : team.width;
    if constexpr (ranks && staged) {
      if (team.rank < out) emit(team.rank, pick_up(at, 3 * team.width + team.rank));
    }
    held = all - out;
    side ^= 1;
    return out;
  }
  /// Outputs the elements held back when both sequences are exhausted.
  template <typename Emit>
  __device__ unsigned finish(Emit emit) {
    if (team.rank < held) emit(team.rank, pick_up(at, held_at() + team.rank));
    const unsigned out = held;
    held = 0;
    return out;
  }

 private:
  static constexpr unsigned newer = 1u << 14;

  __device__ void hold(unsigned place, unsigned i, const Item& element, unsigned origin) {
    put_down(at, place + i, element);
    if constexpr (has_tags) tags[place + i] = static_cast<std::uint16_t>(origin << Origins::bit | i);
  }
};

/// Returns the bytes of shared memory that a merge buffer needs.
template <typename Merger>
constexpr std::uint64_t buffer_bytes(unsigned width) {
  const auto rounded = [](std::uint64_t bytes) { return (bytes + 7) / 8 * 8; };
  const std::uint64_t elements = Merger::slots * width;
  std::uint64_t bytes = rounded(elements * sizeof(typename Merger::Word));
  if (has_payload<typename Merger::Payload>) bytes += rounded(elements * sizeof(typename Merger::Payload));
  if (Merger::has_tags) bytes += rounded(elements * sizeof(std::uint16_t));
  return bytes;
}

/// Functor that writes a team's output to global memory from index `place` on.
template <typename Typed>
struct Output {
  const Typed& arrays;
  std::uint64_t place;

  __device__ void operator()(std::uint64_t i,
                             const Element<typename Typed::Word, typename Typed::Payload>& element) const {
    arrays.store(place + i, element.key);
    if constexpr (has_payload<typename Typed::Payload>) arrays.payload_out[place + i] = element.payload;
  }
};

/// Copies the remaining elements of a range to the output when all other sequences are exhausted.
template <typename Typed>
__device__ void copy_range(const Typed& arrays, const Team& team, IndexRange range, std::uint64_t place) {
  for (std::uint64_t i = team.rank; i < range.length(); i += team.width) {
    arrays.keys_out[place + i] = arrays.keys_in[range.first + i];
    if constexpr (has_payload<typename Typed::Payload>)
      arrays.payload_out[place + i] = arrays.payload_in[range.first + i];
  }
}

}  // namespace
}  // namespace texelsort::algorithms::merge::device
