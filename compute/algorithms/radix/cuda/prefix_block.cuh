#pragma once

#include <bit>

#include "compute/algorithms/cuda/kernels/scan.cuh"
#include "compute/algorithms/radix/cuda/prefix_ranges.cuh"
#include "compute/cuda/kernel.h"

/// Flashsort of a sequence of keys in shared memory by one block (K.-D. Neubert, The Flashsort1 Algorithm, Dr. Dobb's
/// Journal, February 1998). It interpolates each key's slot between the smallest and the largest key, counts and scans
/// the slots, and orders the few keys of each slot in registers or by insertion.
namespace texelsort::algorithms::radix {
namespace {

/// Block that sorts keys in shared memory by Flashsort. `Slots` must be a multiple of 4 * Threads. With an odd
/// multiple, a warp's accesses to its slots have no bank conflicts.
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
  /// Whether threads sort keys in registers. This is fast for 4-byte keys: a compare-exchange is two instructions, a
  /// minimum and a maximum.
  static constexpr bool in_registers = sizeof(Word) == 4;
  /// Maximum number of keys per slot for a sort in registers, and two smaller maxima for which it is faster.
  static constexpr unsigned most_in_registers = 12, some_in_registers = 8, few_in_registers = 6;
  /// Number of consecutive keys that a thread sorts in registers. It is 2 modulo 4, so that a warp's accesses to pairs
  /// of keys have no bank conflicts.
  static constexpr unsigned window = 26;
  static_assert(window % 4 == 2 && window >= 2 * most_in_registers);
  /// Number of low bits of a packed word, which store the original position. The other bits store the key minus the
  /// smallest key.
  static constexpr unsigned place_bits = std::bit_width(capacity - 1);

  struct Shared {
    alignas(16) unsigned counters[Slots];  ///< counts of the slots; after the scan, their starts
    Word codes[capacity];
    std::conditional_t<carries, Payload, unsigned> payload[carries ? capacity : 1];
    std::uint16_t places[carries ? capacity : 2];  ///< original positions of the keys, which break ties
    unsigned sums[kernels::most_sums];
    unsigned most;  ///< largest slot count if it exceeds few_in_registers, otherwise 0
  };

  Shared& shared;
  const PrefixRanges<Word, Payload>& arrays;

  /// Clears the counters. Call it first and after sort() returned false, and synchronise afterwards.
  __device__ void clear_counters() const {
    auto* counters = reinterpret_cast<uint4*>(shared.counters);
#pragma unroll
    for (unsigned i = 0; i < Slots / 4 / Threads; ++i) counters[i * Threads + threadIdx.x] = uint4{};
    if (threadIdx.x == 0) shared.most = 0;
  }

  /// Sorts `count` keys of whole ranges. Returns false and writes nothing if too many keys share a slot. Counters must
  /// be 0 before, and are 0 after success. The next call overwrites codes and payload only after its first barrier.
  __device__ bool sort(std::uint64_t first, unsigned count) const {
    Word codes[Items]{};
    load(arrays.in() + first, count, codes);  //: reads
    if (!arrays.move.code.is_identity()) {
#pragma unroll
      for (unsigned i = 0; i < Items; ++i) codes[i] = arrays.move.code.encode(codes[i]);
    }
    const Word upper = ~((Word{1} << arrays.below) - 1);
    const Interpolation slot_of(arrays.code_at(first) & upper, arrays.code_at(first + count - 1) | ~upper);
    PackedRanks ranks;
    each_group(count, [&](unsigned begin, unsigned end, auto is_there) {
      unsigned found[group]{};
#pragma unroll
      for (unsigned i = begin; i < end; ++i) {
        if (is_there(i)) found[i - begin] = atomicAdd(&shared.counters[slot_of(codes[i])], 1u);
      }
#pragma unroll
      for (unsigned i = begin; i < end; ++i) ranks.set(i, found[i - begin]);
    });
    __syncthreads();
    SlotKeys own;
    if (!scan_slots(own)) return false;
    const bool packed = carries && own.rounds > 0 && slot_of.range >> (8 * sizeof(unsigned) - place_bits) == 0;
    each_group(count, [&](unsigned begin, unsigned end, auto is_there) {
      unsigned at[group]{};
#pragma unroll
      for (unsigned i = begin; i < end; ++i) {
        if (is_there(i)) at[i - begin] = shared.counters[slot_of(codes[i])] + ranks[i];
      }
#pragma unroll
      for (unsigned i = begin; i < end; ++i) {
        if (!is_there(i)) continue;
        const unsigned j = i * Threads + threadIdx.x;
        shared.codes[at[i - begin]] = packed ? (codes[i] - slot_of.least) << place_bits | j : codes[i];
        if constexpr (carries) {
          if (!packed) shared.places[at[i - begin]] = static_cast<std::uint16_t>(j);
        }
      }
    });
    if constexpr (carries) copy(arrays.payload_in() + first, shared.payload, count);
    __syncthreads();
    clear_counters();
    if (own.rounds > 0 && (packed || !carries)) {
      if constexpr (in_registers) {
        own.rounds > some_in_registers ? sort_in_registers<most_in_registers>(count, own.rounds)
                                       : sort_in_registers<some_in_registers>(count, own.rounds);
      }
    } else {
      insert(own);
    }
    __syncthreads();
    store(first, count, packed, slot_of.least);  //: sorts
    return true;
  }

 private:
  /// Number of accesses to memory that a thread starts before it waits for the first result.
  static constexpr unsigned group = 4;

  /// Calls visit(begin, end, is_there) for groups of the keys that this thread handles: each `Threads`-th key, from the
  /// thread's number on. is_there(i) returns whether the thread has key i. It is a constant except in the last group,
  /// so that the compiler removes the branches.
  template <typename Visit>
  static __device__ __forceinline__ void each_group(unsigned count, const Visit& visit) {
#pragma unroll
    for (unsigned begin = 0; begin < Items; begin += group) {
      const unsigned end = begin + group < Items ? begin + group : Items;
      if (end * Threads <= count) {
        visit(begin, end, [](unsigned) { return true; });
      } else if (begin * Threads < count) {
        visit(begin, end, [count](unsigned i) { return i * Threads + threadIdx.x < count; });
      }
    }
  }

  template <typename Element>
  static __device__ __forceinline__ void load(const Element* from, unsigned count, Element (&elements)[Items]) {
    from += threadIdx.x;
    each_group(count, [&](unsigned begin, unsigned end, auto is_there) {
#pragma unroll
      for (unsigned i = begin; i < end; ++i) {
        if (is_there(i)) elements[i] = from[i * Threads];
      }
    });
  }

  /// Copies from device memory to shared memory.
  template <typename Element>
  static __device__ __forceinline__ void copy(const Element* from, Element* to, unsigned count) {
    Element elements[Items]{};
    load(from, count, elements);
    to += threadIdx.x;
    each_group(count, [&](unsigned begin, unsigned end, auto is_there) {
#pragma unroll
      for (unsigned i = begin; i < end; ++i) {
        if (is_there(i)) to[i * Threads] = elements[i];
      }
    });
  }

  /// Writes element(j) to to[j] for all j < count. Reads shared memory in groups, so that the reads overlap.
  template <typename Element, typename Find>
  static __device__ __forceinline__ void write(Element* to, unsigned count, const Find& element) {
    to += threadIdx.x;
    each_group(count, [&](unsigned begin, unsigned end, auto is_there) {
      Element elements[group]{};
#pragma unroll
      for (unsigned i = begin; i < end; ++i) {
        if (is_there(i)) elements[i - begin] = element(i * Threads + threadIdx.x);
      }
#pragma unroll
      for (unsigned i = begin; i < end; ++i) {
        if (is_there(i)) to[i * Threads] = elements[i - begin];
      }
    });
  }

  /// Ranks of a thread's keys within their slots, one byte each. Slots whose ranks exceed a byte are rejected.
  struct PackedRanks {
    unsigned words[(Items + 3) / 4]{};
    __device__ __forceinline__ void set(unsigned i, unsigned rank) {
      words[i / 4] = cuda::with_byte(words[i / 4], i % 4, rank);
    }
    __device__ __forceinline__ unsigned operator[](unsigned i) const { return cuda::byte_at(words[i / 4], i % 4 * 8); }
  };

  /// Writes the sorted keys. If `packed`, each word has a key's distance from `least` and its original position.
  __device__ void store(std::uint64_t first, unsigned count, bool packed, Word least) const {
    Word* to = arrays.out() + first;
    const data::CodeMasks<Word> code = arrays.move.code;
    if (packed) {
      write(to, count, [&](unsigned j) { return code.decode((shared.codes[j] >> place_bits) + least); });
    } else if (code.is_identity()) {
      write(to, count, [&](unsigned j) { return shared.codes[j]; });
    } else {
      write(to, count, [&](unsigned j) { return code.decode(shared.codes[j]); });
    }
    if constexpr (carries) {
      Payload* with = arrays.payload_out() + first;
      if (packed) {
        write(with, count, [&](unsigned j) { return shared.payload[shared.codes[j] & ((1u << place_bits) - 1)]; });
      } else {
        write(with, count, [&](unsigned j) { return shared.payload[shared.places[j]]; });
      }
    }
  }

  /// Map from encoded keys to slots. It is monotonic, and fills slots evenly if keys are evenly distributed.
  struct Interpolation {
    Word least, range;
    unsigned down = 0;     ///< bits by which a distance is shifted right, so that it has 32
    unsigned scale, from;  ///< power of two by which a distance is multiplied, and `least` times this number
    unsigned factor;

    __device__ Interpolation(Word first, Word last) : least(first), range(last - first) {
      if constexpr (sizeof(Word) == 8) {
        const auto upper = static_cast<unsigned>(range >> 32);
        down = upper == 0 ? 0 : 32 - static_cast<unsigned>(__clz(static_cast<int>(upper)));
      }
      const auto narrow = static_cast<unsigned>(range >> down);
      // With at least as many slots as key values, the slot is the distance itself.
      const bool is_narrow = narrow < Slots;
      constexpr unsigned up = 31 - std::bit_width(Slots - 1);
      scale = is_narrow ? 1u << up : 1;
      factor = is_narrow ? 1u << (32 - up)
                         : static_cast<unsigned>(((std::uint64_t{Slots} << 32) - 1) / (std::uint64_t{narrow} + 1));
      from = static_cast<unsigned>(least) * scale;
    }
    __device__ unsigned operator()(Word code) const {
      if constexpr (sizeof(Word) == 4) return cuda::high_product(code * scale - from, factor);
      return cuda::high_product(static_cast<unsigned>((code - least) >> down) * scale, factor);
    }
  };

  /// Keys of the slots that belong to a thread.
  struct SlotKeys {
    unsigned begin = 0, count = 0;
    unsigned rounds = 0;  ///< rounds of the sort in registers; 0 if some slot of the block has too many keys for it
  };

  /// Converts slot counts to starts. Returns false if a slot has too many keys.
  __device__ bool scan_slots(SlotKeys& own) const {
    constexpr unsigned words = Slots / Threads;
    static_assert(words % 4 == 0 && words * Threads == Slots);
    auto* counters = reinterpret_cast<uint4*>(shared.counters + threadIdx.x * words);
    unsigned together = 0;
#pragma unroll
    for (unsigned k = 0; k < words / 4; ++k) {
      const uint4 counts = counters[k];
      together = max(max(together, max(counts.x, counts.y)), max(counts.z, counts.w));
      own.count += counts.x + counts.y + counts.z + counts.w;
    }
    const kernels::Team team{Threads, threadIdx.x};
    const unsigned sum = kernels::warp_inclusive_scan(own.count);
    if (team.lane() == kernels::warp_lanes - 1) shared.sums[team.warp()] = sum;
    if (together > few_in_registers) atomicMax(&shared.most, together);
    __syncthreads();
    const unsigned most = shared.most;
    if (most > most_together) {
      __syncthreads();  // all threads must have read `most` before the caller clears it
      return false;
    }
    if (in_registers && most <= most_in_registers) own.rounds = max(most, few_in_registers);
    own.begin = kernels::scan_warps(team, shared.sums).before + sum - own.count;
    unsigned at = own.begin;
    // Reads the slot counts again, because keeping them across the barrier would occupy registers.
#pragma unroll
    for (unsigned k = 0; k < words / 4; ++k) {
      const uint4 counts = counters[k];
      uint4 starts;
      starts.x = at;
      starts.y = starts.x + counts.x;
      starts.z = starts.y + counts.y;
      starts.w = starts.z + counts.z;
      at = starts.w + counts.w;
      counters[k] = starts;
    }
    __syncthreads();
    return true;
  }

  /// Sorts keys that are grouped by slot, with at most `rounds` keys per slot. Sorts windows of consecutive keys, and
  /// then `half` keys on each side of each border between windows, because a slot can cross it.
  template <unsigned half>
  __device__ void sort_in_registers(unsigned count, unsigned rounds) const {
    for (unsigned start = threadIdx.x * window; start < count; start += Threads * window) {
      sort_window<window>(start, count, rounds);
    }
    __syncthreads();
    for (unsigned border = (threadIdx.x + 1) * window; border < count; border += Threads * window) {
      sort_window<2 * half>(border - half, count, rounds);
    }
  }

  /// Sorts the window of `Length` keys from position `start` on, in which the keys of a slot are consecutive. Odd-even
  /// transposition sorts m keys in m rounds (N. Haberman, Parallel Neighbor-Sort, 1972).
  template <unsigned Length>
  __device__ void sort_window(unsigned start, unsigned count, unsigned rounds) const {
    union {
      uint2 pairs[Length / 2];
      unsigned codes[Length];
    };
    const bool whole = start + Length <= count;
    auto* from = reinterpret_cast<uint2*>(shared.codes + start);
    if (whole) {
#pragma unroll
      for (unsigned i = 0; i < Length / 2; ++i) pairs[i] = from[i];
    } else {
#pragma unroll
      for (unsigned i = 0; i < Length; ++i) codes[i] = start + i < count ? shared.codes[start + i] : ~0u;
    }
    for (unsigned round = 0; round < rounds; round += 2) {
#pragma unroll
      for (unsigned odd = 0; odd < 2; ++odd) {
#pragma unroll
        for (unsigned i = odd; i + 1 < Length; i += 2) {
          const unsigned low = min(codes[i], codes[i + 1]);
          codes[i + 1] = max(codes[i], codes[i + 1]);
          codes[i] = low;
        }
      }
    }
    if (whole) {
#pragma unroll
      for (unsigned i = 0; i < Length / 2; ++i) from[i] = pairs[i];
    } else {
#pragma unroll
      for (unsigned i = 0; i < Length; ++i) {
        if (start + i < count) shared.codes[start + i] = codes[i];
      }
    }
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
  __device__ void insert(const SlotKeys& own) const {
    if (own.count < 2) return;
    const unsigned begin = own.begin;
    const auto* codes = shared.codes;
    Word last = codes[begin];
    for (unsigned at = begin + 1; at < begin + own.count; ++at) {
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

}  // namespace
}  // namespace texelsort::algorithms::radix
