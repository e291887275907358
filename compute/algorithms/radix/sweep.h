#pragma once

#include <cstddef>
#include <cstdint>

#include "compute/algorithms/radix/cuda_radix.h"

/// What Onesweep queues on a device, whoever holds the arrays.
namespace texelsort::algorithms {

/// Where in the table of Onesweep things stand, so that one command clears all: what was found of the keys, what a
/// sample of prefixes takes, tickets, bins, and the look-back's status; all digits' parts follow each other.
struct SweepLayout {
  std::uint64_t values, bins, portions;
  std::uint64_t status_words;  ///< of one digit
  std::uint64_t sample_from, tickets_from, bins_from, status_from, bytes;

  /// `sample_bytes`: see radix::PrefixLaunches::table_bytes().
  explicit SweepLayout(const CudaRadixPlan& plan, std::uint64_t sample_bytes = 0)
      : values(std::uint64_t{1} << plan.digit_bits),
        bins(plan.bins()),
        portions(plan.tiles() / plan.portion_tiles + 1),
        status_words(plan.tiles() * values),
        sample_from(aligned(sizeof(radix::KeySurvey))),
        tickets_from(sample_from + aligned(sample_bytes)),
        bins_from(tickets_from + aligned(sizeof(std::uint32_t) * plan.digits() * portions)),
        // One digit's more, for portions in turn.
        status_from(bins_from + aligned(sizeof(std::uint64_t) * (bins + values))),
        bytes(status_from + sizeof(std::uint32_t) * plan.digits() * status_words) {}

 private:
  static std::uint64_t aligned(std::uint64_t bytes) { return (bytes + 15) / 16 * 16; }
};

/// The tables of a plan, and the lists beside them if passes sort by a prefix; see radix::PrefixLaunches.
struct SweepTables {
  SweepLayout layout;
  std::uint64_t list_bytes = 0;

  explicit SweepTables(const CudaRadixPlan& plan);
  bool has_prefix() const { return list_bytes > 0; }
  std::uint64_t bytes() const { return layout.bytes + list_bytes; }
};

/// Onesweep's tables on a device, and what is queued there.
struct SweepQueue {
  const CudaRadixPlan& plan;
  const SweepLayout& layout;
  std::byte* table = nullptr;
  radix::Stream stream = nullptr;

  std::uint64_t* bins() const { return reinterpret_cast<std::uint64_t*>(table + layout.bins_from); }
  /// Where kernels note what the keys need.
  radix::KeySurvey* found() const { return reinterpret_cast<radix::KeySurvey*>(table); }
  /// Counts all digits of the keys that `move` reads; the table is zeroed first. `notes`: found(), or null where every
  /// digit is a pass.
  void count(const radix::Move& move, radix::KeySurvey* notes) const;
  /// Has a sample say where the prefix starts. `bare`: nothing else is noted.
  void sample(const radix::Move& move, bool bare) const;
  /// Scans the counts.
  void scan() const;
  /// Moves the keys by the digit of `move`; or does what is told, or what was found to be needed.
  void sweep(const radix::Move& move, const radix::KeySurvey* known,
             radix::SortStrategy way = radix::SortStrategy::sweep) const;
  /// Has blocks sort by the other digits.
  void finish(const radix::Move& move, void* lists, radix::RangeSides sides) const;
};

}  // namespace texelsort::algorithms
