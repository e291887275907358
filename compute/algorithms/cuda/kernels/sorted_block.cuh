#pragma once

#include <cstdint>
#include <type_traits>

#include "compute/algorithms/cuda/kernels/block_merge_sort.cuh"
#include "compute/cuda/kernel.h"

/// Element types that a block sorts by BlockMergeSort in shared memory, and functions that write the sorted elements.
namespace texelsort::algorithms::kernels {
namespace {

/// Element that combines encoded key and position. For 4-byte keys in natural order, one 8-byte comparison covers both.
/// `Compare` is for elements in the order of their positions. `Apart` breaks all ties by position.
template <typename Word, typename Less>
struct PlacedElement {
  using Element = Placed<Word>;
  using Compare = PlacedLess<Word, Less>;
  using Apart = PlacedApart<Word, Less>;
  static __device__ Element make(Word code, unsigned place) { return {code, place}; }
  static __device__ Word code(const Element& element) { return element.code; }
  static __device__ unsigned place(const Element& element) { return element.place; }
  static __device__ Compare compare(const Less& less) { return {less}; }
  static __device__ Apart apart(const Less& less) { return {less}; }
};
template <>
struct PlacedElement<std::uint32_t, data::CodeLess> {
  using Element = std::uint64_t;
  using Compare = data::CodeLess;
  using Apart = data::CodeLess;
  static __device__ Element make(std::uint32_t code, unsigned place) { return std::uint64_t{code} << 32 | place; }
  static __device__ std::uint32_t code(Element element) { return static_cast<std::uint32_t>(element >> 32); }
  static __device__ unsigned place(Element element) { return static_cast<unsigned>(element); }
  static __device__ Compare compare(const data::CodeLess& less) { return less; }
  static __device__ Apart apart(const data::CodeLess& less) { return less; }
};

/// Element that consists of an encoded key only. Keys with equal encoding are identical.
template <typename Word>
struct BareElement {
  using Element = Word;
  using Compare = data::CodeLess;
  static __device__ Element make(Word code, unsigned) { return code; }
  static __device__ Word code(Element element) { return element; }
  static __device__ unsigned place(Element) { return 0; }
  static __device__ Compare compare(const data::CodeLess& less) { return less; }
};

template <typename Word, typename Less, bool HasFields>
using ElementKind = std::conditional_t<std::is_same_v<Less, data::CodeLess> && !HasFields, BareElement<Word>,
                                       PlacedElement<Word, Less>>;

/// Source and destination of a block's records: element j goes from `first_in` + its position to `first_out` + j.
struct BlockPlaces {
  std::uint64_t n = 0;  ///< number of records in the whole array
  std::uint64_t first_in = 0, first_out = 0;
  unsigned size = 0;
  bool in_place = false;
};

template <typename WordType, typename LessType, bool HasFields, unsigned Threads, unsigned Items>
struct SortedBlock {
  using Word = WordType;
  using Less = LessType;
  using Kind = ElementKind<Word, Less, HasFields>;
  using Sorter = BlockMergeSort<typename Kind::Element, typename Kind::Compare, Threads, Items>;
  static constexpr unsigned threads = Threads, items = Items, capacity = Sorter::capacity;

  /// Writes the sorted elements to their destination. Ends with a barrier.
  static __device__ void write(const data::CodeMasks<Word>& code, Word* out, const FieldArrays& fields,
                               const BlockPlaces& places) {
    const auto& sorted = Sorter::elements();
    for (unsigned j = threadIdx.x; j < places.size; j += Threads) {
      out[places.first_out + j] = code.decode(Kind::code(sorted[j]));
    }
    if constexpr (HasFields) {
      if (fields.rows && !places.in_place) {
        write_rows(fields, places);
      } else {
        for (unsigned f = 0; f < fields.count; ++f) write_field(fields, places, f);
      }
    }
    __syncthreads();
  }

  /// Sorts elements at their destination. Beyond the capacity, odd-even transposition sorts windows of two adjacent
  /// halves. Needs one round more than there are halves. Such ranges should be rare.
  static __device__ void sort_in_place(const data::CodeMasks<Word>& code, const Less& less, Word* out,
                                       const FieldArrays& fields, std::uint64_t n, std::uint64_t first,
                                       std::uint64_t size) {
    if (size <= capacity) return sort_window(code, less, out, fields, n, first, static_cast<unsigned>(size));
    constexpr std::uint64_t half = capacity / 2;
    const std::uint64_t rounds = (size + half - 1) / half + 1;
    for (std::uint64_t round = 0; round < rounds; ++round) {
      for (std::uint64_t at = round % 2 * half; at < size; at += 2 * half) {
        sort_window(code, less, out, fields, n, first + at, static_cast<unsigned>(min(2 * half, size - at)));
      }
    }
  }

 private:
  static __device__ void sort_window(const data::CodeMasks<Word>& code, const Less& less, Word* out,
                                     const FieldArrays& fields, std::uint64_t n, std::uint64_t first, unsigned size) {
    auto& elements = Sorter::elements();
    for (unsigned j = threadIdx.x; j < size; j += Threads) elements.set(j, Kind::make(code.encode(out[first + j]), j));
    __syncthreads();
    Sorter::sort(Kind::compare(less), size);
    FieldArrays moved = fields;
    moved.in = fields.out;
    write(code, out, moved, {.n = n, .first_in = first, .first_out = first, .size = size, .in_place = true});
  }

  /// Writes one word of every record. Reads all words before the first write, so that it works in place.
  static __device__ void write_field(const FieldArrays& fields, const BlockPlaces& places, unsigned field) {
    const auto& sorted = Sorter::elements();
    const std::uint64_t step = fields.rows ? fields.count : 1, before = fields.rows ? field : field * places.n;
    const unsigned* in = fields.in + before + places.first_in * step;
    unsigned* out = fields.out + before + places.first_out * step;
    unsigned words[Items];
#pragma unroll
    for (unsigned i = 0; i < Items; ++i) {
      const unsigned j = i * Threads + threadIdx.x;
      if (j < places.size) words[i] = in[Kind::place(sorted[j]) * step];
    }
    if (places.in_place) __syncthreads();
#pragma unroll
    for (unsigned i = 0; i < Items; ++i) {
      const unsigned j = i * Threads + threadIdx.x;
      if (j < places.size) out[j * step] = words[i];
    }
    if (places.in_place) __syncthreads();
  }

  /// Writes the records of rows. Threads share the words of each record.
  static __device__ void write_rows(const FieldArrays& fields, const BlockPlaces& places) {
    const auto& sorted = Sorter::elements();
    const unsigned* in = fields.in + places.first_in * fields.count;
    unsigned* out = fields.out + places.first_out * fields.count;
    for (std::uint64_t i = threadIdx.x; i < std::uint64_t{places.size} * fields.count; i += Threads) {
      const auto j = static_cast<unsigned>(i / fields.count);
      out[i] = in[std::uint64_t{Kind::place(sorted[j])} * fields.count + (i - std::uint64_t{j} * fields.count)];
    }
  }
};

}  // namespace
}  // namespace texelsort::algorithms::kernels
