#pragma once

#include "compute/algorithms/cuda/kernels/partition_point.cuh"
#include "compute/algorithms/cuda/kernels/scan.cuh"
#include "compute/algorithms/cuda/kernels/sorted_block.cuh"
#include "compute/algorithms/radix/cuda/dispatch.cuh"
#include "compute/cuda/kernel.h"

/// Flashsort of a sequence of keys in shared memory by one block (K.-D. Neubert, The Flashsort1 Algorithm, Dr. Dobb's
/// Journal, February 1998). It interpolates each key's slot between the smallest and the largest key, counts and scans
/// the slots, and sorts the few keys of each slot by insertion.
namespace texelsort::algorithms::radix {
namespace {

/// Range of keys that is too large for one block, and is therefore merged later by a MergedRange.
struct KeyRange {
  std::uint64_t first, size;
};

/// Keys that are sorted by their prefix (the bits from `below` on), and the destination of the fully sorted keys.
template <typename WordType, typename PayloadType>
struct PrefixRanges {
  using Word = WordType;
  using Payload = PayloadType;

  const MoveArguments<Word, Payload>& move;
  bool turned;  ///< true if the keys to sort are in the output array of `move`
  bool back;    ///< true if the result belongs in the input array of `move`
  unsigned below;

  // Reads `move` from constant memory, so that the choice between two arrays needs no register between uses.
  __device__ const Word* in() const { return turned ? move.out : move.in; }
  __device__ Word* out() const { return back ? const_cast<Word*>(move.in) : move.out; }
  __device__ const Payload* payload_in() const { return turned ? move.payload_out : move.payload_in; }
  __device__ Payload* payload_out() const { return back ? const_cast<Payload*>(move.payload_in) : move.payload_out; }

  __device__ Word code_at(std::uint64_t i) const { return move.code.encode(in()[i]); }
  __device__ Word prefix_at(std::uint64_t i) const { return code_at(i) >> below; }

  /// Returns the first index from `at` on whose key has another prefix than the key before `at`. The lanes of a warp
  /// search together, first at indices `step` apart.
  __device__ std::uint64_t end_of_range(std::uint64_t at, std::uint64_t step) const {
    if (at == 0 || at >= move.n) return min(at, move.n);
    const unsigned lane = threadIdx.x % kernels::warp_lanes;
    const Word prefix = prefix_at(at - 1);
    std::uint64_t low = at;  // all keys from at - 1 to low - 1 have the same prefix
    for (bool bounded = false;;) {
      const std::uint64_t i = low + lane * step;
      const unsigned found = __ballot_sync(kernels::every_lane, i >= move.n || prefix_at(i) != prefix);
      const unsigned first = static_cast<unsigned>(__ffs(found)) - 1;
      if (found != 0 && (first == 0 || step == 1)) return low + first;
      low += (found == 0 ? kernels::warp_lanes - 1 : first - 1) * step + 1;
      bounded |= found != 0;
      step = bounded ? (step + kernels::warp_lanes - 1) / kernels::warp_lanes : step * kernels::warp_lanes;
    }
  }

  /// Returns the number of keys in the longest series of whole ranges that starts at `first` and has at most `most`
  /// keys. If the first range is longer, returns the length of this range.
  __device__ std::uint64_t whole_ranges(std::uint64_t first, std::uint64_t last, unsigned most) const {
    if (last - first <= most) return last - first;
    const Word prefix = prefix_at(first + most);
    const auto begin =
        kernels::partition_point(first, first + most, [&](std::uint64_t i) { return prefix_at(i) >= prefix; });
    if (begin > first) return begin - first;
    return kernels::partition_point(first + most, last, [&](std::uint64_t i) { return prefix_at(i) > prefix; }) - first;
  }
};

/// Block that sorts keys in shared memory by Flashsort. `Slots` must be a multiple of 8 * Threads.
template <typename WordType, typename PayloadType, unsigned Threads, unsigned Items, unsigned Slots, unsigned Blocks>
struct PrefixBlock {
  using Word = WordType;
  using Payload = PayloadType;
  static constexpr unsigned threads = Threads, slots = Slots;
  static constexpr unsigned blocks = Blocks;  ///< concurrent blocks per multiprocessor
  static constexpr unsigned capacity = Threads * Items;
  static constexpr bool carries = is_word<Payload>;
  /// Maximum number of keys per slot. Fuller slots are rejected, because insertion sort needs quadratic time.
  static constexpr unsigned most_together = 48;

  struct Shared {
    alignas(16) unsigned counters[Slots / 2];  ///< two 16-bit slot counts per word; after the scan, starts of slots
    Word codes[capacity];
    std::conditional_t<carries, Payload, unsigned> payload[carries ? capacity : 1];
    std::uint16_t places[carries ? capacity : 2];  ///< original positions of the keys, which break ties
    unsigned sums[kernels::most_sums];
  };

  Shared& shared;
  const PrefixRanges<Word, Payload>& arrays;

  /// Clears the counters. Call it first and after sort() returned false, and synchronise afterwards.
  __device__ void clear_counters() const {
    for (unsigned i = threadIdx.x; i < Slots / 2; i += Threads) shared.counters[i] = 0;
  }

  /// Sorts `count` keys of whole ranges. Returns false and writes nothing if too many keys share a slot. Counters must
  /// be 0 before, and are 0 after success. The next call overwrites codes and payload only after its first barrier.
  __device__ bool sort(std::uint64_t first, unsigned count) const {
    Word codes[Items];
    load(first, count, codes);  //: reads
    const Word upper = ~((Word{1} << arrays.below) - 1);
    const Interpolation slot_of(arrays.code_at(first) & upper, arrays.code_at(first + count - 1) | ~upper);
    PackedRanks ranks;
    each(count, [&](unsigned i, unsigned) {
      const unsigned slot = slot_of(codes[i]), half = slot % 2 * 16;
      ranks.set(i, (atomicAdd(&shared.counters[slot / 2], 1u << half) >> half) & 0xFFFF);
    });
    __syncthreads();
    unsigned begin, there;
    if (!scan_slots(begin, there)) return false;
    const auto* begins = reinterpret_cast<const std::uint16_t*>(shared.counters);
    each(count, [&](unsigned i, unsigned j) {
      const unsigned at = begins[slot_of(codes[i])] + ranks[i];
      shared.codes[at] = codes[i];
      if constexpr (carries) shared.places[at] = static_cast<std::uint16_t>(j);
    });
    if constexpr (carries) {
      const Payload* from = arrays.payload_in() + first + threadIdx.x;
      each(count, [&](unsigned i, unsigned j) { shared.payload[j] = from[i * Threads]; });
    }
    __syncthreads();
    clear_counters();
    insert(begin, there);
    __syncthreads();
    store(first, count);  //: sorts
    return true;
  }

 private:
  /// Calls `visit` for every key that this thread handles: each `Threads`-th key, from the thread's number on.
  template <typename Visit>
  static __device__ __forceinline__ void each(unsigned count, const Visit& visit) {
#pragma unroll
    for (unsigned i = 0; i < Items; ++i) {
      if (i * Threads >= count) return;
      const unsigned j = i * Threads + threadIdx.x;
      if (j < count) visit(i, j);
    }
  }

  /// Ranks of a thread's keys within their slots, one byte each. Slots with too many keys for a byte are rejected.
  struct PackedRanks {
    unsigned words[(Items + 3) / 4]{};
    __device__ __forceinline__ void set(unsigned i, unsigned rank) { words[i / 4] |= min(rank, 0xFFu) << i % 4 * 8; }
    __device__ __forceinline__ unsigned operator[](unsigned i) const { return words[i / 4] >> i % 4 * 8 & 0xFF; }
  };

  __device__ void load(std::uint64_t first, unsigned count, Word (&codes)[Items]) const {
    const Word* from = arrays.in() + first + threadIdx.x;
    each(count, [&](unsigned i, unsigned) { codes[i] = from[i * Threads]; });
    if (arrays.move.code.is_identity()) return;
#pragma unroll
    for (unsigned i = 0; i < Items; ++i) codes[i] = arrays.move.code.encode(codes[i]);
  }

  __device__ void store(std::uint64_t first, unsigned count) const {
    Word* to = arrays.out() + first + threadIdx.x;
    if (arrays.move.code.is_identity()) {
      each(count, [&](unsigned i, unsigned j) { to[i * Threads] = shared.codes[j]; });
    } else {
      each(count, [&](unsigned i, unsigned j) { to[i * Threads] = arrays.move.code.decode(shared.codes[j]); });
    }
    if constexpr (carries) {
      Payload* with = arrays.payload_out() + first + threadIdx.x;
      each(count, [&](unsigned i, unsigned j) { with[i * Threads] = shared.payload[shared.places[j]]; });
    }
  }

  /// Map from encoded keys to slots. It is monotonic, and fills slots evenly if keys are evenly distributed.
  struct Interpolation {
    Word least;
    unsigned down, factor;  ///< factor 0: there are at least as many slots as key values

    __device__ Interpolation(Word first, Word last) : least(first), down(0) {
      const Word range = last - first;
      if constexpr (sizeof(Word) == 8) {
        const auto upper = static_cast<unsigned>(range >> 32);
        down = upper == 0 ? 0 : 32 - static_cast<unsigned>(__clz(static_cast<int>(upper)));
      }
      const auto narrow = static_cast<unsigned>(range >> down);
      factor =
          narrow < Slots ? 0 : static_cast<unsigned>(((std::uint64_t{Slots} << 32) - 1) / (std::uint64_t{narrow} + 1));
    }
    __device__ unsigned operator()(Word code) const {
      const auto distance = static_cast<unsigned>((code - least) >> down);
      return factor == 0 ? distance : __umulhi(distance, factor);
    }
  };

  /// Converts slot counts to starts. Sets the first position and the number of the keys in the thread's slots.
  __device__ bool scan_slots(unsigned& begin, unsigned& there) const {
    constexpr unsigned words = Slots / 2 / Threads;
    static_assert(words % 4 == 0 && words * 2 * Threads == Slots);
    auto* counters = reinterpret_cast<uint4*>(shared.counters + threadIdx.x * words);
    union {
      uint4 vectors[words / 4];
      unsigned counts[words];
    };
#pragma unroll
    for (unsigned k = 0; k < words / 4; ++k) vectors[k] = counters[k];
    unsigned together = 0;
    there = 0;
#pragma unroll
    for (unsigned k = 0; k < words; ++k) {
      const unsigned low = counts[k] & 0xFFFF, high = counts[k] >> 16;
      together = max(together, max(low, high));
      there += low + high;
    }
    // The upper half of each scanned word counts the threads that have found too many keys in a slot.
    static_assert(capacity < 1u << 16 && Threads < 1u << 16);
    const kernels::Team team{Threads, threadIdx.x};
    const unsigned own = there | (together > most_together ? 1u << 16 : 0);
    const unsigned sum = kernels::warp_inclusive_scan(own);
    if (team.lane() == kernels::warp_lanes - 1) shared.sums[team.warp()] = sum;
    __syncthreads();
    const auto scanned = kernels::scan_warps(team, shared.sums);
    if (scanned.all >> 16 != 0) return false;
    begin = scanned.before + sum - own;
    unsigned at = begin;
#pragma unroll
    for (unsigned k = 0; k < words; ++k) {
      const unsigned low = counts[k] & 0xFFFF, high = counts[k] >> 16;
      counts[k] = at | (at + low) << 16;
      at += low + high;
    }
#pragma unroll
    for (unsigned k = 0; k < words / 4; ++k) counters[k] = vectors[k];
    __syncthreads();
    return true;
  }

  /// Returns the original position of the key at position `at`, or 0 if equal keys are indistinguishable.
  __device__ unsigned place_at(unsigned at) const {
    if constexpr (carries) return shared.places[at];
    return 0;
  }
  __device__ void put(unsigned at, Word code, unsigned place) const {
    shared.codes[at] = code;
    if constexpr (carries) shared.places[at] = static_cast<std::uint16_t>(place);
  }

  /// Sorts the keys of the thread's slots by straight insertion. Reads original positions only for equal keys.
  __device__ void insert(unsigned begin, unsigned there) const {
    if (there < 2) return;
    const auto* codes = shared.codes;
    Word last = codes[begin];
    for (unsigned at = begin + 1; at < begin + there; ++at) {
      const Word code = codes[at];
      if (code > last || (code == last && (!carries || place_at(at) > place_at(at - 1)))) {
        last = code;
        continue;
      }
      const unsigned place = place_at(at);
      Word other = last;
      unsigned hole = at;
      do {
        put(hole, other, place_at(hole - 1));
        if (--hole == begin) break;
        other = codes[hole - 1];
      } while (code < other || (carries && code == other && place < place_at(hole - 1)));
      put(hole, code, place);
    }
  }
};

/// Block that sorts a range of any size: copies the range to its destination and merges it there.
template <typename Word, typename Payload, unsigned Threads, unsigned Items>
struct MergedRange {
  static constexpr unsigned threads = Threads;
  static constexpr bool carries = is_word<Payload>;
  using Block = kernels::SortedBlock<Word, data::CodeLess, carries, Threads, Items>;
  using Shared = typename Block::Sorter::Shared;

  static __device__ void sort(const PrefixRanges<Word, Payload>& arrays, std::uint64_t first, std::uint64_t size) {
    for (std::uint64_t j = threadIdx.x; j < size; j += Threads) {
      arrays.out()[first + j] = arrays.in()[first + j];  //: copies
      if constexpr (carries) arrays.payload_out()[first + j] = arrays.payload_in()[first + j];
    }
    // Up to the first barrier, each thread reads only elements that it has copied itself.
    kernels::FieldArrays fields;
    if constexpr (carries) {
      fields = {.in = reinterpret_cast<const unsigned*>(arrays.payload_in()),
                .out = reinterpret_cast<unsigned*>(arrays.payload_out()),
                .count = sizeof(Payload) / sizeof(unsigned),
                .rows = sizeof(Payload) > sizeof(unsigned)};
    }
    Block::sort_in_place(arrays.move.code, data::CodeLess{}, arrays.out(), fields, arrays.move.n, first, size);
  }
};

}  // namespace
}  // namespace texelsort::algorithms::radix
