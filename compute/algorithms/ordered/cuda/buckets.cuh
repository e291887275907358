#pragma once

#include "compute/algorithms/ordered/cuda/distribute.cuh"
#include "compute/cuda/kernel.h"

/// The last step: buckets are sorted, each by one block.
namespace texelsort::algorithms::ordered {
namespace {

/// How many sort a bucket, and how many elements are each thread's.
struct Shape {
  unsigned threads = 0, items = 0;
  constexpr std::uint64_t capacity() const { return std::uint64_t{threads} * items; }
  /// Buckets of `average` elements hardly ever hold more.
  constexpr bool fits(std::uint64_t average) const { return average <= capacity() * 3 / 4; }
};

// The best that were measured on an H200. Most buckets are taken by blocks of the first shape that fits them, of which
// several share a multiprocessor; the others by those of the large one, which has as many items as its registers hold.
template <typename Element>
inline constexpr Shape small_shape = sizeof(Element) <= 8 ? Shape{256, 23} : Shape{512, 11};
inline constexpr Shape middle_shape{512, 25};  ///< for elements of 4 bytes
template <typename Element>
inline constexpr Shape large_shape = sizeof(Element) == 4 ? Shape{1024, 25} : Shape{1024, 15};

/// What sorting by the codes alone takes: keys of one code are the same key.
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

/// Moves the fields of the record at place `from` to place `to`.
__device__ inline void copy_record(const kernels::FieldArrays& fields, const unsigned* in, unsigned* out,
                                   std::uint64_t n, std::uint64_t from, std::uint64_t to) {
  for (unsigned f = 0; f < fields.count; ++f) {
    if (fields.rows) {
      out[to * fields.count + f] = in[from * fields.count + f];
    } else {
      out[f * n + to] = in[f * n + from];
    }
  }
}

template <typename Source, bool HasFields, Shape shape>
struct BucketSorter {
  static constexpr unsigned threads = shape.threads;
  using Word = typename Source::Word;
  using Kind = ElementKind<Word, typename Source::Less, HasFields>;
  using Sorter = kernels::BlockMergeSort<typename Kind::Element, typename Kind::Compare, threads, shape.items>;

  /// Sorts at most the capacity of keys from `first` on.
  static __device__ void sort(const Source& source, Word* out, const kernels::FieldArrays& fields, std::uint64_t n,
                              std::uint64_t first, unsigned size) {
    auto& shared = Sorter::elements();
    for (unsigned j = threadIdx.x; j < size; j += threads) {
      shared.set(j, Kind::make(source.code.encode(source.in[first + j]), j));
    }
    __syncthreads();
    Sorter::sort(Kind::compare(source.less), size);
    for (unsigned j = threadIdx.x; j < size; j += threads) out[first + j] = source.code.decode(Kind::code(shared[j]));
    if constexpr (HasFields) {
      if (!fields.rows) {
        for (unsigned f = 0; f < fields.count; ++f) {
          const unsigned* in = fields.in + f * n + first;
          for (unsigned j = threadIdx.x; j < size; j += threads) {
            fields.out[f * n + first + j] = in[Kind::place(shared[j])];
          }
        }
      } else {
        const unsigned* in = fields.in + first * fields.count;
        unsigned* rows = fields.out + first * fields.count;
        for (unsigned i = threadIdx.x; i < size * fields.count; i += threads) {
          const unsigned j = i / fields.count;
          rows[i] = in[Kind::place(shared[j]) * fields.count + (i - j * fields.count)];
        }
      }
    }
    __syncthreads();
  }
};

/// Merges pairs of runs of `width` keys of [first, first + size); a thread finds each of its places by itself. Stable.
template <typename Source>
__device__ void merge_runs(const Source& source, const typename Source::Word* in, typename Source::Word* out,
                           const kernels::FieldArrays& fields, const unsigned* fields_in, unsigned* fields_out,
                           std::uint64_t n, std::uint64_t first, std::uint64_t size, std::uint64_t width) {
  for (std::uint64_t place = threadIdx.x; place < size; place += blockDim.x) {
    const std::uint64_t start = place / (2 * width) * (2 * width);
    const std::uint64_t middle = min(start + width, size), end = min(start + 2 * width, size), before = place - start;
    const auto code = [&](std::uint64_t i) { return source.code.encode(in[first + i]); };
    const auto precedes = [&](std::uint64_t j, std::uint64_t i) {
      return source.less(code(middle + j), code(start + i));
    };
    const std::uint64_t low = kernels::path_crossing(before, middle - start, end - middle, precedes);
    const std::uint64_t i = start + low, j = middle + before - low;
    const std::uint64_t from = i >= middle || (j < end && source.less(code(j), code(i))) ? j : i;
    out[first + place] = in[first + from];
    if (fields.count > 0) copy_record(fields, fields_in, fields_out, n, first + from, first + place);
  }
  __syncthreads();
}

/// More keys than shared memory has room for, which samples make unlikely: sorted in parts, which are merged to and fro
/// between the two sides.
template <typename Sorter, typename Source>
__device__ void sort_large(const Source& source, typename Source::Word* out, const kernels::FieldArrays& fields,
                           std::uint64_t n, std::uint64_t first, std::uint64_t size) {
  using Word = typename Source::Word;
  constexpr std::uint64_t part = Sorter::Sorter::capacity;
  for (std::uint64_t at = 0; at < size; at += part) {
    Sorter::sort(source, out, fields, n, first + at, static_cast<unsigned>(min(part, size - at)));
  }
  Word* from = out;
  Word* to = const_cast<Word*>(source.in);  // the side that has been read
  unsigned* fields_from = fields.out;
  unsigned* fields_to = const_cast<unsigned*>(fields.in);
  for (std::uint64_t width = part; width < size; width *= 2) {
    merge_runs(source, from, to, fields, fields_from, fields_to, n, first, size, width);
    Word* const keys = from;
    from = to;
    to = keys;
    unsigned* const words = fields_from;
    fields_from = fields_to;
    fields_to = words;
  }
  if (from == out) return;
  for (std::uint64_t i = threadIdx.x; i < size; i += blockDim.x) {
    out[first + i] = from[first + i];
    if (fields.count > 0) copy_record(fields, fields_from, fields_to, n, first + i, first + i);
  }
}

/// Sorts the buckets of more than `above` keys; those that do not fit only if in `parts`.
/// nvcc's host code does not know parameters like Shape of kernels' templates.
template <typename Source, bool HasFields, unsigned threads, unsigned items, bool parts>
__global__ void __launch_bounds__(threads)  //: launch ordered sample sort: sort of buckets
    bucket_kernel(Source source, typename Source::Word* out, kernels::FieldArrays fields, std::uint64_t n,
                  const std::uint64_t* starts, std::uint64_t above) {
  using Sorter = BucketSorter<Source, HasFields, Shape{threads, items}>;
  const std::uint64_t first = starts[blockIdx.x], size = starts[blockIdx.x + 1] - first;
  if (size <= above) return;
  if (size <= Sorter::Sorter::capacity) {
    Sorter::sort(source, out, fields, n, first, static_cast<unsigned>(size));  //: sorts
  } else if constexpr (parts) {
    sort_large<Sorter>(source, out, fields, n, first, size);  //: sorts
  }
}

}  // namespace
}  // namespace texelsort::algorithms::ordered
