#pragma once

#include <cstdint>
#include <optional>

#include "compute/algorithms/cuda/kernels/arrays.h"
#include "compute/algorithms/cuda/launches.h"
#include "compute/data/keys/keys.h"

/// Launches of the radix sorts' kernels by the host. All pointers are device addresses. Every function throws the
/// errors of cuda::check().
namespace texelsort::algorithms::radix {

using kernels::FieldArrays;
using kernels::Stream;

/// Number of threads per block and items per thread. The product is the number of keys per tile. Kernels exist only for
/// some shapes.
struct Shape {
  unsigned threads = 0, items = 0;
  bool operator==(const Shape&) const = default;
  constexpr std::uint64_t tile() const { return std::uint64_t{threads} * items; }
  constexpr std::uint64_t tiles(std::uint64_t n) const { return (n + tile() - 1) / tile(); }
};

/// Shapes that have kernels: for digits of whole bytes (8 bits) and keys of 4 or 8 bytes, and for digits of any other
/// width.
inline constexpr Shape byte_shapes_32[] = {{256, 16}, {256, 32}, {384, 24}};
inline constexpr Shape byte_shapes_64[] = {{256, 16}, {384, 16}};
inline constexpr Shape digit_shapes[] = {{64, 16}, {256, 16}};

/// Larger shapes for which only Onesweep has kernels: for 4-byte keys without a payload word, for 4-byte keys with a
/// payload word, and for 8-byte keys.
inline constexpr Shape alone_sweep_shape_32{512, 28}, paired_sweep_shape_32{512, 20}, sweep_shape_64{512, 16};

/// Maximum digit width in bits with which a tile's keys are ranked by one set of counters per thread.
inline constexpr unsigned most_counted_bits = 4;

/// Throws InternalError because no kernel has this shape.
[[noreturn]] void refuse_shape(Shape shape);

/// The arrays that one pass reads and writes, and the digit by which it moves the keys.
struct Move {
  data::KeyType type = data::KeyType::u32;
  data::Order order = data::Order::ascending;
  std::uint64_t n = 0;
  std::uint64_t room = 0;  ///< number of keys by which the host chooses block sizes in a sort by prefixes; may exceed n
  unsigned shift = 0, bits = 8;
  Shape shape;
  /// true if one set of counters per thread ranks the keys, for digits of up to most_counted_bits bits
  bool counting = false;
  const void* keys_in = nullptr;
  void* keys_out = nullptr;
  unsigned payload_bytes = 0;  ///< bytes of payload per key: 0, 4 or 8
  const void* payload_in = nullptr;
  void* payload_out = nullptr;
  /// fields of the records, which move with the keys instead of a payload; empty if there are no records
  FieldArrays fields;
};

// Onesweep (Adinets & Merrill, Onesweep: A Faster Least Significant Digit Radix Sort for GPUs, 2022)

/// Returns the maximum number of tiles per launch of Onesweep. Sums of the look-back have 30 bits, which limits the
/// keys per launch.
constexpr std::uint64_t onesweep_portion_tiles(Shape shape) {
  return ((std::uint64_t{1} << 30) - 1) / shape.tile();
}

/// Survey of the keys, which the counting kernel of Onesweep writes. The caller zeroes the survey before.
struct KeySurvey {
  unsigned long long differing = 0;  ///< bits in which the encoded keys differ
  unsigned falls = 0;                ///< not 0 if some key is larger than the next key
  unsigned rises = 0;                ///< not 0 if some key is smaller than the next key
  unsigned stays = 0;                ///< not 0 if some key equals the next key; undefined if keys also fall and rise
  /// First bit of the prefix, which a sample chooses. Digits below this bit have no pass, because blocks sort by them
  /// after the passes.
  unsigned below = 0;
  unsigned roomy = 0;  ///< not 0 if the ranges need blocks with more space than usual
};

/// Strategy for keys after their survey. none: the keys are already sorted. reverse: reverse the array. fill: write
/// each value as often as it occurs. sweep: sort digit by digit.
enum class SortStrategy : std::uint8_t { none, reverse, fill, sweep };
/// Data that moves with a key: nothing, a payload word, or the fields of a record.
enum class Carried : std::uint8_t { nothing, word, fields };

constexpr SortStrategy sort_strategy(const KeySurvey& found, Carried carried, unsigned digit_bits) {
  if (found.falls == 0) return SortStrategy::none;
  const bool alone = carried == Carried::nothing;
  // Reversing an array reverses the order of equal keys, which matters only if other data moves with the keys.
  const bool turns = found.rises == 0 && (alone || found.stays == 0);
  if (turns && carried != Carried::fields) return SortStrategy::reverse;
  if (!alone) return SortStrategy::sweep;
  unsigned long long digit = (1ull << digit_bits) - 1;
  while ((found.differing & digit) == 0) digit <<= digit_bits;
  // Digits before the prefix may have no counts.
  const bool one = (found.differing & ~digit) == 0 && digit >> found.below != 0;
  return one ? SortStrategy::fill : SortStrategy::sweep;
}

/// Returns the number of digits below bit `shift` that have no pass, because all keys share the digit or blocks sort by
/// it.
constexpr unsigned unswept_digits(const KeySurvey& found, unsigned shift, unsigned digit_bits) {
  const unsigned long long digit = (1ull << digit_bits) - 1;
  unsigned unswept = 0;
  for (unsigned at = 0; at < shift; at += digit_bits) {
    unswept += at < found.below || (found.differing >> at & digit) == 0 ? 1 : 0;
  }
  return unswept;
}

struct OnesweepTables {
  std::uint64_t* bins = nullptr;  ///< for each value of this digit, the position of its first key; portions advance it
  unsigned* status = nullptr;     ///< status words, one per digit value and tile; the caller zeroes them
  unsigned* tickets = nullptr;  ///< numbers by which started blocks take tiles, one per portion; the caller zeroes them
  std::uint64_t* next_bins = nullptr;  ///< space for 2^bits counts that the next portion uses
  std::uint64_t portion_tiles = 0;     ///< number of tiles per launch, at most onesweep_portion_tiles()
  /// Maximum number of times that a waiting block reads a tile's status. After that, the block counts the tile itself.
  unsigned look_back_reads = 0;
  SortStrategy way = SortStrategy::sweep;  ///< strategy of the pass if `found` is null
  /// Survey from which the kernel chooses the strategy. If it is null, `way` is the strategy. The arrays of the move
  /// assume that every previous digit had a pass. If an odd number of them had none, the kernel exchanges the arrays.
  const KeySurvey* found = nullptr;
  bool may_reverse = false;  ///< true if this launch may reverse the array, which only the first of the sort can do
  unsigned digit_bits = 8;
};

struct OnesweepLaunches {
  /// Returns the shared memory in bytes that a block of any radix sort needs for a move.
  virtual std::uint64_t shared_bytes(const Move& move) const = 0;
  /// Counts the keys with each value of each digit, and adds the counts to `bins`. It has 2^bits numbers per digit,
  /// from the lowest digit on, which the caller zeroes. The kernel also surveys the keys for `found`, which is null if
  /// no survey is needed. `prefix` is null, or has the start of the prefix: the kernel then counts only its digits.
  virtual void histogram(const Move& move, unsigned digits, std::uint64_t* bins, KeySurvey* found,
                         const KeySurvey* prefix, Stream stream) const = 0;
  virtual void onesweep(const Move& move, const OnesweepTables& tables, Stream stream) const = 0;
};

struct BinLaunches {
  /// Scans the counts of each digit separately.
  virtual void scan(unsigned digits, unsigned bits, std::uint64_t* bins, Stream stream) const = 0;
};

// Onesweep by a prefix of the keys, after which blocks sort by the remaining bits.

/// Maximum number of digits of a prefix. A sample counts keys for all prefixes of 1 to most_prefixes digits, from the
/// most significant digit on.
inline constexpr unsigned most_prefixes = 5;

/// Result of a sample of the keys, which decides the length of the prefix.
struct PrefixSample {
  unsigned long long differing = 0;  ///< bits that differ between the encoded keys of the sample
  unsigned most[most_prefixes]{};    ///< largest number of sampled keys that share their first i + 1 digits, at index i
};

/// Returns whether sorting by blocks, instead of by the digits before digit `first`, saves at least two passes. Blocks
/// need the time of 1.1 (u64) to 1.5 (u32) passes on an H100 with 2^24 and 2^26 keys.
constexpr bool saves_passes(unsigned long long differing, unsigned first, unsigned digit_bits) {
  const unsigned long long digit = (1ull << digit_bits) - 1;
  unsigned saved = 0;
  for (unsigned d = 0; d < first; ++d) saved += (differing >> d * digit_bits & digit) != 0 ? 1 : 0;
  return saved >= 2;
}

/// Returns the first bit of the prefix by which passes sort, or 0 if no prefix is suitable. A range of keys with equal
/// prefixes may contain at most `allowed(start)` sampled keys.
template <typename Allowed>
constexpr unsigned prefix_start(const PrefixSample& sample, unsigned digits, unsigned digit_bits,
                                const Allowed& allowed) {
  for (unsigned i = 0; i < most_prefixes && i + 1 < digits; ++i) {
    const unsigned first = digits - 1 - i;
    if (sample.most[i] > allowed(first * digit_bits)) continue;
    if (saves_passes(sample.differing, first, digit_bits)) return first * digit_bits;
  }
  return 0;
}

/// Returns the index of the most significant digit in which keys differ.
constexpr unsigned top_digit(unsigned long long differing, unsigned digit_bits) {
  unsigned digit = 0;
  while ((differing >>= digit_bits) != 0) ++digit;
  return digit;
}

/// Returns whether the prefix is a single digit in which the keys differ, so that each range has one value of the
/// digit.
template <typename Word>
constexpr bool has_one_digit(const KeySurvey& found, unsigned digit_bits) {
  return found.below == top_digit(static_cast<Word>(found.differing), digit_bits) * digit_bits;
}

/// Device memory of a sort by prefixes.
struct PrefixTables {
  KeySurvey* found = nullptr;
  const std::uint64_t* bins = nullptr;  ///< for each value of each digit, the keys' count before the scan, then a start
  /// Table for the sample, which the caller zeroes before sample(). finish() also uses it.
  void* table = nullptr;
  void* lists = nullptr;  ///< ends of ranges, and ranges to merge
  unsigned told = 0;      ///< number of digits of the prefix; 0 if sample() decides
};

/// Returns the number of keys per sampled key: up to 256, or more if the sample would otherwise exceed about 2^19 keys.
constexpr std::uint64_t sample_step(std::uint64_t n) {
  const std::uint64_t fine = n >> 12 == 0 ? 1 : n >> 12, coarse = n >> 19;
  const std::uint64_t step = fine < 256 ? fine : 256;
  return step < coarse ? coarse : step;
}

/// Which arrays are source and destination when blocks sort ranges of keys with equal prefixes.
enum class RangeSides : std::uint8_t {
  named,   ///< the arrays that the move names
  passed,  ///< the move names them as if every digit had a pass; the kernel corrects both by the survey
  kept,    ///< the source as with `passed`; the destination is where the keys would be if every digit had a pass
};

/// Division of the ranges into shares, one share per block. Share k has all ranges whose first key is in [start(k),
/// start(k + 1)).
struct RangeShares {
  std::uint64_t n = 0, count = 0;         ///< number of keys and of shares
  std::uint64_t whole = 0, fraction = 0;  ///< mean keys per share: whole + fraction / 2^bits
  unsigned bits = 0;
  std::uint64_t early = 0;  ///< keys by which a share starts before a multiple of the mean

  constexpr std::uint64_t start(std::uint64_t k) const {
    if (k == 0) return 0;
    return k < count ? k * whole + (k * fraction >> bits) - early : n;
  }
  /// Returns the share of the range that begins at position `first`.
  constexpr std::uint64_t share_of(std::uint64_t first) const {
    std::uint64_t low = 0, high = count;
    while (high - low > 1) {
      const std::uint64_t middle = low + (high - low) / 2;
      (start(middle) <= first ? low : high) = middle;
    }
    return low;
  }
};

/// Returns the shares of blocks with space for `capacity` keys. A share starts half a range before the expected
/// beginning of its first range. With evenly distributed keys, small deviations therefore move no range to another
/// share.
constexpr RangeShares range_shares(std::uint64_t n, const KeySurvey& found, unsigned capacity) {
  RangeShares shares{.n = n};
  for (unsigned long long differing = found.differing >> found.below; differing != 0; differing >>= 1) ++shares.bits;
  const std::uint64_t range = shares.bits < 32 ? n >> shares.bits : 0;
  const std::uint64_t filled = capacity - capacity / 16;  // 1/16 stays free for longer ranges than expected
  if (range >= 16 && n <= filled << shares.bits) {
    const std::uint64_t ranges = (filled << shares.bits) / n;
    shares.whole = ranges * n >> shares.bits;
    shares.fraction = ranges * n & ((1ull << shares.bits) - 1);
    shares.early = range / 2;
    shares.count = ((1ull << shares.bits) + ranges - 1) / ranges;
  } else {
    const std::uint64_t kept_free = range + range / 4 + 64, least = capacity / 4;
    shares.bits = 0;
    shares.whole = kept_free + least < capacity ? capacity - kept_free : least;
    shares.count = (n + shares.whole - 1) / shares.whole;
  }
  return shares;
}

struct PrefixLaunches {
  /// Returns whether sample() precedes histogram(), which then counts only the digits of the prefix. Otherwise,
  /// sample() follows histogram().
  virtual bool decides_first(const Move& move, unsigned told) const = 0;
  /// Return the bytes of the table and of the lists.
  virtual std::uint64_t table_bytes() const = 0;
  virtual std::uint64_t list_bytes(std::uint64_t n) const = 0;
  /// Stores the start of the prefix in `tables.found`. The most significant digit in which keys differ is the end of
  /// the prefix if a block can sort the keys of each of its values. Otherwise, a sample of the keys that `move` reads
  /// decides. `bare` is true if there is no survey of the keys and every digit of the prefix has a pass.
  /// Neither the survey nor the bins are used if decides_first().
  virtual void sample(const Move& move, unsigned digits, bool bare, const PrefixTables& tables,
                      Stream stream) const = 0;
  /// Sorts keys that are already sorted by the bits from `tables.found->below` on by the lower bits.
  virtual void finish(const Move& move, const PrefixTables& tables, RangeSides sides, Stream stream) const = 0;
  /// Returns the shares of the blocks that sort several ranges each, or none if each range has a block.
  virtual std::optional<RangeShares> shares(const Move& move, const KeySurvey& found) const = 0;
  /// Returns the bytes of shared memory per block.
  virtual std::uint64_t shared_bytes(const Move& move) const = 0;
};

// SRTS (Merrill & Grimshaw, Revisiting Sorting for GPGPU Stream Architectures, 2010). Tables have one row for each of
// 2^bits digit values, and one column for each of `columns` blocks. The blocks share the tiles evenly. One block scans
// the table.

struct SrtsShares {
  std::uint64_t columns = 0, tiles_each = 0;
};

struct SrtsLaunches {
  virtual void count(const Move& move, const SrtsShares& shares, std::uint64_t* table, Stream stream) const = 0;
  virtual void scatter(const Move& move, const SrtsShares& shares, const std::uint64_t* table, Stream stream) const = 0;
};

// GRS (Bandyopadhyay & Sahni, GRS - GPU Radix Sort for Large Multifield Records, HiPC, 2010). Tables have one row for
// each of 2^bits digit values, and one column per tile. The whole device scans them. `ranks` has a 16-bit number per
// key.

struct GrsLaunches {
  virtual void rank(const Move& move, std::uint64_t* table, std::uint16_t* ranks, Stream stream) const = 0;
  virtual void move(const Move& move, const std::uint64_t* table, const std::uint16_t* ranks, Stream stream) const = 0;
};

}  // namespace texelsort::algorithms::radix
