#pragma once

#include "compute/algorithms/radix/cuda/launch.h"
#include "compute/cuda/kernel.h"
#include "compute/data/keys/code_masks.h"

/// Kernels that sample the keys, and count the samples per prefix for several prefix lengths.
namespace texelsort::algorithms::radix {
namespace {

inline constexpr unsigned prefix_sample_threads = 512;
inline constexpr unsigned prefix_slot_bits = 16, prefix_slots = 1u << prefix_slot_bits;

/// Counters of the sample. The caller clears them. Several prefixes of more than prefix_slot_bits bits share a counter.
struct PrefixTable {
  PrefixSample seen;
  unsigned done;    ///< blocks that have added their counts
  unsigned merged;  ///< ranges in the list for merging
  unsigned counters[most_prefixes][prefix_slots];
};

/// Maximum number of samples per prefix, and per counter if several prefixes share it.
struct SampleLimits {
  unsigned alone = 0, shared = 0;
};

template <typename Word>
struct SampleArguments {
  const Word* in;
  std::uint64_t n;
  data::CodeMasks<Word> code;
  unsigned digits, digit_bits;
  unsigned told;              ///< digits of the prefix; 0 if the sample decides
  SampleLimits limits;        ///< if the usual blocks sort the ranges
  SampleLimits roomy_limits;  ///< if blocks with more space sort them; 0 if there are none
  PrefixTable* table;
  KeySurvey* found;
  bool bare;      ///< true if no survey was made, so that `found` receives only the prefix
  bool surveyed;  ///< true if `found` has the survey
  Carried carried;
  const std::uint64_t* bins;  ///< number of keys for each value of each digit
  unsigned fits;     ///< maximum number of keys if a block sorts the keys of one value of a digit; 0 if no block does
  bool one_or_none;  ///< true if the prefix is one digit or none, so that no sample is needed

  /// Returns whether the survey shows that the keys need no passes by digits.
  __device__ bool is_needless() const {
    return surveyed && sort_strategy(*found, carried, digit_bits) != SortStrategy::sweep;
  }
  /// Returns the start of the most significant digit in which keys differ, if a block can sort the keys of each of its
  /// values. Otherwise returns 0. All threads of a block must call it.
  __device__ unsigned start_of_one_digit() const {
    if (fits == 0) return 0;
    const Word differing = bare ? static_cast<Word>(~Word{0}) : static_cast<Word>(found->differing);
    const unsigned digit = top_digit(differing, digit_bits), values = 1u << digit_bits;
    if (!saves_passes(differing, digit, digit_bits)) return 0;
    const bool full = threadIdx.x < values && bins[digit * values + threadIdx.x] > fits;
    return __syncthreads_or(full) ? 0 : digit * digit_bits;
  }
  __device__ void note(unsigned below, bool roomy = false) const {
    // Without a survey, the kernel assumes that all digits differ and that the keys are unordered.
    if (bare) *found = {.differing = ~0ull, .falls = 1, .rises = 1, .stays = 1};
    found->below = below;
    found->roomy = roomy ? 1 : 0;
  }
  /// Returns the lowest bit of the shortest prefix whose ranges fit the blocks, or 0 if there is none.
  __device__ unsigned start_within(const PrefixSample& sample, const SampleLimits& within) const {
    return prefix_start(sample, digits, digit_bits, [&](unsigned start) {
      return 8 * sizeof(Word) - start <= prefix_slot_bits ? within.alone : within.shared;
    });
  }
};

/// Returns the counter of a prefix, by multiplication with the golden ratio (Knuth, The Art of Computer Programming,
/// volume 3, section 6.4). Short prefixes have separate counters. Adjacent prefixes have distant counters, because
/// additions to adjacent words would be serialised.
__device__ inline unsigned prefix_slot(unsigned long long prefix, unsigned bits) {
  if (bits <= prefix_slot_bits) return static_cast<unsigned>(prefix) * 0x9E37u % prefix_slots;
  return static_cast<unsigned>(prefix * 0x9E37'79B9'7F4A'7C15ull >> (64 - prefix_slot_bits));
}

/// Adds 1 to the counter of each lane's slot. For up to count_rounds slots of a warp, one lane adds for all lanes with
/// its slot, because additions to one word are serialised: most floats have one of a few first bytes. Returns the new
/// count, or 0 in lanes for which another lane has added.
__device__ inline unsigned count_slot(unsigned* counters, unsigned slot) {
  constexpr unsigned count_rounds = 4;
  const unsigned lane = threadIdx.x % kernels::warp_lanes;
  unsigned rest = kernels::every_lane, more = 1;
#pragma unroll
  for (unsigned round = 0; round < count_rounds && rest != 0; ++round) {
    const unsigned leader = static_cast<unsigned>(__ffs(rest)) - 1;
    const unsigned same =
        __ballot_sync(kernels::every_lane, slot == __shfl_sync(kernels::every_lane, slot, leader)) & rest;
    if ((same >> lane & 1) != 0) more = lane == leader ? static_cast<unsigned>(__popc(same)) : 0;
    rest &= ~same;
  }
  return more == 0 ? 0 : atomicAdd(&counters[slot], more) + more;
}

/// Returns the index of sample i among its `step` keys, chosen by a hash of i (the finalizer of Steele, Lea and Flood,
/// Fast Splittable Pseudorandom Number Generators, OOPSLA 2014).
__device__ inline std::uint64_t sampled_place(std::uint64_t i, std::uint64_t step) {
  std::uint64_t mixed = i * 0x9E37'79B9'7F4A'7C15ull;
  mixed = (mixed ^ mixed >> 30) * 0xBF58'476D'1CE4'E5B9ull;
  mixed ^= mixed >> 27;
  return i * step + static_cast<unsigned>(mixed >> 32) % static_cast<unsigned>(step);
}

/// Combines the values of a warp's lanes, because atomic operations of several lanes on one word are serialised.
template <typename Number, typename Join>
__device__ Number warp_joined(Number own, const Join& join) {
#pragma unroll
  for (unsigned step = kernels::warp_lanes / 2; step > 0; step /= 2) {
    own = join(own, __shfl_xor_sync(kernels::every_lane, own, step));
  }
  return own;
}

template <typename Word>  //: launch onesweep sample of prefixes
__global__ void __launch_bounds__(prefix_sample_threads) prefix_sample_kernel(const SampleArguments<Word> arguments) {
  cuda::wait_for_earlier();
  if (arguments.is_needless()) return;
  const unsigned digit_start = arguments.start_of_one_digit();
  if (digit_start > 0 || arguments.one_or_none) {
    if (blockIdx.x == 0 && threadIdx.x == 0) arguments.note(digit_start);
    return;
  }
  TEXELSORT_SHARED(seen, PrefixSample);
  const unsigned prefixes = min(most_prefixes, arguments.digits - 1);
  if (threadIdx.x == 0) seen.differing = 0;
  if (threadIdx.x < most_prefixes) seen.most[threadIdx.x] = 0;
  __syncthreads();
  const std::uint64_t step = sample_step(arguments.n), samples = arguments.n / step;
  const std::uint64_t own = std::uint64_t{blockIdx.x} * prefix_sample_threads + threadIdx.x;
  // Threads without a sample repeat samples of other threads, because warp votes need all lanes. Each repeats another
  // sample, so that no count grows by much.
  const Word code = arguments.code.encode(arguments.in[sampled_place(own % samples, step)]);  //: reads
  const Word differing = code ^ arguments.code.encode(arguments.in[0]);
  const bool leads = threadIdx.x % kernels::warp_lanes == 0;
  const Word any = warp_joined(differing, [](Word one, Word other) { return one | other; });
  if (leads && any != 0) atomicOr(&seen.differing, static_cast<unsigned long long>(any));
  unsigned most[most_prefixes];  // all reads are issued before the first result is needed
#pragma unroll
  for (unsigned i = 0; i < most_prefixes; ++i) {
    const unsigned from = (arguments.digits - 1 - i) * arguments.digit_bits;
    if (i < prefixes)
      most[i] = count_slot(arguments.table->counters[i], prefix_slot(code >> from, 8 * sizeof(Word) - from));
  }
#pragma unroll
  for (unsigned i = 0; i < most_prefixes; ++i) {
    if (i >= prefixes) break;
    const unsigned joined = warp_joined(most[i], [](unsigned one, unsigned other) { return max(one, other); });
    if (leads) atomicMax(&seen.most[i], joined);
  }
  __syncthreads();
  if (threadIdx.x > 0) return;
  PrefixSample& all = arguments.table->seen;
  atomicOr(&all.differing, seen.differing);
  for (unsigned i = 0; i < prefixes; ++i) atomicMax(&all.most[i], seen.most[i]);
  __threadfence();
  if (atomicAdd(&arguments.table->done, 1u) + 1 < gridDim.x) return;
  PrefixSample known;  // read by atomics, to see the values that other blocks have written
  known.differing = atomicOr(&all.differing, 0ull);
  for (unsigned i = 0; i < prefixes; ++i) known.most[i] = atomicMax(&all.most[i], 0u);
  const unsigned start = arguments.start_within(known, arguments.limits);
  const unsigned roomy_start = arguments.start_within(known, arguments.roomy_limits);
  arguments.note(max(start, roomy_start), roomy_start > start);
}

template <typename Word>  //: launch onesweep prefix
__global__ void told_prefix_kernel(const SampleArguments<Word> arguments) {
  cuda::wait_for_earlier();
  arguments.note(arguments.told < arguments.digits ? (arguments.digits - arguments.told) * arguments.digit_bits : 0);
}

}  // namespace
}  // namespace texelsort::algorithms::radix
