#pragma once

#include <type_traits>

#include "compute/algorithms/cuda/kernels/merge_path.cuh"
#include "compute/algorithms/cuda/kernels/typed.cuh"
#include "compute/cuda/kernel.h"

/// Stable merge sort in shared memory by one block. Every thread sorts its items in registers. Then the threads merge
/// by merge path (Green, McColl and Bader, GPU Merge Path, ICS 2012). Elements may include their position (Placed).
namespace texelsort::algorithms::kernels {
namespace {

/// Encoded key and its original position, which breaks ties. Shared memory stores keys and positions as two arrays.
template <typename Word>
struct Placed {
  Word code;
  unsigned place;
};

/// Comparison of encoded keys that ignores positions, which is sufficient for stable sorts.
template <typename Word, typename Less>
struct PlacedLess {
  Less less;
  __device__ bool operator()(const Placed<Word>& one, const Placed<Word>& other) const {
    return less(one.code, other.code);
  }
};

/// Comparison that breaks ties by position, so that no two elements are equal.
template <typename Word, typename Less>
struct PlacedApart {
  Less less;
  __device__ bool operator()(const Placed<Word>& one, const Placed<Word>& other) const {
    if (less(one.code, other.code)) return true;
    return one.place < other.place && !less(other.code, one.code);
  }
};

/// Elements in shared memory, with indexed access.
template <typename Element, unsigned Count>
struct ElementArray {
  Element elements[Count];
  __device__ Element operator[](unsigned i) const { return elements[i]; }
  __device__ void set(unsigned i, const Element& element) { elements[i] = element; }
};
template <typename Word, unsigned Count>
struct ElementArray<Placed<Word>, Count> {
  Word codes[Count];
  unsigned places[Count];
  __device__ Placed<Word> operator[](unsigned i) const { return {codes[i], places[i]}; }
  __device__ void set(unsigned i, const Placed<Word>& element) {
    codes[i] = element.code;
    places[i] = element.place;
  }
};

template <typename Element, typename Less>
__device__ __forceinline__ void order_pair(Element& one, Element& other, const Less& less) {
  if constexpr (std::is_same_v<Less, data::CodeLess>) {
    const Element smaller = other < one ? other : one;
    other = other < one ? one : other;
    one = smaller;
  } else if (less(other, one)) {
    const Element smaller = other;
    other = one;
    one = smaller;
  }
}

/// Sorts items [First, First + Size) by Batcher's network (Sorting Networks and their Applications, 1968), without
/// items from index Items on. The compiler unrolls the network, so that the items stay in registers.
template <unsigned Items, unsigned First, unsigned Last, unsigned Gap, unsigned Step, typename Element, typename Less>
__device__ __forceinline__ void order_pairs(Element (&items)[Items], const Less& less) {
  if constexpr (First + Gap < Last) {
    if constexpr (First + Gap < Items) order_pair(items[First], items[First + Gap], less);
    order_pairs<Items, First + Step, Last, Gap, Step>(items, less);
  }
}
template <unsigned Items, unsigned First, unsigned Size, unsigned Gap, typename Element, typename Less>
__device__ __forceinline__ void merge_items(Element (&items)[Items], const Less& less) {
  constexpr unsigned step = 2 * Gap;
  if constexpr (step < Size) {
    merge_items<Items, First, Size, step>(items, less);
    merge_items<Items, First + Gap, Size, step>(items, less);
    order_pairs<Items, First + Gap, First + Size, Gap, step>(items, less);
  } else if constexpr (First + Gap < Items) {
    order_pair(items[First], items[First + Gap], less);
  }
}
template <unsigned Items, unsigned First, unsigned Size, typename Element, typename Less>
__device__ __forceinline__ void sort_items(Element (&items)[Items], const Less& less) {
  if constexpr (Size > 1 && First < Items) {
    sort_items<Items, First, Size / 2>(items, less);
    sort_items<Items, First + Size / 2, Size / 2>(items, less);
    merge_items<Items, First, Size, 1>(items, less);
  }
}

/// True if each comparison is a function call, which makes unrolled networks slow to compile.
template <typename Less>
inline constexpr bool is_call = false;
template <typename Word>
inline constexpr bool is_call<AnyLess<Word>> = true;
template <typename Word, typename Less>
inline constexpr bool is_call<PlacedLess<Word, Less>> = is_call<Less>;

/// Sorts items stably by insertion, with few instructions. Used for comparisons that are chosen at run time.
template <unsigned Items, typename Element, typename Less>
__device__ void insert_items(Element (&items)[Items], const Less& less) {
#pragma unroll 1
  for (unsigned round = 1; round < Items; ++round) {
#pragma unroll
    for (unsigned i = Items - 1; i > 0; --i) {
      if (i <= round) order_pair(items[i - 1], items[i], less);
    }
  }
}

/// Sorts items stably by odd-even transposition, which only exchanges adjacent items.
template <unsigned Items, typename Element, typename Less>
__device__ __forceinline__ void transpose_items(Element (&items)[Items], const Less& less) {
#pragma unroll
  for (unsigned round = 0; round < Items; ++round) {
#pragma unroll
    for (unsigned i = round % 2; i + 1 < Items; i += 2) order_pair(items[i], items[i + 1], less);
  }
}

/// True if elements are single integer words: equal elements are identical, and the largest value can be padding.
template <typename Element>
inline constexpr bool is_plain = std::is_integral_v<Element>;

/// Merges the sorted items of a warp's lanes by a bitonic sorter (Batcher 1968) in registers. The number of items per
/// lane is a power of two. In small blocks, this is faster than two merges with barriers.
template <unsigned Items, typename Element, typename Less>
struct WarpSorter {
  const Less& less;

  __device__ void sort(Element (&items)[Items], unsigned count) const {
#pragma unroll
    for (unsigned lanes = 2; lanes <= 32; lanes *= 2) {
      if (lanes / 2 * Items >= count) return;  // holds for all warps at once, because only padding remains
      exchange<true>(items, lanes - 1, lanes / 2);
#pragma unroll
      for (unsigned distance = lanes / 4; distance > 0; distance /= 2) exchange<false>(items, distance, distance);
#pragma unroll
      for (unsigned distance = Items / 2; distance > 0; distance /= 2) {
#pragma unroll
        for (unsigned i = 0; i < Items; ++i) {
          if ((i & distance) == 0) order_pair(items[i], items[i + distance], less);
        }
      }
    }
  }

 private:
  /// Exchanges items with lane (own lane XOR mask). A lane keeps the smaller items if its bit `upper` is 0.
  template <bool mirrored>
  __device__ void exchange(Element (&items)[Items], unsigned mask, unsigned upper) const {
    const bool lower = (threadIdx.x & upper) == 0;
    Element others[Items];
#pragma unroll
    for (unsigned i = 0; i < Items; ++i) {
      others[i] = __shfl_xor_sync(0xFFFF'FFFF, items[mirrored ? Items - 1 - i : i], static_cast<int>(mask));
    }
#pragma unroll
    for (unsigned i = 0; i < Items; ++i) {
      if (less(others[i], items[i]) == lower) items[i] = others[i];
    }
  }
};

/// A thread's consecutive items, copied as vectors to reduce the number of memory accesses. Accesses to single items
/// would have bank conflicts within a warp.
template <typename Element, unsigned Items>
union ItemVectors {
  static constexpr unsigned bytes = Items * sizeof(Element);
  using Vector = std::conditional_t<bytes % sizeof(uint4) == 0, uint4, uint2>;

  Vector vectors[bytes / sizeof(Vector)];
  Element items[Items];

  __device__ void copy_from(const ItemVectors& other) {
#pragma unroll
    for (unsigned i = 0; i < bytes / sizeof(Vector); ++i) vectors[i] = other.vectors[i];
  }
};

/// Sorts a block's elements, with consecutive items per thread. An odd number of items per thread avoids bank
/// conflicts. If it is a power of two, warps first sort plain elements in registers.
template <typename ElementType, typename LessType, unsigned Threads, unsigned Items>
struct BlockMergeSort {
  using Element = ElementType;
  using Less = LessType;
  static constexpr unsigned capacity = Threads * Items;
  static constexpr unsigned warp = 32;
  static constexpr bool by_warps = is_plain<Element> && Items % 2 == 0;
  static_assert(Items <= 32 && (Items % 2 == 1 || (by_warps && (Items & (Items - 1)) == 0)));

  using Shared = ElementArray<Element, capacity>;

  /// Returns the elements to sort, at the start of the block's dynamic shared memory.
  static __device__ Shared& elements() { return *cuda::dynamic_shared<Shared>(); }

  /// Sorts the first `count` elements of elements(). All threads call it, with barriers before and after the call. Not
  /// inlined: kernels with the same elements share one copy, because more copies would take minutes to compile.
  static __device__ __attribute__((noinline)) void sort(Less less, unsigned count) {
    BlockMergeSort{elements(), less, count}.run();
  }

 private:
  __device__ BlockMergeSort(Shared& all, const Less& smaller, unsigned elements_there)
      : shared(all), less(smaller), count(elements_there) {}

  __device__ unsigned first() const { return threadIdx.x * Items; }
  __device__ unsigned own() const { return first() >= count ? 0 : min(count - first(), Items); }

  __device__ void run() {
    Element items[Items];
    load(items);
    if (!__syncthreads_or(is_out_of_order(items))) return;
    if (by_warps || own() > 0) sort_own(items);
    for (unsigned threads = by_warps ? warp : 1; threads * Items < count; threads *= 2) {
      // Merges of at most a warp's items need no block-wide barrier, because other warps do not access these items.
      const bool alone = 2 * threads <= warp;
      synchronize(alone);
      store(items);
      synchronize(alone);
      if (own() > 0) merge(items, threads);
    }
    __syncthreads();
    store(items);
    __syncthreads();
  }

  /// Sorts the items of this thread. If `by_warps` is true, sorts the items of the whole warp instead.
  __device__ void sort_own(Element (&items)[Items]) const {
    if constexpr (by_warps) {
      sort_items<Items, 0, Items>(items, less);
      WarpSorter<Items, Element, Less>{less}.sort(items, count);
    } else if constexpr (is_call<Less>) {
      insert_items(items, less);
    } else if constexpr (is_plain<Element>) {
      sort_items<Items, 0, 32>(items, less);
    } else {
      transpose_items(items, less);
    }
  }

  static __device__ void synchronize(bool alone) {
    if (alone) {
      __syncwarp();
    } else {
      __syncthreads();
    }
  }

  /// Returns whether one of this thread's items, or the next thread's first item, is smaller than its predecessor. If
  /// no thread finds such an item, the block is already sorted and skips the sort.
  __device__ bool is_out_of_order(const Element (&items)[Items]) const {
    const unsigned there = own(), next = first() + Items;
    if (there == 0) return false;
    bool found = next < count && less(shared[next], items[Items - 1]);
#pragma unroll
    for (unsigned i = 1; i < Items; ++i) found |= i < there && less(items[i], items[i - 1]);
    return found;
  }

  /// Loads the thread's items. Items past the last element get the largest value as padding.
  __device__ void load(Element (&items)[Items]) const {
    const unsigned there = own();
    if constexpr (by_warps) {
      ItemVectors<Element, Items> loaded;
      if (there == Items) {
        loaded.copy_from(own_vectors());
      } else {
#pragma unroll
        for (unsigned i = 0; i < Items; ++i) {
          loaded.items[i] = i < there ? shared[first() + i] : static_cast<Element>(~Element{0});
        }
      }
#pragma unroll
      for (unsigned i = 0; i < Items; ++i) items[i] = loaded.items[i];
      return;
    }
    if (there == 0) return;
    items[0] = shared[first()];
    Element largest = items[0];
#pragma unroll
    for (unsigned i = 1; i < Items; ++i) {
      if (i < there) {
        items[i] = shared[first() + i];
        if (there < Items && less(largest, items[i])) largest = items[i];
      } else {
        items[i] = largest;
      }
    }
  }

  __device__ ItemVectors<Element, Items>& own_vectors() const {
    return reinterpret_cast<ItemVectors<Element, Items>&>(shared.elements[first()]);
  }

  __device__ void store(const Element (&items)[Items]) {
    const unsigned there = own();
    if constexpr (by_warps) {
      if (there == Items) {
        ItemVectors<Element, Items> stored;
#pragma unroll
        for (unsigned i = 0; i < Items; ++i) stored.items[i] = items[i];
        return own_vectors().copy_from(stored);
      }
    }
#pragma unroll
    for (unsigned i = 0; i < Items; ++i) {
      if (i < there) shared.set(first() + i, items[i]);
    }
  }

  /// Merges two adjacent runs of `threads` threads each, and stores this thread's part of the result in `items`.
  __device__ void merge(Element (&items)[Items], unsigned threads) const {
    const unsigned start = threadIdx.x / (2 * threads) * (2 * threads) * Items;
    const unsigned middle = min(start + threads * Items, count), end = min(start + 2 * threads * Items, count);
    const unsigned before = first() - start;  // elements that the merged run has before this thread's part
    const auto precedes = [&](unsigned j, unsigned i) { return less(shared[middle + j], shared[start + i]); };
    const unsigned low = path_crossing(before, middle - start, end - middle, precedes);
    unsigned i = start + low, j = middle + before - low;
    // Indices stay within the run, because another warp may write past the run's end at this time.
    Element one = shared[min(i, end - 1)], other = shared[min(j, end - 1)];
#pragma unroll
    for (unsigned k = 0; k < Items; ++k) {
      const bool take_other = i >= middle || (j < end && less(other, one));
      items[k] = take_other ? other : one;
      if (take_other) {
        other = shared[min(++j, end - 1)];
      } else {
        one = shared[min(++i, end - 1)];
      }
    }
  }

  Shared& shared;
  Less less;
  unsigned count;
};

}  // namespace
}  // namespace texelsort::algorithms::kernels
