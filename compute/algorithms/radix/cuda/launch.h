#pragma once

#include <cstdint>

#include "compute/algorithms/cuda/kernels/arrays.h"
#include "compute/algorithms/cuda/launches.h"
#include "compute/data/keys/keys.h"

/// Launches of the radix sorts' kernels, the interface between host and kernels. Pointers are device pointers. Every
/// function throws the errors of cuda::check().
namespace texelsort::algorithms::radix {

using kernels::FieldArrays;
using kernels::Stream;

/// Threads per block and items per thread. Their product is the number of keys per tile. Kernels exist only for some
/// shapes.
struct Shape {
  unsigned threads = 0, items = 0;
  bool operator==(const Shape&) const = default;
  constexpr std::uint64_t tile() const { return std::uint64_t{threads} * items; }
  constexpr std::uint64_t tiles(std::uint64_t n) const { return (n + tile() - 1) / tile(); }
};

/// Shapes that have kernels, separately for whole bytes (8-bit digits) and for any digits, and for keys of 4 and of 8
/// bytes.
inline constexpr Shape byte_shapes_32[] = {{256, 16}, {256, 32}, {384, 24}};
inline constexpr Shape byte_shapes_64[] = {{256, 16}, {384, 16}};
inline constexpr Shape digit_shapes[] = {{64, 16}, {256, 16}};

/// Larger shapes that only Onesweep has: for 4-byte keys without and with a payload word, and for 8-byte keys.
inline constexpr Shape alone_sweep_shape_32{512, 28}, paired_sweep_shape_32{512, 20}, sweep_shape_64{512, 16};

/// Maximum digit width in bits for tiles with counters per thread.
inline constexpr unsigned most_counted_bits = 4;

/// Throws InternalError, because no kernel has this shape.
[[noreturn]] void refuse_shape(Shape shape);

/// The arrays that one pass reads and writes, and the digit by which it moves the keys.
struct Move {
  data::KeyType type = data::KeyType::u32;
  data::Order order = data::Order::ascending;
  std::uint64_t n = 0;
  std::uint64_t room = 0;  ///< key count by which the host chooses the blocks of a sort by prefixes
  unsigned shift = 0, bits = 8;
  Shape shape;
  bool counting = false;  ///< true if counters per thread rank the keys, for up to most_counted_bits bits
  const void* keys_in = nullptr;
  void* keys_out = nullptr;
  unsigned payload_bytes = 0;  ///< payload bytes per key: 0, 4 or 8
  const void* payload_in = nullptr;
  void* payload_out = nullptr;
  FieldArrays fields;  ///< records' fields that move instead of a payload; empty if there are none
};

// Onesweep (Adinets & Merrill, Onesweep: A Faster Least Significant Digit Radix Sort for GPUs, 2022):

/// Returns the maximum number of tiles per launch. The limit exists because look-back sums have 30 bits.
constexpr std::uint64_t onesweep_portion_tiles(Shape shape) {
  return ((std::uint64_t{1} << 30) - 1) / shape.tile();
}

/// Survey of the keys, written by the counting kernel. The caller zeroes it before.
struct KeySurvey {
  unsigned long long differing = 0;  ///< bits that differ between encoded keys
  unsigned falls = 0;                ///< not zero if some key is followed by a smaller one
  unsigned stays = 0;                ///< not zero if some key is followed by an equal one
  unsigned rises = 0;                ///< not zero if some key is followed by a larger one
  /// First bit of the prefix, chosen by a sample. Digits below it have no pass, because blocks sort by them after the
  /// passes.
  unsigned below = 0;
};

/// Strategy for surveyed keys. none: they are already sorted. reverse: reverse the array. fill: write each value as
/// often as it occurs. sweep: sort digit by digit.
enum class SortStrategy : std::uint8_t { none, reverse, fill, sweep };
/// Data that moves with a key: a payload word, or a record's fields.
enum class Carried : std::uint8_t { nothing, word, fields };

constexpr SortStrategy sort_strategy(const KeySurvey& found, Carried carried, unsigned digit_bits) {
  if (found.falls == 0) return SortStrategy::none;
  const bool alone = carried == Carried::nothing;
  // Reversing is unstable for equal keys, which matters only if other data moves with the keys.
  const bool turns = found.rises == 0 && (alone || found.stays == 0);
  if (turns && carried != Carried::fields) return SortStrategy::reverse;
  if (!alone) return SortStrategy::sweep;
  unsigned long long digit = (1ull << digit_bits) - 1;
  while ((found.differing & digit) == 0) digit <<= digit_bits;
  return (found.differing & ~digit) == 0 ? SortStrategy::fill : SortStrategy::sweep;
}

/// Returns how many digits below bit `shift` have no pass, because all keys share them or blocks sort by them.
constexpr unsigned unswept_digits(const KeySurvey& found, unsigned shift, unsigned digit_bits) {
  const unsigned long long digit = (1ull << digit_bits) - 1;
  unsigned unswept = 0;
  for (unsigned at = 0; at < shift; at += digit_bits) {
    unswept += at < found.below || (found.differing >> at & digit) == 0 ? 1 : 0;
  }
  return unswept;
}

struct OnesweepTables {
  std::uint64_t* bins = nullptr;           ///< scanned bins of this digit, which the kernel changes between portions
  unsigned* status = nullptr;              ///< one word per digit value and tile; the caller zeroes them
  unsigned* tickets = nullptr;             ///< one ticket per portion; the caller zeroes them
  std::uint64_t* next_bins = nullptr;      ///< 2^bits bins for the next portion
  std::uint64_t portion_tiles = 0;         ///< tiles per launch, at most onesweep_portion_tiles()
  unsigned look_back_reads = 0;            ///< reads of a tile's status before the waiting block counts the tile
                                           ///< itself
  SortStrategy way = SortStrategy::sweep;  ///< strategy of the pass
  /// Survey that decides the strategy instead of `way`. Null if `way` decides. The move's arrays assume that every
  /// previous digit had a pass. The kernel exchanges the arrays if an odd number of these passes was unnecessary.
  const KeySurvey* found = nullptr;
  unsigned digit_bits = 8;
};

struct OnesweepLaunches {
  /// Returns the bytes of shared memory per block for this move, for the kernels of any radix sort.
  virtual std::uint64_t shared_bytes(const Move& move) const = 0;
  /// Adds the number of keys with each digit value to `bins`: 2^bits numbers per digit, the first digit first. The
  /// caller zeroes `bins`. `found` receives the survey of the keys. It is null if no survey is needed.
  virtual void histogram(const Move& move, unsigned digits, std::uint64_t* bins, KeySurvey* found,
                         Stream stream) const = 0;
  virtual void onesweep(const Move& move, const OnesweepTables& tables, Stream stream) const = 0;
};

struct BinLaunches {
  /// Scans each digit's counts.
  virtual void scan(unsigned digits, unsigned bits, std::uint64_t* bins, Stream stream) const = 0;
};

// Onesweep by a prefix of the keys. Afterwards blocks sort by the remaining bits:

/// Number of prefix lengths for which a sample counts keys: 1 to most_prefixes digits from the most significant digit
/// on.
inline constexpr unsigned most_prefixes = 5;

/// Result of a sample, which decides the length of the prefix.
struct PrefixSample {
  unsigned long long differing = 0;  ///< bits that differ between the encoded keys of the sample
  unsigned most[most_prefixes]{};    ///< most[i]: maximum number of keys with the same prefix of i + 1 digits
};

/// Returns the first bit of the prefix that passes sort by, or 0 if no prefix is suitable. A range of keys with equal
/// prefixes may contain at most `allowed(start)` sampled keys. The blocks must save at least two passes. Sorting by
/// blocks lasts as long as 1.1 (u64) to 1.5 (u32) passes on an H100 with 2^24 and 2^26 keys.
template <typename Allowed>
constexpr unsigned prefix_start(const PrefixSample& sample, unsigned digits, unsigned digit_bits,
                                const Allowed& allowed) {
  const auto passes_from = [&](unsigned first) {
    const unsigned long long digit = (1ull << digit_bits) - 1;
    unsigned passes = 0;
    for (unsigned d = first; d < digits; ++d) passes += (sample.differing >> d * digit_bits & digit) != 0 ? 1 : 0;
    return passes;
  };
  for (unsigned i = 0; i < most_prefixes && i + 1 < digits; ++i) {
    const unsigned first = digits - 1 - i;
    if (sample.most[i] > allowed(first * digit_bits)) continue;
    if (passes_from(first) + 2 <= passes_from(0)) return first * digit_bits;
  }
  return 0;
}

/// Returns the number of keys per sampled key: up to 256, or more if a sample would otherwise exceed about 2^19 keys.
constexpr std::uint64_t sample_step(std::uint64_t n) {
  const std::uint64_t fine = n >> 12 == 0 ? 1 : n >> 12, coarse = n >> 19;
  const std::uint64_t step = fine < 256 ? fine : 256;
  return step < coarse ? coarse : step;
}

/// The choice of source and destination for blocks that sort keys with equal prefixes.
enum class RangeSides : std::uint8_t {
  named,   ///< the arrays that the move names
  passed,  ///< the arrays after one pass per digit; the kernel corrects this by the survey
  kept,    ///< source as with `passed`; the destination is the array that has the keys after all these passes
};

/// Returns the distance of the places from which blocks with space for `capacity` keys search for their first range. It
/// is chosen so that the rest of a previous range still fits if keys are evenly distributed. Block k sorts the ranges
/// that begin in the k-th of these tiles.
constexpr std::uint64_t range_tile(std::uint64_t n, const KeySurvey& found, unsigned capacity) {
  unsigned bits = 0;  // differing bits of the prefix
  for (unsigned long long differing = found.differing >> found.below; differing != 0; differing >>= 1) ++bits;
  const std::uint64_t range = bits >= 32 ? 1 : (n >> bits) + 1;
  const std::uint64_t kept_free = range + range / 4 + 64, least = capacity / 4;
  return kept_free + least < capacity ? capacity - kept_free : least;
}

struct PrefixLaunches {
  /// Return the bytes of two tables: the table of both launches, which the caller zeroes, and the lists of ends of
  /// ranges and of ranges to merge.
  virtual std::uint64_t table_bytes() const = 0;
  virtual std::uint64_t list_bytes(std::uint64_t n) const = 0;
  /// Draws a sample of the keys that `move` reads, and stores the start of their prefix. If `told` is not 0, the prefix
  /// has `told` digits instead. `bare`: there is no survey of the keys, and all other digits have a pass.
  virtual void sample(const Move& move, unsigned digits, unsigned told, bool bare, void* table, KeySurvey* found,
                      Stream stream) const = 0;
  /// Sorts keys that are already sorted by the bits from `found->below` on.
  virtual void finish(const Move& move, const KeySurvey* found, void* table, void* lists, RangeSides sides,
                      Stream stream) const = 0;
  /// Returns range_tile() of the blocks chosen for the move.
  virtual std::uint64_t tile(const Move& move, const KeySurvey& found) const = 0;
  /// Returns the bytes of shared memory per block.
  virtual std::uint64_t shared_bytes(const Move& move) const = 0;
};

// SRTS (Merrill & Grimshaw, Revisiting Sorting for GPGPU Stream Architectures, 2010). Tables have one row for each of
// 2^bits digits, with an element for each of `columns` blocks. The blocks share the tiles evenly; one block scans the
// table.

struct SrtsShares {
  std::uint64_t columns = 0, tiles_each = 0;
};

struct SrtsLaunches {
  virtual void count(const Move& move, const SrtsShares& shares, std::uint64_t* table, Stream stream) const = 0;
  virtual void scatter(const Move& move, const SrtsShares& shares, const std::uint64_t* table, Stream stream) const = 0;
};

// GRS (Bandyopadhyay & Sahni, GRS - GPU Radix Sort for Large Multifield Records, HiPC, 2010). Tables have one row for
// each of 2^bits digits, with an element per tile. The whole device scans them. `ranks` has a 16-bit number per key.

struct GrsLaunches {
  virtual void rank(const Move& move, std::uint64_t* table, std::uint16_t* ranks, Stream stream) const = 0;
  virtual void move(const Move& move, const std::uint64_t* table, const std::uint16_t* ranks, Stream stream) const = 0;
};

}  // namespace texelsort::algorithms::radix
