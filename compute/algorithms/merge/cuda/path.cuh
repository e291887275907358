#pragma once

#include "compute/algorithms/cuda/kernels/merge_path.cuh"
#include "compute/algorithms/merge/cuda/merge.cuh"
#include "compute/algorithms/merge/cuda/source.cuh"
#include "compute/cuda/async_copy.h"
#include "compute/cuda/kernel.h"

/// Merge path (Green, McColl, Bader, GPU Merge Path, 2012). A block merges a tile of the output. Each thread merges a
/// range of the tile that starts where a diagonal crosses the path. Four sequences are first merged in pairs in shared
/// memory, so that a round of four causes the same global memory traffic as a round of two. Stable.
namespace texelsort::algorithms::merge::device {
namespace {

/// Converts `count` consecutive words by of(word), in vectors of 16 bytes. `from` and `to` must be aligned to 16 bytes,
/// and may be equal.
template <unsigned count, typename Word, typename Of>
__device__ void convert_words(const Word* from, Word* to, const Of& of) {
  constexpr unsigned each = sizeof(uint4) / sizeof(Word);
#pragma unroll
  for (unsigned first = 0; first < count; first += each) {
    union {
      uint4 vector;
      Word words[each];
    };
    vector = *reinterpret_cast<const uint4*>(from + first);
#pragma unroll
    for (unsigned i = 0; i < each; ++i) words[i] = of(words[i]);
    *reinterpret_cast<uint4*>(to + first) = vector;
  }
}

/// Starts asynchronous copies of `count` consecutive words, aligned to 16 bytes.
template <unsigned count, typename Word>
__device__ void copy_words(Word* to, const Word* from) {
  constexpr unsigned each = sizeof(uint4) / sizeof(Word);
#pragma unroll
  for (unsigned i = 0; i < count; i += each) cuda::copy_to_shared(to + i, from + i);
}

/// Words that a thread holds in registers while it copies them between memories.
template <unsigned count, typename Word>
struct CarriedWords {
  static constexpr unsigned vectors = count * sizeof(Word) / sizeof(uint4);
  uint4 carried[vectors];

  __device__ void load(const Word* from) {
#pragma unroll
    for (unsigned i = 0; i < vectors; ++i) carried[i] = reinterpret_cast<const uint4*>(from)[i];
  }
  __device__ void store(Word* to) const {
#pragma unroll
    for (unsigned i = 0; i < vectors; ++i) reinterpret_cast<uint4*>(to)[i] = carried[i];
  }
};

/// Two sorted ranges, A and B, of shared memory to merge.
struct PathPair {
  unsigned a, of_a, b, of_b;  ///< start and length of A, then of B
  __device__ unsigned length() const { return of_a + of_b; }
};

template <typename Typed, unsigned Ways>
struct PathMerger {
  using Word = typename Typed::Word;
  using Payload = typename Typed::Payload;
  static constexpr unsigned ways = Ways;
  static constexpr PathShape shape = path_shape(sizeof(Word), has_payload<Payload> ? sizeof(Payload) : 0);
  static constexpr unsigned most_threads = shape.threads, resident_blocks = shape.blocks, items = shape.items;
  /// Elements that a thread copies at once: 16 bytes of keys, or of payloads if these are narrower.
  static constexpr unsigned vector =
      sizeof(uint4) / (has_payload<Payload> && sizeof(Payload) < sizeof(Word) ? sizeof(Payload) : sizeof(Word));
  /// Elements in shared memory. A range starts at the same offset within a vector as in global memory, and is padded to
  /// full vectors. The last vector is for reads past the end, whose results are unused.
  static constexpr unsigned room = shape.tile() + Ways * 2 * (vector - 1) + vector;
  static_assert(shape.tile() % vector == 0 && room * sizeof(Word) % sizeof(uint4) == 0);

  static constexpr unsigned threads(unsigned) { return shape.threads; }
  static constexpr std::uint64_t shared_bytes(unsigned) {
    return (room * sizeof(Word) + 15) / 16 * 16 + (has_payload<Payload> ? (room * sizeof(Payload) + 15) / 16 * 16 : 0);
  }

  const Typed& arrays;
  Elements<Word, Payload> at;
  std::uint64_t group = 0;  ///< index of the group whose sequences the block merges

  __device__ PathMerger(const Typed& typed, const Team&, bool, SharedMemory memory)
      : arrays(typed), at(memory.take_elements<Word, Payload>(room)) {}

  __device__ void merge(const IndexRange (&ranges)[Ways], std::uint64_t place) {
    unsigned begins[Ways], lengths[Ways];
    load(ranges, begins, lengths);
    __syncthreads();
    unsigned count = lengths[0] + lengths[1];
    PathPair pair{begins[0], lengths[0], begins[1], lengths[1]};
    if constexpr (Ways == 4) {
      const PathPair other{begins[2], lengths[2], begins[3], lengths[3]};
      merge_level(pair, other);
      pair = {0, pair.length(), pair.length(), other.length()};
      count = pair.length();
    }
    merge_level(pair, {});
    store(count, place);
  }

 private:
  using Item = Element<Word, Payload>;

  /// Address of an element in one of the input arrays.
  struct ElementAddress {
    const Word* keys;
    const Payload* payload;
    std::uint64_t n, at;

    /// Returns whether all elements of the vector from `at` on exist in the array.
    __device__ bool has_vector() const { return at + vector <= n; }
  };

  /// Loads the ranges as encoded keys into shared memory. Sets the start and the length of each range there.
  __device__ void load(const IndexRange (&ranges)[Ways], unsigned (&begins)[Ways], unsigned (&lengths)[Ways]) {
    // `ends` has the end of each range in shared memory. Index i in range w receives element sources[w].at + i.
    ElementAddress sources[Ways];
    unsigned ends[Ways], end = 0;
#pragma unroll
    for (unsigned w = 0; w < Ways; ++w) {
      const Source<Typed> source(arrays, Ways * group + w);
      const std::uint64_t first = source.place(ranges[w].first);
      const unsigned skipped = static_cast<unsigned>(first % vector);
      lengths[w] = static_cast<unsigned>(ranges[w].length());
      begins[w] = end + skipped;
      sources[w] = {source.keys, source.payload, source.n, first - begins[w]};
      end = (begins[w] + lengths[w] + vector - 1) / vector * vector;
      ends[w] = end;
    }
    const auto place_of = [&](unsigned i) {
      ElementAddress place = sources[0];
#pragma unroll
      for (unsigned w = 1; w < Ways; ++w) place = i >= ends[w - 1] ? sources[w] : place;
      place.at += i;
      return place;
    };
    constexpr unsigned rounds = (room + shape.threads * vector - 1) / (shape.threads * vector);
    const auto each = [&](const auto& take) {
#pragma unroll
      for (unsigned round = 0; round < rounds; ++round) {
        const unsigned i = (round * shape.threads + threadIdx.x) * vector;
        if (i < end) take(i, round);
      }
    };
    if constexpr (Source<Typed>::may_be_far) {
      carry<rounds>(each, place_of, &ElementAddress::keys, at.keys);
      if constexpr (has_payload<Payload>) carry<rounds>(each, place_of, &ElementAddress::payload, at.payload);
    }
    each([&](unsigned i, unsigned) {
      const ElementAddress from = place_of(i);
      if (!from.has_vector()) return copy_last(from, i);
      if constexpr (!Source<Typed>::may_be_far) copy(from, i);
    });
    if (threadIdx.x == 0) put_down(at, end, Item{});
    cuda::wait_for_copies();
    if (arrays.code.is_identity()) return;
    each([&](unsigned i, unsigned) {
      convert_words<vector>(at.keys + i, at.keys + i, [this](Word key) { return arrays.code.encode(key); });
    });
  }

  /// Loads vectors of one array via registers into shared memory, with all of a thread's loads in flight together. Such
  /// loads from another H100's memory reached 271 GB/s; asynchronous copies, which bypass registers, reached 180 GB/s.
  /// Within a device, asynchronous copies are faster.
  template <unsigned rounds, typename Of, typename Each, typename PlaceOf>
  __device__ __forceinline__ static void carry(const Each& each, const PlaceOf& place_of,
                                               const Of* ElementAddress::*array, Of* to) {
    CarriedWords<vector, Of> all[rounds];
    each([&](unsigned i, unsigned round) {
      const ElementAddress from = place_of(i);
      if (from.has_vector()) all[round].load(from.*array + from.at);
    });
    each([&](unsigned i, unsigned round) {
      if (place_of(i).has_vector()) all[round].store(to + i);
    });
  }

  /// Starts the asynchronous copy of a vector of elements to index i of shared memory.
  __device__ void copy(const ElementAddress& from, unsigned i) const {
    copy_words<vector>(at.keys + i, from.keys + from.at);
    if constexpr (has_payload<Payload>) copy_words<vector>(at.payload + i, from.payload + from.at);
  }

  /// Copies the partial vector at the end of an array, and pads it with zero elements.
  __device__ void copy_last(const ElementAddress& from, unsigned i) const {
    for (unsigned k = 0; k < vector; ++k) {
      Item item{};
      if (from.at + k < from.n) {
        item.key = from.keys[from.at + k];
        if constexpr (has_payload<Payload>) item.payload = from.payload[from.at + k];
      }
      put_down(at, i + k, item);
    }
  }

  /// Merges two pairs one after the other, and stores the result at the front of shared memory. The second pair starts
  /// at a new thread, so that no thread has elements of both pairs. Ends with a barrier.
  __device__ void merge_level(const PathPair& first, const PathPair& second) {
    const unsigned of_first = (first.length() + items - 1) / items;
    const bool in_second = Ways > 2 && threadIdx.x >= of_first;
    const PathPair pair = in_second ? second : first;
    const unsigned diagonal = min((threadIdx.x - (in_second ? of_first : 0)) * items, pair.length());
    const unsigned left = pair.length() - diagonal, place = (in_second ? first.length() : 0) + diagonal;
    Item merged[items];
    merge_range(pair, diagonal, merged);
    __syncthreads();
#pragma unroll
    for (unsigned item = 0; item < items; ++item) {
      if (item < left) put_down(at, place + item, merged[item]);
    }
    __syncthreads();
  }

  /// Merges `items` elements of a pair from a diagonal on. A thread may read a few elements past the pair, whose values
  /// are unused.
  __device__ void merge_range(const PathPair& pair, unsigned diagonal, Item (&merged)[items]) {
    const auto precedes = [&](unsigned j, unsigned i) { return arrays.less(at.keys[pair.b + j], at.keys[pair.a + i]); };
    const unsigned crossed = kernels::path_crossing(diagonal, pair.of_a, pair.of_b, precedes);
    const unsigned end_a = pair.a + pair.of_a, end_b = pair.b + pair.of_b;
    unsigned a = pair.a + crossed, b = pair.b + diagonal - crossed;
    Word head_a = at.keys[a], head_b = at.keys[b];
#pragma unroll
    for (unsigned item = 0; item < items; ++item) {
      const bool take_b = b < end_b && (a >= end_a || arrays.less(head_b, head_a));
      merged[item].key = take_b ? head_b : head_a;
      if constexpr (has_payload<Payload>) merged[item].payload = at.payload[min(take_b ? b : a, end_b)];
      b += take_b;
      a += !take_b;
      const Word behind = at.keys[min(take_b ? b : a, end_b)];
      head_a = take_b ? head_a : behind;
      head_b = take_b ? behind : head_b;
    }
  }

  /// Writes `count` elements from the front of shared memory to the output. Ends with a barrier.
  __device__ void store(unsigned count, std::uint64_t place) const {
    if (count == shape.tile() && place % vector == 0) {
#pragma unroll
      for (unsigned i = threadIdx.x * vector; i < shape.tile(); i += shape.threads * vector) {
        convert_words<vector>(at.keys + i, arrays.keys_out + place + i,
                              [this](Word code) { return arrays.code.decode(code); });
        if constexpr (has_payload<Payload>) {
          convert_words<vector>(at.payload + i, arrays.payload_out + place + i, [](Payload own) { return own; });
        }
      }
    } else {
      const Output<Typed> output{arrays, place};
#pragma unroll
      for (unsigned item = 0; item < items; ++item) {
        const unsigned i = item * shape.threads + threadIdx.x;
        if (i < count) output(i, pick_up(at, i));
      }
    }
    __syncthreads();
  }
};

template <typename Typed>
using TwoPathMerger = PathMerger<Typed, 2>;

template <typename Word>
struct PathKernels final : TileMergeLaunchesOf<PathLaunches, Word, TwoPathMerger, true> {};

}  // namespace
}  // namespace texelsort::algorithms::merge::device
