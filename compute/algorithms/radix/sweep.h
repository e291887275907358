#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "compute/algorithms/radix/cuda_radix.h"

/// Launches of Onesweep's kernels on a device. The callers own the arrays.
namespace texelsort::algorithms {

/// Layout of Onesweep's table: the survey of the keys, the sample of prefixes, tickets, bins, and the look-back's
/// status words. One allocation holds all parts, so that one command clears them. Each part is contiguous and covers
/// all digits.
struct SweepLayout {
  std::uint64_t values, bins, portions;
  std::uint64_t status_words;  ///< number of status words per digit
  std::uint64_t sample_from, tickets_from, bins_from, status_from, bytes;

  /// Computes the layout for a plan. `sample_bytes` is the result of radix::PrefixLaunches::table_bytes().
  explicit SweepLayout(const CudaRadixPlan& plan, std::uint64_t sample_bytes = 0)
      : values(std::uint64_t{1} << plan.digit_bits),
        bins(plan.bins()),
        portions(plan.tiles() / plan.portion_tiles + 1),
        status_words(plan.tiles() * values),
        sample_from(aligned(sizeof(radix::KeySurvey))),
        tickets_from(sample_from + aligned(sample_bytes)),
        bins_from(tickets_from + aligned(sizeof(std::uint32_t) * plan.digits() * portions)),
        // additional space for one digit, because a portion writes the bins of the next portion elsewhere
        status_from(bins_from + aligned(sizeof(std::uint64_t) * (bins + values))),
        bytes(status_from + sizeof(std::uint32_t) * plan.digits() * status_words) {}

 private:
  /// Rounds up to 128 bytes, which a warp reads at once from the status words. Otherwise the look-back reads 5 sectors
  /// of 32 bytes instead of 4, and Onesweep needs 1.026 times as long for 2^28 u32 keys (H200).
  static std::uint64_t aligned(std::uint64_t bytes) { return (bytes + 127) / 128 * 128; }
};

/// Sizes of the device memory that a plan needs: the table, and lists if passes sort by a prefix (see
/// radix::PrefixLaunches).
struct SweepTables {
  SweepLayout layout;
  std::uint64_t list_bytes = 0;

  explicit SweepTables(const CudaRadixPlan& plan);
  bool has_prefix() const { return list_bytes > 0; }
  std::uint64_t bytes() const { return layout.bytes + list_bytes; }
};

/// Queue of Onesweep's launches on a device. The launches use the tables of the layout.
struct SweepQueue {
  const CudaRadixPlan& plan;
  const SweepLayout& layout;
  std::byte* table = nullptr;
  radix::Stream stream = nullptr;

  std::uint64_t* bins() const { return reinterpret_cast<std::uint64_t*>(table + layout.bins_from); }
  /// Returns the device address of the survey of the keys, which kernels write.
  radix::KeySurvey* found() const { return reinterpret_cast<radix::KeySurvey*>(table); }
  /// Returns whether the prefix is chosen before the digits are counted. Then only the digits of the prefix are
  /// counted.
  bool decides_first() const;
  /// Zeroes the table, counts the digits of the keys that `move` reads, and chooses the start of the prefix if the plan
  /// has one. Also surveys the keys if `notes` is found(). It is null if every digit, or every digit of the prefix,
  /// needs a pass. Calls `chosen`, if it is not empty, when the launch that chooses the prefix is queued and
  /// decides_first() is true.
  void count(const radix::Move& move, radix::KeySurvey* notes, const std::function<void()>& chosen = {}) const;
  /// Scans the counts of all digits.
  void scan() const;
  /// Moves the keys by the digit of `move`. The survey `known` chooses how. If it is null, `way` is the strategy.
  /// `first` is the start of the digit of the first launch of the sort, which also reverses the keys if needed.
  void sweep(const radix::Move& move, const radix::KeySurvey* known,
             radix::SortStrategy way = radix::SortStrategy::sweep, unsigned first = 0) const;
  /// Sorts each range of keys with the same prefix by the digits after the prefix. Each block sorts several ranges.
  void finish(const radix::Move& move, void* lists, radix::RangeSides sides) const;

 private:
  void sample(const radix::Move& move, bool bare) const;
  radix::PrefixTables prefix_tables(void* lists) const;
};

}  // namespace texelsort::algorithms
