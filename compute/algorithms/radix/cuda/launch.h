#pragma once

#include <cstdint>

#include "compute/algorithms/cuda/kernels/arrays.h"
#include "compute/algorithms/cuda/launches.h"
#include "compute/data/keys/keys.h"

/// Launches of the radix sorts' kernels: all that the host has to say to them. Pointers are the device's. Every
/// function throws what cuda::check() throws.
namespace texelsort::algorithms::radix {

using kernels::FieldArrays;
using kernels::Stream;

/// Threads of a block and items of each: a tile's keys are their product. Kernels exist for these only.
struct Shape {
  unsigned threads = 0, items = 0;
  bool operator==(const Shape&) const = default;
  constexpr std::uint64_t tile() const { return std::uint64_t{threads} * items; }
  constexpr std::uint64_t tiles(std::uint64_t n) const { return (n + tile() - 1) / tile(); }
};

/// The shapes that kernels exist for: of whole bytes (8-bit digits) or of any digits, for keys of 4 or 8 bytes.
inline constexpr Shape byte_shapes_32[] = {{256, 16}, {256, 32}, {384, 24}};
inline constexpr Shape byte_shapes_64[] = {{256, 16}, {384, 16}};
inline constexpr Shape digit_shapes[] = {{64, 16}, {256, 16}};

/// Larger ones of Onesweep alone: of keys of 4 bytes without and with a payload word, and of 8 bytes with either.
inline constexpr Shape alone_sweep_shape_32{512, 28}, paired_sweep_shape_32{512, 20}, sweep_shape_64{512, 16};

/// Bits of a digit that each thread can have counters for.
inline constexpr unsigned most_counted_bits = 4;

/// Throws InternalError: no kernel has this shape.
[[noreturn]] void refuse_shape(Shape shape);

/// What one pass moves, and by which digit.
struct Move {
  data::KeyType type = data::KeyType::u32;
  data::Order order = data::Order::ascending;
  std::uint64_t n = 0;
  std::uint64_t room = 0;  ///< keys that the blocks of a prefix's sort are chosen for
  unsigned shift = 0, bits = 8;
  Shape shape;
  bool counting = false;  ///< ranks by counters of each thread; for up to most_counted_bits bits
  const void* keys_in = nullptr;
  void* keys_out = nullptr;
  unsigned payload_bytes = 0;  ///< 0, 4 or 8 for each key
  const void* payload_in = nullptr;
  void* payload_out = nullptr;
  FieldArrays fields;  ///< instead of a payload, if there are any
};

// Onesweep (Adinets & Merrill, Onesweep: A Faster Least Significant Digit Radix Sort for GPUs, 2022).

/// Tiles of one launch at the most: look-back sums have 30 bits.
constexpr std::uint64_t onesweep_portion_tiles(Shape shape) {
  return ((std::uint64_t{1} << 30) - 1) / shape.tile();
}

/// What counting finds out of the keys besides: zero before.
struct KeySurvey {
  unsigned long long differing = 0;  ///< bits that are not the same in all codes
  unsigned falls = 0;                ///< not zero: a smaller code follows some code,
  unsigned stays = 0;                ///< an equal one,
  unsigned rises = 0;                ///< a larger one
  /// A sample's: digits below this bit have no pass, for blocks sort by them when the others' passes are over.
  unsigned below = 0;
};

/// How keys of which this is known are sorted: not at all, by turning the array round, by writing as many of each value
/// as there are, or digit by digit.
enum class SortStrategy : std::uint8_t { none, reverse, fill, sweep };
/// What goes with a key: a payload word, or a record's fields.
enum class Carried : std::uint8_t { nothing, word, fields };

constexpr SortStrategy sort_strategy(const KeySurvey& found, Carried carried, unsigned digit_bits) {
  if (found.falls == 0) return SortStrategy::none;
  const bool alone = carried == Carried::nothing;
  // Equal keys would change their order: none can tell but those that something goes with.
  const bool turns = found.rises == 0 && (alone || found.stays == 0);
  if (turns && carried != Carried::fields) return SortStrategy::reverse;
  if (!alone) return SortStrategy::sweep;
  unsigned long long digit = (1ull << digit_bits) - 1;
  while ((found.differing & digit) == 0) digit <<= digit_bits;
  return (found.differing & ~digit) == 0 ? SortStrategy::fill : SortStrategy::sweep;
}

/// How many of the digits below bit `shift` have no pass: all keys share them, or blocks sort by them.
constexpr unsigned unswept_digits(const KeySurvey& found, unsigned shift, unsigned digit_bits) {
  const unsigned long long digit = (1ull << digit_bits) - 1;
  unsigned unswept = 0;
  for (unsigned at = 0; at < shift; at += digit_bits) {
    unswept += at < found.below || (found.differing >> at & digit) == 0 ? 1 : 0;
  }
  return unswept;
}

struct OnesweepTables {
  std::uint64_t* bins = nullptr;       ///< of this digit, scanned; changed between portions
  unsigned* status = nullptr;          ///< a word for every digit of every tile, zero before
  unsigned* tickets = nullptr;         ///< one for each portion, zero before
  std::uint64_t* next_bins = nullptr;  ///< 2^bits, for the next portion
  std::uint64_t portion_tiles = 0;     ///< of a launch; no more than onesweep_portion_tiles()
  unsigned look_back_reads = 0;  ///< reads of a tile that has not counted its digits, before they are counted for it
  SortStrategy way = SortStrategy::sweep;  ///< what the pass does
  /// If any: instead of `way`, what these keys need of this digit's pass. The move's arrays are those after as many
  /// passes as there are digits of `digit_bits` before this one; the kernel takes them the other way round if it knows
  /// of fewer.
  const KeySurvey* found = nullptr;
  unsigned digit_bits = 8;
};

struct OnesweepLaunches {
  /// Bytes of shared memory that a block of any radix sort's kernel takes for this move.
  virtual std::uint64_t shared_bytes(const Move& move) const = 0;
  /// Adds to `bins` (2^bits of every digit of the keys, the first digit's first; zero before) how many keys have each.
  /// `found`: null, or where what else there is to know of the keys goes.
  virtual void histogram(const Move& move, unsigned digits, std::uint64_t* bins, KeySurvey* found,
                         Stream stream) const = 0;
  virtual void onesweep(const Move& move, const OnesweepTables& tables, Stream stream) const = 0;
};

struct BinLaunches {
  /// Scans each digit's counts.
  virtual void scan(unsigned digits, unsigned bits, std::uint64_t* bins, Stream stream) const = 0;
};

// Onesweep by a prefix of the keys, whose other bits blocks sort by.

/// A sample counts the keys of each prefix that ends with one of this many digits, the first of a key included.
inline constexpr unsigned most_prefixes = 5;

/// What a sample tells, and how far a prefix is to go.
struct PrefixSample {
  unsigned long long differing = 0;  ///< bits that are not the same in all of its codes
  unsigned most[most_prefixes]{};    ///< keys of one prefix of so many digits and one more, at the most
};

/// The bit from which on passes sort so that blocks can do the rest: ranges of keys with the same bits
/// from `start` on have `allowed(start)` keys of the sample at the most, and two passes are saved for the blocks, which
/// take as long as one and a half (H100, 2^24 and 2^26 keys: 1.1 of u64 to 1.5 of u32). 0 if there is no such bit.
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

/// Keys of the array for each of the sample: 256 if there are many, and so many that the sample has 2^19.
constexpr std::uint64_t sample_step(std::uint64_t n) {
  const std::uint64_t fine = n >> 12 == 0 ? 1 : n >> 12, coarse = n >> 19;
  const std::uint64_t step = fine < 256 ? fine : 256;
  return step < coarse ? coarse : step;
}

/// Which of two arrays keys with a prefix stand in, and where they go.
enum class RangeSides : std::uint8_t {
  named,   ///< as the move has it
  passed,  ///< the move's arrays are those after a pass for each digit, and the kernel looks how many there were
  kept,    ///< the same, but the keys go to where they would stand after all these passes
};

/// Keys between the places from which blocks with room for `capacity` look for the first range that is theirs: as
/// many as fill a block with what is left of the range before, if keys are even. Block k takes the ranges that
/// begin in the k-th of these tiles.
constexpr std::uint64_t range_tile(std::uint64_t n, const KeySurvey& found, unsigned capacity) {
  unsigned bits = 0;  // of the prefix that differ
  for (unsigned long long differing = found.differing >> found.below; differing != 0; differing >>= 1) ++bits;
  const std::uint64_t range = bits >= 32 ? 1 : (n >> bits) + 1;
  const std::uint64_t kept_free = range + range / 4 + 64, least = capacity / 4;
  return kept_free + least < capacity ? capacity - kept_free : least;
}

struct PrefixLaunches {
  /// Bytes of the table that both take, zero before, and of the lists of where ranges end and which are to be
  /// merged.
  virtual std::uint64_t table_bytes() const = 0;
  virtual std::uint64_t list_bytes(std::uint64_t n) const = 0;
  /// Draws a sample of the keys that `move` reads and notes where their prefix starts, or, if it is not 0, that it has
  /// `told` digits. `bare`: nothing else is found of the keys, and every other digit has a pass.
  virtual void sample(const Move& move, unsigned digits, unsigned told, bool bare, void* table, KeySurvey* found,
                      Stream stream) const = 0;
  /// Puts keys in order, of which those before `found->below` are.
  virtual void finish(const Move& move, const KeySurvey* found, void* table, void* lists, RangeSides sides,
                      Stream stream) const = 0;
  /// See range_tile().
  virtual std::uint64_t tile(const Move& move, const KeySurvey& found) const = 0;
  /// Bytes of shared memory that a block takes.
  virtual std::uint64_t shared_bytes(const Move& move) const = 0;
};

// SRTS (Merrill & Grimshaw, Revisiting Sorting for GPGPU Stream Architectures, 2010). Tables have a row for each of
// 2^bits digits and an element for each of `columns` blocks, which share the tiles evenly; one block scans them.

struct SrtsShares {
  std::uint64_t columns = 0, tiles_each = 0;
};

struct SrtsLaunches {
  virtual void count(const Move& move, const SrtsShares& shares, std::uint64_t* table, Stream stream) const = 0;
  virtual void scatter(const Move& move, const SrtsShares& shares, const std::uint64_t* table, Stream stream) const = 0;
};

// GRS (Bandyopadhyay & Sahni, GRS - GPU Radix Sort for Large Multifield Records, HiPC, 2010). Tables have a row for
// each of 2^bits digits and an element for each tile, and the whole device scans them; `ranks` has a 16-bit number for
// each key.

struct GrsLaunches {
  virtual void rank(const Move& move, std::uint64_t* table, std::uint16_t* ranks, Stream stream) const = 0;
  virtual void move(const Move& move, const std::uint64_t* table, const std::uint16_t* ranks, Stream stream) const = 0;
};

}  // namespace texelsort::algorithms::radix
