#pragma once

#include <algorithm>
#include <cmath>

#include "compute/algorithms/radix/cuda/prefix_block.cuh"
#include "compute/algorithms/radix/cuda/prefix_sample.cuh"
#include "compute/cuda/device.h"
#include "compute/cuda/kernel.h"

namespace texelsort::algorithms::radix {
namespace {

/// Arguments of the kernels that sort ranges of keys with equal prefixes, after the passes.
template <typename Word, typename Payload>
struct PrefixRangeArguments {
  MoveArguments<Word, Payload> move;
  const KeySurvey* found;
  std::uint64_t* ends;  ///< for each share, the beginning of its first range; then the number of keys
  unsigned* listed;     ///< number of entries in `list`, which has space for all
  KeyRange* list;
  unsigned digit_bits;
  unsigned capacity, roomy_capacity;  ///< maximum number of keys of a usual block, and of a block with more space
  RangeSides sides;
  const std::uint64_t* starts;  ///< position of the first key with each value of each digit; null if not needed

  /// Returns whether blocks must sort the ranges of keys with equal prefixes.
  __device__ bool is_needed(const KeySurvey& known) const {
    return known.below > 0 && sort_strategy(known, carried_by<Payload>, digit_bits) == SortStrategy::sweep;
  }
  /// Returns whether the ranges are the keys of each value of one digit, so that each range has a block.
  __device__ bool are_values(const KeySurvey& known) const {
    return starts != nullptr && has_one_digit<Word>(known, digit_bits);
  }
  /// Adds a range to the list of ranges to merge.
  __device__ void add(std::uint64_t first, std::uint64_t size) const { list[atomicAdd(listed, 1u)] = {first, size}; }
  __device__ PrefixRanges<Word, Payload> ranges(const KeySurvey& known) const {
    const bool turned = sides != RangeSides::named && unswept_digits(known, 8 * sizeof(Word), digit_bits) % 2 != 0;
    return {move, turned, turned || sides == RangeSides::kept, known.below};
  }
  /// Returns the maximum number of keys of the blocks that sort the ranges.
  __device__ unsigned capacity_for(const KeySurvey& known) const {
    return known.roomy != 0 ? roomy_capacity : capacity;
  }
  __device__ RangeShares shares(const KeySurvey& known) const {
    return range_shares(move.n, known, capacity_for(known));
  }
};

inline constexpr unsigned end_threads = 256;

/// Finds the ends of ranges by warps. A separate kernel, so that no block reads keys that another block overwrites.
template <typename Word, typename Payload>  //: launch onesweep ends of ranges
__global__ void __launch_bounds__(end_threads) end_kernel(const PrefixRangeArguments<Word, Payload> arguments) {
  cuda::wait_for_earlier();
  const KeySurvey known = *arguments.found;
  if (!arguments.is_needed(known) || arguments.are_values(known)) return;
  const auto arrays = arguments.ranges(known);
  const RangeShares shares = arguments.shares(known);
  constexpr unsigned lanes = kernels::warp_lanes, warps = end_threads / lanes;
  const std::uint64_t expected = shares.early > 0 ? 2 * shares.early : arguments.capacity_for(known) - shares.whole;
  const std::uint64_t step = max(expected / lanes, std::uint64_t{1});
  for (std::uint64_t k = blockIdx.x * warps + threadIdx.x / lanes; k <= shares.count; k += gridDim.x * warps) {
    const std::uint64_t end = arrays.end_of_range(shares.start(k), step);
    if (threadIdx.x % lanes == 0) arguments.ends[k] = end;
  }
}

/// Sorts the ranges, one block per share. Lists the ranges that are too large for one block, to be merged later.
template <typename Block>  //: launch onesweep sort of ranges
__global__ void __launch_bounds__(Block::threads, Block::blocks)
    range_kernel(const PrefixRangeArguments<typename Block::Word, typename Block::Payload> arguments) {
  cuda::wait_for_earlier();
  const KeySurvey known = *arguments.found;
  if (!arguments.is_needed(known) || arguments.are_values(known)) return;
  if (arguments.capacity_for(known) != Block::capacity) return;
  const auto arrays = arguments.ranges(known);
  const Block block{*cuda::dynamic_shared<typename Block::Shared>(), arrays};
  block.clear_counters();
  __syncthreads();
  const std::uint64_t count = arguments.shares(known).count;
  for (std::uint64_t k = blockIdx.x; k < count; k += gridDim.x) {
    const std::uint64_t last = arguments.ends[k + 1];
    for (std::uint64_t first = arguments.ends[k]; first < last;) {
      const std::uint64_t size = arrays.whole_ranges(first, last, Block::capacity);
      if (size > Block::capacity || !block.sort(first, static_cast<unsigned>(size))) {
        if (threadIdx.x == 0) arguments.add(first, size);
        block.clear_counters();
        __syncthreads();
      }
      first += size;
    }
  }
}

/// Sorts the keys of one value of the prefix's only digit per block. Lists ranges that must be merged.
template <typename Block>  //: launch onesweep sort of values
__global__ void __launch_bounds__(Block::threads, Block::blocks)
    value_kernel(const PrefixRangeArguments<typename Block::Word, typename Block::Payload> arguments) {
  cuda::wait_for_earlier();
  const KeySurvey known = *arguments.found;
  if (!arguments.is_needed(known) || !arguments.are_values(known)) return;
  const std::uint64_t* starts = arguments.starts + known.below / arguments.digit_bits * gridDim.x + blockIdx.x;
  const std::uint64_t first = starts[0], last = blockIdx.x + 1 < gridDim.x ? starts[1] : arguments.move.n;
  if (first == last) return;
  const auto arrays = arguments.ranges(known);
  const Block block{*cuda::dynamic_shared<typename Block::Shared>(), arrays};
  block.clear_counters();
  __syncthreads();
  const bool sorted = last - first <= Block::capacity && block.sort(first, static_cast<unsigned>(last - first));
  if (!sorted && threadIdx.x == 0) arguments.add(first, last - first);
}

template <typename Block, typename Word, typename Payload>  //: launch onesweep merge of ranges
__global__ void __launch_bounds__(Block::threads) merge_kernel(const PrefixRangeArguments<Word, Payload> arguments) {
  cuda::wait_for_earlier();
  const unsigned count = *arguments.listed;
  if (blockIdx.x >= count) return;
  const auto arrays = arguments.ranges(*arguments.found);
  for (unsigned i = blockIdx.x; i < count; i += gridDim.x) {
    const KeyRange range = arguments.list[i];
    Block::sort(arrays, range.first, range.size);
  }
}

template <typename Word>
struct PrefixKernels final : PrefixLaunches {
  bool decides_first(const Move& move, unsigned told) const override { return told > 0 || !has_value_block(move); }

  std::uint64_t table_bytes() const override { return sizeof(PrefixTable); }

  std::uint64_t list_bytes(std::uint64_t n) const override {
    static_assert(sizeof(KeyRange) == 2 * sizeof(std::uint64_t));
    return end_bytes(n) + 3 * 2 * end_bytes(n) + most_digits * sizeof(KeyRange);
  }

  void sample(const Move& move, unsigned digits, bool bare, const PrefixTables& tables, Stream stream) const override {
    SampleArguments<Word> arguments{};
    arguments.in = static_cast<const Word*>(move.keys_in);
    arguments.n = move.n;
    arguments.code = data::code_masks<Word>(move.type, move.order);
    arguments.digits = digits;
    arguments.digit_bits = move.bits;
    arguments.told = tables.told;
    arguments.table = static_cast<PrefixTable*>(tables.table);
    arguments.found = tables.found;
    arguments.bare = bare;
    arguments.surveyed = !bare && !decides_first(move, tables.told);
    arguments.bins = tables.bins;
    arguments.carried = move.payload_bytes == 0 ? Carried::nothing : Carried::word;
    if (tables.told > 0 || digits < 2) {
      arguments.told = std::max(tables.told, 1u);
      return cuda::launch("onesweep prefix", cuda::early(cuda::Grid{1, 1, 0, stream}), told_prefix_kernel<Word>,
                          arguments);
    }
    const std::uint64_t step = sample_step(move.n), samples = move.n / step;
    with_block(move, [&]<typename Block>() {
      with_value_block<typename Block::Payload>(move,
                                                [&]<typename ValueBlock>() { arguments.fits = ValueBlock::capacity; });
      arguments.limits = limits_of(Block::capacity, step, samples);
      with_roomy_block<typename Block::Payload>(
          move, [&]<typename Roomy>() { arguments.roomy_limits = limits_of(Roomy::capacity, step, samples); });
    });
    arguments.one_or_none = has_one_digit_or_none(move);
    const unsigned blocks = arguments.one_or_none ? 1 : cuda::blocks_for(samples, prefix_sample_threads);
    cuda::launch("onesweep sample of prefixes", cuda::early(cuda::Grid{blocks, prefix_sample_threads, 0, stream}),
                 prefix_sample_kernel<Word>, arguments);
  }

  void finish(const Move& move, const PrefixTables& tables, RangeSides sides, Stream stream) const override {
    with_block(move, [&]<typename Block>() {
      using Payload = typename Block::Payload;
      PrefixRangeArguments<Word, Payload> arguments{};
      arguments.move.take(move);
      arguments.found = tables.found;
      arguments.ends = static_cast<std::uint64_t*>(tables.lists);
      arguments.list = reinterpret_cast<KeyRange*>(static_cast<std::byte*>(tables.lists) + end_bytes(move.n));
      arguments.listed = &static_cast<PrefixTable*>(tables.table)->merged;
      arguments.digit_bits = move.bits;
      arguments.capacity = Block::capacity;
      with_roomy_block<Payload>(move, [&]<typename Roomy>() { arguments.roomy_capacity = Roomy::capacity; });
      arguments.sides = sides;
      with_value_block<Payload>(move, [&]<typename ValueBlock>() {
        arguments.starts = tables.bins;
        cuda::launch(
            "onesweep sort of values",
            cuda::early(cuda::Grid{1u << move.bits, ValueBlock::threads, sizeof(typename ValueBlock::Shared), stream}),
            value_kernel<ValueBlock>, arguments);
      });
      const unsigned multiprocessors = cuda::present_device().multiprocessors;
      const unsigned tiles = cuda::blocks_for(move.n, Block::capacity / 4);
      const auto launch = [&]<typename... Arguments>(const char* what, unsigned blocks, unsigned threads,
                                                     std::size_t shared, void (*kernel)(Arguments...)) {
        cuda::launch(what, cuda::early(cuda::Grid{std::min(tiles, multiprocessors * blocks), threads, shared, stream}),
                     kernel, arguments);
      };
      constexpr unsigned end_blocks = 2048 / end_threads;  // enough to fill a multiprocessor
      if (tables.told > 0 || !has_one_digit_or_none(move)) {
        launch("onesweep ends of ranges", end_blocks, end_threads, 0, end_kernel<Word, Payload>);
        const auto sort = [&]<typename Each>() {
          launch("onesweep sort of ranges", Each::blocks, Each::threads, sizeof(typename Each::Shared),
                 range_kernel<Each>);
        };
        sort.template operator()<Block>();
        with_roomy_block<Payload>(move, sort);  // The survey decides which of the two launches has an effect.
      }
      using Merged = MergedOf<Payload>;
      launch("onesweep merge of ranges", 1, Merged::threads, sizeof(typename Merged::Shared),
             merge_kernel<Merged, Word, Payload>);
    });
  }

  std::optional<RangeShares> shares(const Move& move, const KeySurvey& found) const override {
    if (has_one_digit<Word>(found, move.bits) && has_value_block(move)) return std::nullopt;
    std::optional<RangeShares> shares;
    const auto share = [&]<typename Block>() { shares = range_shares(move.n, found, Block::capacity); };
    found.roomy != 0 ? with_roomy_block<NoPayload>(move, share) : with_block(move, share);
    return shares;
  }

  std::uint64_t shared_bytes(const Move& move) const override {
    std::uint64_t bytes = 0;
    with_block(move, [&]<typename Block>() {
      bytes = std::max(sizeof(typename Block::Shared), sizeof(typename MergedOf<typename Block::Payload>::Shared));
    });
    return bytes;
  }

 private:
  /// Returns the number of samples in the fullest of many ranges with `mean` samples on average. A Poisson-distributed
  /// number exceeds this with a probability of about 1 in 10^6 (expansion of the quantile by E. A. Cornish and
  /// R. A. Fisher, 1937).
  static unsigned most_of_even(double mean) {
    return static_cast<unsigned>(mean + 5 * std::sqrt(mean) + (25 - 1) / 6.0) + 1;
  }

  /// Returns the maximum numbers of samples, one per `step` keys, of ranges that fit a block with space for `capacity`
  /// keys.
  static SampleLimits limits_of(unsigned capacity, std::uint64_t step, std::uint64_t samples) {
    const double even = (capacity - capacity / 16) / static_cast<double>(step);
    return {most_of_even(even), most_of_even(even + static_cast<double>(samples) / prefix_slots)};
  }

  /// Block type for merging listed ranges. If all are listed, blocks fill a multiprocessor's memory and threads.
  template <typename Payload>
  using MergedOf = std::conditional_t<sizeof(Word) == 8 && is_word<Payload>, MergedRange<Word, Payload, 512, 9>,
                                      MergedRange<Word, Payload, 512, 17>>;

  /// Returns the bytes of the list of ends. A share has on average at least 1/4 of the smallest block's capacity. A
  /// range to merge exceeds 1/2 of a capacity or is the last of its share. There are therefore at most three of them
  /// per end.
  static std::uint64_t end_bytes(std::uint64_t n) {
    constexpr std::uint64_t least_share = 3072 / 4;
    return (n / least_share + 3) * sizeof(std::uint64_t);
  }

  /// Calls launch.operator()<Block>() with the block type that sorts the keys of one value of a digit, if the keys have
  /// 256 values in equal numbers. Returns false if there is none: the keys are too many, or the device has too little
  /// shared memory.
  template <typename Payload, typename Launch>
  static bool with_value_block(const Move& move, Launch launch) {
    const auto call = [&]<unsigned Threads, unsigned Items, unsigned Slots, unsigned Blocks>() {
      using Block = PrefixBlock<Word, Payload, Threads, Items, Slots, Blocks>;
      // The most frequent of 256 values has less than 5 % more keys than the mean.
      if (move.room / most_digits * 21 / 20 > Block::capacity) return false;
      if (sizeof(typename Block::Shared) > cuda::present_device().max_shared_bytes) return false;
      launch.template operator()<Block>();
      return true;
    };
    constexpr bool paired = is_word<Payload>;
    constexpr std::size_t bytes = sizeof(Word) + (paired ? sizeof(Payload) : 0);
    if constexpr (bytes > 8) {
      return call.template operator()<1024, 9, 12288, 1>();
    } else if constexpr (bytes == 8) {
      if (call.template operator()<512, 17, 6144, 2>()) return true;
      return call.template operator()<1024, 17, 12288, 1>();
    } else {
      if (call.template operator()<512, 18, 10240, 2>()) return true;
      if (call.template operator()<512, 34, 10240, 2>()) return true;
      return call.template operator()<1024, 34, 20480, 1>();
    }
  }

  /// Returns whether the prefix is one digit or none. With so few keys of 4 bytes, passes by all four digits need about
  /// the time of passes by two digits and a sort by blocks (H200: 64 and 87 us for 2^20 keys, 123 and 117 for 2^22).
  static bool has_one_digit_or_none(const Move& move) {
    return sizeof(Word) == 4 && move.room <= std::uint64_t{17} << 18 && has_value_block(move);
  }

  static bool has_value_block(const Move& move) {
    bool found = false;
    with_block(move, [&]<typename Block>() {
      with_value_block<typename Block::Payload>(move, [&]<typename ValueBlock>() { found = ValueBlock::capacity > 0; });
    });
    return found;
  }

  /// Returns whether n is at most sixteenths / 16 * 2^exponent. Blocks whose size suits 2^exponent keys also suit 17
  /// sixteenths of this number.
  static bool has_most(const Move& move, std::uint64_t sixteenths, unsigned exponent) {
    return move.room <= sixteenths << (exponent - 4);
  }

  /// Calls launch.operator()<Block>() with a larger block type for the ranges of unevenly distributed keys. There is
  /// one if the usual block has space for less than about three mean ranges of a 16-bit prefix. For 2^28 evenly
  /// distributed keys, the larger blocks need 1.07 times as long (H200).
  template <typename Payload, typename Launch>
  static void with_roomy_block(const Move& move, Launch launch) {
    if constexpr (sizeof(Word) == 4 && !is_word<Payload>) {
      const auto call = [&]<unsigned Threads, unsigned Items, unsigned Slots, unsigned Blocks>() {
        using Block = PrefixBlock<Word, Payload, Threads, Items, Slots, Blocks>;
        if (sizeof(typename Block::Shared) <= cuda::present_device().max_shared_bytes)
          launch.template operator()<Block>();
      };
      if (has_most(move, 16, 27)) return;
      if (has_most(move, 17, 28)) return call.template operator()<512, 26, 10240, 2>();
      if (has_most(move, 17, 29)) return call.template operator()<1024, 26, 20480, 1>();
      if (has_most(move, 17, 30)) call.template operator()<1024, 34, 20480, 1>();
    }
  }

  /// Calls launch.operator()<Block>() with the block type that is fastest for 2^22 to 2^30 keys on an H200. Block types
  /// differ in how full they are with whole ranges of evenly distributed keys.
  template <typename Launch>
  static void with_block(const Move& move, Launch launch) {
    using u32 = std::uint32_t;
    using u64 = std::uint64_t;
    const auto most = [&move](unsigned sixteenths, unsigned exponent) { return has_most(move, sixteenths, exponent); };
    if constexpr (sizeof(Word) == 4) {
      if (move.payload_bytes == 4) {
        if (most(24, 26)) return launch.template operator()<PrefixBlock<Word, u32, 256, 16, 3072, 4>>();
        return launch.template operator()<PrefixBlock<Word, u32, 256, 26, 5120, 2>>();
      }
      if (move.payload_bytes == 8) return launch.template operator()<PrefixBlock<Word, u64, 256, 16, 3072, 3>>();
      if (most(24, 26) && !most(24, 23))
        return launch.template operator()<PrefixBlock<Word, NoPayload, 256, 24, 5120, 4>>();
      if (most(24, 27) && !most(24, 26))
        return launch.template operator()<PrefixBlock<Word, NoPayload, 256, 26, 5120, 4>>();
      if (most(17, 28)) return launch.template operator()<PrefixBlock<Word, NoPayload, 256, 18, 5120, 4>>();
      if (most(17, 29)) return launch.template operator()<PrefixBlock<Word, NoPayload, 512, 18, 10240, 2>>();
      launch.template operator()<PrefixBlock<Word, NoPayload, 1024, 18, 20480, 1>>();
    } else if (move.payload_bytes == 8) {
      launch.template operator()<PrefixBlock<Word, u64, 256, 16, 3072, 2>>();
    } else if (move.payload_bytes == 4) {
      if (most(16, 26)) return launch.template operator()<PrefixBlock<Word, u32, 256, 16, 3072, 3>>();
      launch.template operator()<PrefixBlock<Word, u32, 256, 26, 5120, 2>>();
    } else {
      if (most(24, 25)) return launch.template operator()<PrefixBlock<Word, NoPayload, 256, 12, 3072, 4>>();
      launch.template operator()<PrefixBlock<Word, NoPayload, 256, 18, 5120, 3>>();
    }
  }
};

}  // namespace
}  // namespace texelsort::algorithms::radix
