#pragma once

#include <algorithm>

#include "compute/algorithms/radix/cuda/histogram.cuh"
#include "compute/algorithms/radix/cuda/look_back.cuh"
#include "compute/cuda/device.h"
#include "compute/cuda/kernel.h"

namespace texelsort::algorithms::radix {
namespace {

template <typename Word>
struct HistogramArguments {
  const Word* in;
  std::uint64_t n;
  data::CodeMasks<Word> code;
  DigitRow row;
  unsigned long long* bins;
  KeySurvey* found;         ///< output of the survey; null if none is needed
  const KeySurvey* prefix;  ///< start of the prefix, whose digits are counted; null: all digits

  /// Leaves out the digits before the prefix.
  __device__ void take_prefix() {
    if (prefix == nullptr) return;
    const unsigned left = prefix->below / row.bits;
    row.shift += left * row.bits;
    row.digits -= left;
    bins += left << row.bits;
  }
};

/// Counts the digits. Blocks take full chunks in turn, and the first block also processes the remaining keys.
template <typename Word, unsigned Copies, bool surveys>  //: launch onesweep histograms
__device__ void count_all(const HistogramArguments<Word>& arguments, BlockCounters<Copies> counters,
                          [[maybe_unused]] Survey<Word>& survey) {
  constexpr unsigned each = Chunk<Word>::of_vector;
  const std::uint64_t whole = arguments.n / block_keys<Word>;
  const auto code_at = [&](std::uint64_t i) { return arguments.code.encode(arguments.in[i]); };
  for (std::uint64_t block = blockIdx.x; block < whole; block += gridDim.x) {
    const std::uint64_t start = block * block_keys<Word>;
    const Chunk<Word> chunk = Chunk<Word>::load(arguments.in + start, arguments.code);  //: reads
    if constexpr (surveys) {
      survey.see(chunk, [&](unsigned vector, Word& next) {
        const std::uint64_t at = start + (std::uint64_t{vector} * count_threads + threadIdx.x + 1) * each;
        if (at == arguments.n) return false;
        next = code_at(at);
        return true;
      });
    }
    counters.add(chunk, arguments.row);
  }
  if (blockIdx.x > 0) return;
  for (std::uint64_t i = whole * block_keys<Word> + threadIdx.x; i < arguments.n; i += count_threads) {
    const Word code = code_at(i);  //: reads
    if constexpr (surveys) i + 1 < arguments.n ? survey.see(code, code_at(i + 1)) : survey.see(code);
    counters.add(code, arguments.row);
  }
}

template <typename Word, unsigned Copies, bool surveys>  //: launch onesweep histograms
__global__ void __launch_bounds__(count_threads) histogram_kernel(HistogramArguments<Word> arguments) {
  cuda::wait_for_earlier();
  arguments.take_prefix();
  TEXELSORT_SHARED(words, unsigned long long[count_threads / kernels::warp_lanes]);
  BlockCounters<Copies> counters{cuda::dynamic_shared<unsigned>()};
  counters.clear(arguments.row);
  __syncthreads();
  Survey<Word> survey{surveys ? arguments.code.encode(arguments.in[0]) : Word{0}};
  count_all<Word, Copies, surveys>(arguments, counters, survey);
  __syncthreads();
  counters.tell(arguments.row, arguments.bins);
  if constexpr (surveys) survey.tell(*arguments.found, words);
}

/// Portion of the array: tiles [0, tiles) of `move`. `bins` has the first position of each digit value in it.
template <typename Word, typename Payload>
struct OnesweepArguments : MoveArguments<Word, Payload> {
  std::uint64_t first_tile;  ///< index of the portion's first tile in the array
  unsigned tiles;
  const std::uint64_t* bins;
  std::uint64_t* next_bins;
  unsigned* status;  ///< status words of the portion
  unsigned* ticket;
  unsigned look_back_reads;
  const std::uint64_t* starts;  ///< `bins` of the first portion
  const KeySurvey* found;       ///< survey that chooses the strategy; null if `told` is the strategy
  SortStrategy told;            ///< only used if `found` is null
  bool may_reverse;             ///< true if this is the first launch
  unsigned digit_bits;

  /// Returns whether this pass reverses the array, which only the first launch can do.
  __device__ bool reverses() const {
    if (!may_reverse) return false;
    return (found == nullptr ? told : sort_strategy(*found, carried_by<Payload>, digit_bits)) == SortStrategy::reverse;
  }
  /// Returns whether this pass executes the strategy `called`: sweep (move keys by the digit) or fill (write keys from
  /// counts). If so, sets `turned` to true if an odd number of earlier passes did nothing, which exchanges the arrays.
  __device__ bool is_needed(SortStrategy called, bool& turned) const {
    turned = false;
    if (found == nullptr) return told == called;
    KeySurvey known = *found;
    if (sort_strategy(known, carried_by<Payload>, digit_bits) != called) return false;
    if (called != SortStrategy::sweep) known.below = 0;
    if (this->digit.shift < known.below || this->digit.of(known.differing) == 0) return false;
    turned = unswept_digits(known, this->digit.shift, digit_bits) % 2 != 0;
    return true;
  }
};

/// Counts the digits of a tile that has not published its counts, for the waiting threads of the block. `spare` is
/// shared memory for one count per digit value.
template <typename Tile, typename Word>
__device__ void count_for(const Tile& tile, const Word* in, std::uint64_t first, std::uint64_t n, unsigned* spare) {
  for (unsigned i = threadIdx.x; i < tile.digit.count(); i += Tile::threads) spare[i] = 0;
  __syncthreads();
  for (unsigned i = threadIdx.x; i < Tile::keys && first + i < n; i += Tile::threads) {
    atomicAdd(&spare[tile.digit_of(tile.code.encode(in[first + i]))], 1u);
  }
  __syncthreads();
}

/// Completes the sums over all preceding tiles. CUDA does not guarantee that their blocks progress while this block
/// waits. It therefore counts unresponsive tiles itself. Each iteration moves at least one tile back, so the loop ends.
template <typename Tile, typename Word, typename Payload>
__device__ void count_waited_for(const Tile& tile, LookBack& back, const OnesweepArguments<Word, Payload>& arguments,
                                 bool turned) {
  unsigned& latest = tile.shared.tile;
  do {
    if (threadIdx.x == 0) latest = 0;
    __syncthreads();
    if (!back.done()) atomicMax(&latest, static_cast<unsigned>(back.next));
    __syncthreads();
    const std::int64_t counted = latest;
    count_for(tile, arguments.source(turned), (arguments.first_tile + counted) * Tile::keys, arguments.n,
              tile.shared.spare);
    if (back.next == counted) back.add(tile.shared.spare[threadIdx.x]);
    back.walk(arguments.look_back_reads);
  } while (__syncthreads_or(!back.done()));
}

/// Writes the block's tile of an array in reverse order.
template <typename Tile, typename Word, typename Payload>
__device__ void reverse_tile(const OnesweepArguments<Word, Payload>& arguments) {
  const std::uint64_t first = (arguments.first_tile + blockIdx.x) * Tile::keys, last = arguments.n - 1;
  const bool turned = arguments.digit.shift / arguments.digit_bits % 2 != 0;  // no earlier digit had a launch
#pragma unroll
  for (unsigned item = 0; item < Tile::items; ++item) {
    const std::uint64_t i = first + item * Tile::threads + threadIdx.x;
    if (i > last) return;
    arguments.target(turned)[i] = arguments.source(turned)[last - i];  //: copies
    if constexpr (is_word<Payload>) {
      arguments.payload_target(turned)[i] = arguments.payload_source(turned)[last - i];
    }
  }
}

/// Writes the block's tile of an array whose keys differ only in this digit. Each digit value appears as often as it
/// was counted.
template <typename Tile, typename Word>
__device__ void fill_tile(const Tile& tile, const OnesweepArguments<Word, NoPayload>& arguments, bool turned) {
  Word* out = arguments.target(turned);
  std::uint64_t* starts = tile.shared.places;
  const Digit digit = arguments.digit;
  for (unsigned i = threadIdx.x; i < digit.count(); i += Tile::threads) starts[i] = arguments.starts[i];
  const Word same =
      arguments.code.encode(arguments.source(turned)[0]) & ~(Word{digit.count() - 1} << digit.shift);  //: reads
  __syncthreads();
  constexpr unsigned each = sizeof(uint4) / sizeof(Word);
  const std::uint64_t first = (arguments.first_tile + blockIdx.x) * Tile::keys;
  for (unsigned j = threadIdx.x * each; j < Tile::keys; j += Tile::threads * each) {
    const std::uint64_t i = first + j;
    if (i >= arguments.n) return;
    unsigned value = 0;  // last digit value that starts at or before index i
    for (unsigned step = digit.count() / 2; step > 0; step /= 2) {
      if (starts[value + step] <= i) value += step;
    }
    union {
      uint4 vector;
      Word keys[each];
    };
#pragma unroll
    for (unsigned k = 0; k < each; ++k) {
      while (value + 1 < digit.count() && starts[value + 1] <= i + k) ++value;
      keys[k] = arguments.code.decode(same | static_cast<Word>(value) << digit.shift);
    }
    if (i + each <= arguments.n) {
      *reinterpret_cast<uint4*>(out + i) = vector;  //: writes
    } else {
      for (unsigned k = 0; i + k < arguments.n; ++k) out[i + k] = keys[k];
    }
  }
}

/// Executes a pass that does not move keys by its digit. Arguments are passed by value, because sharing them with the
/// calling kernel would cost registers, which are scarce there.
template <typename Tile, typename Word, typename Payload>
__device__ void do_without_sweep(const Tile& tile, OnesweepArguments<Word, Payload> arguments) {
  if constexpr (!std::is_same_v<Payload, Fields>) {
    if (arguments.reverses()) reverse_tile<Tile>(arguments);
  }
  if constexpr (std::is_same_v<Payload, NoPayload>) {
    bool turned;
    if (arguments.is_needed(SortStrategy::fill, turned)) fill_tile(tile, arguments, turned);
  }
}

template <typename Tile, typename Word, typename Payload>  //: launch onesweep
__global__ void __launch_bounds__(Tile::threads, Tile::threads >= 384 ? 2 : 3)
    onesweep_kernel(const OnesweepArguments<Word, Payload> arguments) {
  cuda::wait_for_earlier();
  Tile tile{*cuda::dynamic_shared<typename Tile::Shared>(), arguments.code, arguments.digit};
  bool turned;
  if (!arguments.is_needed(SortStrategy::sweep, turned)) return do_without_sweep(tile, arguments);
  // Blocks take tiles in the order in which they start, so that every earlier tile already belongs to a started block.
  if (threadIdx.x == 0) tile.shared.tile = atomicAdd(arguments.ticket, 1u);
  tile.clear_counters();
  __syncthreads();
  const unsigned own = tile.shared.tile;
  tile.stand_at(arguments.first_tile + own, arguments.n);

  Word codes[Tile::items];
  tile.load(arguments.source(turned), codes);  //: reads
  auto ranks = tile.rank_in_warps(codes);
  __syncthreads();
  unsigned* status = arguments.status + own * tile.digit.count() + threadIdx.x;
  const auto column = tile.scan_columns(false, [&](unsigned count) {
    cuda::store_relaxed(status, (own == 0 ? Status::summed : Status::counted) | count);
  });
  tile.add_bases(codes, ranks);
  __syncthreads();
  tile.place_codes(codes, ranks);
  [[maybe_unused]] std::conditional_t<is_word<Payload>, Payload, unsigned> items[Tile::items];
  if constexpr (is_word<Payload>)
    tile.load_with(arguments.payload_source(turned), items);  // early, to overlap the look-back

  LookBack back{arguments.status + threadIdx.x, tile.digit.count(), std::int64_t{own} - 1};
  if (threadIdx.x >= tile.digit.count()) back.next = LookBack::none;
  const auto conclude = [&] {
    if (threadIdx.x >= tile.digit.count()) return;
    if (own > 0) cuda::store_relaxed(status, Status::summed | (back.sum + column.count));
    const std::uint64_t first = arguments.bins[threadIdx.x] + back.sum;
    tile.shared.places[threadIdx.x] = first - column.before;
    if (own == arguments.tiles - 1) arguments.next_bins[threadIdx.x] = first + column.count;
  };
  back.walk(arguments.look_back_reads);
  const bool waiting = !back.done();
  if (!waiting) conclude();  // as early as possible, because later tiles wait for this sum
  if constexpr (is_word<Payload>) {
#pragma unroll
    for (unsigned i = 0; i < Tile::items; ++i) tile.shared.payload[ranks[i]] = items[i];
  }
  if (__syncthreads_or(waiting)) {
    count_waited_for(tile, back, arguments, turned);
    if (waiting) conclude();
    __syncthreads();
  }
  tile.write(arguments.target(turned), arguments.payload_target(turned));  //: writes
  if constexpr (std::is_same_v<Payload, Fields>)
    kernels::move_fields(tile, ranks, arguments.turned_fields(turned), arguments.n);
}

/// Launches the kernels of a pass, one per portion of the array.
template <typename Tile, typename Word>
void launch_onesweep(const Move& move, const OnesweepTables& tables, Stream stream) {
  using Payload = typename Tile::Payload;
  const auto kernel = onesweep_kernel<Tile, Word, Payload>;
  OnesweepArguments<Word, Payload> arguments{};
  arguments.take(move);
  arguments.look_back_reads = tables.look_back_reads;
  arguments.bins = tables.bins;
  arguments.next_bins = tables.next_bins;
  arguments.status = tables.status;
  arguments.ticket = tables.tickets;
  arguments.starts = tables.bins;
  arguments.found = tables.found;
  arguments.told = tables.way;
  arguments.may_reverse = tables.may_reverse;
  arguments.digit_bits = tables.digit_bits;
  const std::uint64_t tiles = (move.n + Tile::keys - 1) / Tile::keys;
  std::uint64_t* spare_bins = tables.bins;
  for (std::uint64_t first = 0; first < tiles; first += tables.portion_tiles) {
    arguments.first_tile = first;
    arguments.tiles = static_cast<unsigned>(std::min(tables.portion_tiles, tiles - first));
    cuda::launch("onesweep",
                 cuda::early(cuda::Grid{arguments.tiles, Tile::threads, sizeof(typename Tile::Shared), stream}), kernel,
                 arguments);
    arguments.status += std::uint64_t{arguments.tiles} << move.bits;
    ++arguments.ticket;
    arguments.bins = arguments.next_bins;
    std::swap(arguments.next_bins, spare_bins);
  }
}

template <typename Word>
struct OnesweepKernels final : OnesweepLaunches {
  std::uint64_t shared_bytes(const Move& move) const override {
    std::uint64_t bytes = 0;
    const auto count = [&]<typename Tile>() { bytes = sizeof(typename Tile::Shared); };
    move.counting ? with_counting_tile<Word>(move, count) : with_sweep_tile<Word>(move, count);
    return bytes;
  }

  void histogram(const Move& move, unsigned digits, std::uint64_t* bins, KeySurvey* found, const KeySurvey* prefix,
                 Stream stream) const override {
    HistogramArguments<Word> arguments{};
    arguments.in = static_cast<const Word*>(move.keys_in);
    arguments.n = move.n;
    arguments.code = data::code_masks<Word>(move.type, move.order);
    arguments.row = {0, move.bits, digits};
    arguments.bins = reinterpret_cast<unsigned long long*>(bins);
    arguments.found = found;
    arguments.prefix = prefix;
    const std::uint64_t counters = sizeof(unsigned) * (std::uint64_t{digits} << move.bits);
    const auto launch = [&]<unsigned Copies, bool surveys>() {
      // Blocks per multiprocessor, with 512 threads each: four fill its 2,048 threads. Three fill its shared memory if
      // counters have copies. More blocks would add to the bins more often. Blocks without a chunk are harmless.
      constexpr unsigned blocks_each = Copies > 1 ? 3 : 4;
      const std::uint64_t most = cuda::present_device().multiprocessors * blocks_each;
      const std::uint64_t blocks = std::clamp<std::uint64_t>(move.n / block_keys<Word>, 1, most);
      cuda::launch("onesweep histograms", {static_cast<unsigned>(blocks), count_threads, counters * Copies, stream},
                   histogram_kernel<Word, Copies, surveys>, arguments);
    };
    const auto with_copies = [&]<bool surveys>() {
      // Copies cost time to clear and to sum. Time relative to one copy (H200): with 16 copies, 0.91 for 2^28 and 1.02
      // for 2^24 u32 keys; with 8 copies, 1.09 for 2^26 u64 keys, which have twice as many digits.
      if constexpr (sizeof(Word) == 4) {
        constexpr std::uint64_t many = std::uint64_t{1} << 25;
        if (move.n >= many) return launch.template operator()<16, surveys>();
      }
      launch.template operator()<1, surveys>();
    };
    found != nullptr ? with_copies.template operator()<true>() : with_copies.template operator()<false>();
  }

  void onesweep(const Move& move, const OnesweepTables& tables, Stream stream) const override {
    with_sweep_tile<Word>(move, [&]<typename Tile>() { launch_onesweep<Tile, Word>(move, tables, stream); });
  }
};

}  // namespace
}  // namespace texelsort::algorithms::radix
