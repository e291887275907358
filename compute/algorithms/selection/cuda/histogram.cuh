#pragma once

#include "compute/algorithms/selection/cuda/bins.cuh"
#include "compute/algorithms/selection/cuda/launch.h"
#include "compute/cuda/kernel.h"
#include "compute/data/keys/code_masks.h"

/// Kernels that count the digits of one level of a radix selection. The first level counts all keys, and the others
/// keys that begin with a prefix found so far. The first such level with few matches keeps them as candidates, in a
/// part of the buffer per block. Later levels read only these (A. Zhang et al., Parallel Top-K Algorithms on GPU, SC
/// 2023, section 3). If a sample has predicted the bins of the first level, this level keeps the keys of these bins.
namespace texelsort::algorithms::selection {
namespace {

inline constexpr unsigned most_threads = 1024;
inline constexpr unsigned vectors_ahead = 4;  ///< 16-byte vectors that a thread loads in parallel

/// Keys in the array, and the digit of a level. The place of a key is its encoded key minus the lowest encoded key.
template <typename Word>
struct Source {
  static constexpr unsigned of_vector = sizeof(uint4) / sizeof(Word);
  const Word* keys;
  std::uint32_t n;
  data::CodeMasks<Word> code;
  Word lowest;
  unsigned shift, width;

  __device__ const uint4* vectors() const { return reinterpret_cast<const uint4*>(keys); }
  __device__ Word place(Word key) const { return code.encode(key) - lowest; }
  __device__ unsigned digit(Word place) const { return static_cast<unsigned>(place >> shift) & ((1u << width) - 1); }
  __device__ Word prefix(Word place) const { return place >> shift >> (width - 1) >> 1; }  // the sum may be all bits
};

/// Vectors of keys that a thread has loaded. An array element becomes its place after the load.
template <typename Word>
struct Chunk {
  static constexpr unsigned size = vectors_ahead * Source<Word>::of_vector;
  union {
    uint4 vectors[vectors_ahead];
    Word places[size];
  };
};

/// Keys that the first level counts: all. It keeps the keys of guessed bins.
struct AllKeys {
  unsigned guessed, guessed_bins;  ///< first guessed bin, and number of guessed bins

  template <typename Word>
  __device__ bool find(Word, unsigned& row) const {
    row = 0;
    return true;
  }
  __device__ bool keeps(unsigned digit) const { return digit - guessed < guessed_bins; }
};

template <typename Word>
struct OnePrefix {
  Word wanted;

  __device__ bool find(Word prefix, unsigned& row) const {
    row = 0;
    return prefix == wanted;
  }
  __device__ bool keeps(unsigned) const { return true; }
};

template <typename Word>
struct SeveralPrefixes {
  const Word* wanted;  ///< prefixes in ascending order, in shared memory
  unsigned count;

  __device__ bool find(Word prefix, unsigned& row) const {
    unsigned low = 0, high = count;
    while (low < high) {
      const unsigned middle = (low + high) / 2;
      if (wanted[middle] < prefix) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    row = low;
    return low < count && wanted[low] == prefix;
  }
  __device__ bool keeps(unsigned) const { return true; }
};

/// Histograms in shared memory, one row per prefix, each with `Copies` copies.
template <typename Word, typename Wanted, unsigned Copies>
struct Counters {
  const Source<Word>& source;
  const Wanted wanted;
  unsigned* counts;
  unsigned bins;

  /// Counts `number` equal places. Returns whether they are candidates.
  __device__ bool add(Word place, unsigned number) const {
    unsigned row;
    if (!wanted.find(source.prefix(place), row)) return false;  //: compares
    const unsigned digit = source.digit(place);
    atomicAdd(&counts[(row * bins + digit) * Copies + threadIdx.x % Copies], number);
    return wanted.keeps(digit);
  }

  /// Counts the places of a vector, and returns one bit per place, which is 1 if the place is a candidate. Adds once if
  /// all places have the same prefix and digit.
  __device__ unsigned add_vector(const Word* places) const {
    constexpr unsigned each = Source<Word>::of_vector;
    Word differing = 0;
#pragma unroll
    for (unsigned i = 1; i < each; ++i) differing |= places[i] ^ places[0];
    if (differing >> source.shift == 0) return add(places[0], each) ? (1u << each) - 1 : 0;
    unsigned found = 0;
#pragma unroll
    for (unsigned i = 0; i < each; ++i) found |= static_cast<unsigned>(add(places[i], 1)) << i;
    return found;
  }
};

/// Candidates of a block, in the block's part of the buffer.
template <typename Word>
struct Candidates {
  Word* places;
  std::uint32_t* kept;  ///< number of candidates in shared memory; may exceed the share
  std::uint32_t share;

  /// Stores the places of a chunk whose bits in `found` are 1. A thread adds their number at once, because additions to
  /// one word are serialised.
  __device__ void keep(const Chunk<Word>& chunk, unsigned found) const {
    if (found == 0) return;
    std::uint32_t at = atomicAdd(kept, static_cast<unsigned>(__popc(found)));
#pragma unroll
    for (unsigned i = 0; i < chunk.size; ++i) {
      if ((found >> i & 1) == 0) continue;
      if (at < share) places[at] = chunk.places[i];
      ++at;
    }
  }
};

/// Counts all keys of the array that are wanted, and keeps candidates.
template <typename Word, typename Block>  //: launch selection: histogram
__device__ void count_keys(const Source<Word>& source, const Block& counters, const Candidates<Word>& candidates) {
  constexpr unsigned each = Source<Word>::of_vector;
  const std::uint32_t all = gridDim.x * blockDim.x, own = blockIdx.x * blockDim.x + threadIdx.x;
  const std::uint32_t vectors = source.n / each;
  Chunk<Word> chunk;
  for (std::uint64_t first = own; first < vectors; first += std::uint64_t{all} * vectors_ahead) {
#pragma unroll
    for (unsigned v = 0; v < vectors_ahead; ++v) {
      const std::uint64_t at = first + std::uint64_t{v} * all;
      if (at < vectors) chunk.vectors[v] = source.vectors()[at];  //: reads
    }
    unsigned found = 0;
#pragma unroll
    for (unsigned v = 0; v < vectors_ahead; ++v) {
      if (first + std::uint64_t{v} * all >= vectors) break;
#pragma unroll
      for (unsigned i = v * each; i < (v + 1) * each; ++i) chunk.places[i] = source.place(chunk.places[i]);
      found |= counters.add_vector(chunk.places + v * each) << v * each;
    }
    candidates.keep(chunk, found);
  }
  const std::uint64_t rest = std::uint64_t{vectors} * each + own;  // the last vector is incomplete
  if (rest >= source.n) return;
  chunk.places[0] = source.place(source.keys[rest]);  //: reads
  candidates.keep(chunk, counters.add(chunk.places[0], 1));
}

template <typename Word>
struct CountArguments {
  Source<Word> source;
  Level level;
  Word* candidates;
  bool keeps;
  std::uint32_t first_prefix;
  unsigned prefixes;
};

/// Counts wanted keys, or candidates of earlier levels, and adds the counts to the histogram in global memory.
template <unsigned Copies, typename Word, typename Wanted>  //: launch selection: histogram
__device__ void count_wanted(const CountArguments<Word>& arguments, const Wanted& wanted, unsigned* counts,
                             unsigned rows, std::uint32_t& kept) {
  const Level& level = arguments.level;
  const bool from_candidates = level.state[RankState::from_candidates] != 0;
  const bool continues = from_candidates || arguments.first_prefix > 0;  // earlier launches have kept the candidates
  const unsigned bins = rows * level.bins();
  for (unsigned i = threadIdx.x; i < bins * Copies; i += blockDim.x) counts[i] = 0;
  if (threadIdx.x == 0) kept = continues ? level.kept[blockIdx.x] : 0;
  __syncthreads();
  Word* const own = arguments.candidates + std::uint64_t{blockIdx.x} * level.share;
  const Counters<Word, Wanted, Copies> counters{arguments.source, wanted, counts, level.bins()};
  if (from_candidates) {
    for (std::uint32_t i = threadIdx.x; i < kept; i += blockDim.x) counters.add(own[i], 1);  //: reads
  } else {
    count_keys(arguments.source, counters, Candidates<Word>{own, &kept, level.share});
  }
  __syncthreads();
  if (threadIdx.x == 0 && arguments.keeps && !from_candidates) level.kept[blockIdx.x] = kept;
  std::uint32_t* const histogram = level.histogram + (std::uint64_t{arguments.first_prefix} << level.digit_bits);
  for (unsigned i = threadIdx.x; i < bins; i += blockDim.x) {
    std::uint32_t sum = 0;
    // Each lane starts with a different copy, so that few lanes access the same bank.
#pragma unroll
    for (unsigned copy = 0; copy < Copies; ++copy) sum += counts[i * Copies + (copy + threadIdx.x) % Copies];
    if (sum > 0) atomicAdd(&histogram[i], sum);
  }
}

template <typename Word>  //: launch selection: histogram
__global__ void __launch_bounds__(most_threads) first_kernel(const CountArguments<Word> arguments) {
  cuda::wait_for_earlier();
  TEXELSORT_SHARED(kept, std::uint32_t);
  const std::uint32_t* state = arguments.level.state;
  const std::uint32_t guessed = state[RankState::first_guessed];
  const AllKeys all{guessed, arguments.keeps ? state[RankState::last_guessed] - guessed + 1 : 0};
  count_wanted<histogram_copies>(arguments, all, cuda::dynamic_shared<unsigned>(), 1, kept);
}

template <typename Word>
__device__ Word stored_prefix(const CountArguments<Word>& arguments, std::uint32_t p) {
  const Level& level = arguments.level;
  const std::uint32_t* prefix = level.state + level.layout.prefix_at(arguments.first_prefix + p);
  return static_cast<Word>(std::uint64_t{prefix[1]} << 32 | prefix[0]);
}

template <typename Word>  //: launch selection: histogram
__global__ void __launch_bounds__(most_threads) one_prefix_kernel(const CountArguments<Word> arguments) {
  cuda::wait_for_earlier();
  TEXELSORT_SHARED(kept, std::uint32_t);
  if (arguments.first_prefix >= arguments.level.state[RankState::prefix_count]) return;
  count_wanted<histogram_copies>(arguments, OnePrefix<Word>{stored_prefix(arguments, 0)},
                                 cuda::dynamic_shared<unsigned>(), 1, kept);
}

template <typename Word>  //: launch selection: histogram
__global__ void __launch_bounds__(most_threads) several_prefixes_kernel(const CountArguments<Word> arguments) {
  cuda::wait_for_earlier();
  TEXELSORT_SHARED(kept, std::uint32_t);
  const std::uint32_t prefixes = arguments.level.state[RankState::prefix_count];
  if (arguments.first_prefix >= prefixes) return;
  const unsigned count = min(prefixes - arguments.first_prefix, arguments.prefixes);
  Word* const wanted = cuda::dynamic_shared<Word>();
  for (unsigned p = threadIdx.x; p < count; p += blockDim.x) wanted[p] = stored_prefix(arguments, p);
  count_wanted<1>(arguments, SeveralPrefixes<Word>{wanted, count},
                  reinterpret_cast<unsigned*>(wanted + arguments.prefixes), count, kept);
}

/// Counts the sample with one block, and writes the bins of the ranks `low_rank` and `high_rank` of the sample.
template <typename Word>  //: launch selection: sample
__global__ void __launch_bounds__(most_threads)
    guess_kernel(const Source<Word> source, const Level level, const Sample sample) {
  cuda::wait_for_earlier();
  TEXELSORT_SHARED(sums, std::uint32_t[kernels::most_sums]);
  constexpr unsigned each = Source<Word>::of_vector;
  auto* const counts = cuda::dynamic_shared<unsigned>();
  for (unsigned i = threadIdx.x; i < level.bins(); i += blockDim.x) counts[i] = 0;
  __syncthreads();
  const Counters<Word, AllKeys, 1> counters{source, {0, 0}, counts, level.bins()};
  // Multiplicative hashing (Knuth, TAOCP 3, 6.4) avoids patterns of the input.
  const auto place_of = [&](std::uint32_t v) {
    const std::uint32_t run = v / sample.run;
    return run * sample.range + (run * 2'654'435'769u >> 8) % (sample.range - sample.run + 1) + v % sample.run;
  };
  Chunk<Word> chunk;
  for (std::uint32_t first = threadIdx.x; first < sample.vectors; first += blockDim.x * vectors_ahead) {
#pragma unroll
    for (unsigned v = 0; v < vectors_ahead; ++v) {
      const std::uint32_t at = first + v * blockDim.x;
      if (at < sample.vectors) chunk.vectors[v] = source.vectors()[place_of(at)];  //: reads
    }
#pragma unroll
    for (unsigned v = 0; v < vectors_ahead; ++v) {
      if (first + v * blockDim.x >= sample.vectors) break;
#pragma unroll
      for (unsigned i = v * each; i < (v + 1) * each; ++i) chunk.places[i] = source.place(chunk.places[i]);
      counters.add_vector(chunk.places + v * each);
    }
  }
  __syncthreads();
  visit_bins(counts, level.bins(), sums, [&](unsigned bin, std::uint32_t before, std::uint32_t end) {
    if (before <= sample.low_rank && sample.low_rank < end) level.state[RankState::first_guessed] = bin;
    if (before <= sample.high_rank && sample.high_rank < end) level.state[RankState::last_guessed] = bin;
  });
}

template <typename Word>
Source<Word> source_of(const Keys& keys, const Level& level) {
  return {static_cast<const Word*>(keys.keys), keys.n,      data::code_masks<Word>(keys.type, keys.order),
          static_cast<Word>(keys.lowest),      level.shift, level.width};
}

template <typename Word>
struct Kernels final : Launches {
  void guess(const Keys& keys, const Level& level, const Sample& sample, Stream stream) const override {
    const cuda::Grid grid{1, scanning_threads(level.digit_bits), level.bins() * sizeof(std::uint32_t), stream};
    cuda::launch("selection: sample", cuda::early(grid), guess_kernel<Word>, source_of<Word>(keys, level), level,
                 sample);
  }

  void count(const Keys& keys, const Level& level, const Counting& counting, Stream stream) const override {
    const unsigned prefixes = counting.first ? 1 : counting.prefixes;
    cuda::launch("selection: histogram",
                 cuda::early(cuda::Grid{level.blocks, counting.threads,
                                        counting_bytes(prefixes, level.digit_bits, sizeof(Word)), stream}),
                 counting.first  ? first_kernel<Word>
                 : prefixes == 1 ? one_prefix_kernel<Word>
                                 : several_prefixes_kernel<Word>,
                 CountArguments<Word>{source_of<Word>(keys, level), level, static_cast<Word*>(counting.candidates),
                                      counting.keeps, counting.first_prefix, prefixes});
  }
};

}  // namespace
}  // namespace texelsort::algorithms::selection
