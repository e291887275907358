#pragma once

#include <cstddef>
#include <cstdint>

#include "compute/algorithms/radix/cuda.h"

/// What Onesweep queues on a device, whoever holds the arrays.
namespace texelsort::algorithms {

/// Where in the table of Onesweep things stand, so that one command clears all: what was found of the keys, tickets,
/// bins, and the look-back's status; all digits' parts follow each other.
struct SweepLayout {
  std::uint64_t values, bins, portions;
  std::uint64_t status_words;  ///< of one digit
  std::uint64_t tickets_from, bins_from, status_from, bytes;

  explicit SweepLayout(const CudaRadixPlan& plan)
      : values(std::uint64_t{1} << plan.digit_bits),
        bins(plan.bins()),
        portions(plan.tiles() / plan.portion_tiles + 1),
        status_words(plan.tiles() * values),
        tickets_from(aligned(sizeof(radix::SweepFound))),
        bins_from(tickets_from + aligned(sizeof(std::uint32_t) * plan.digits() * portions)),
        // One digit's more, for portions in turn.
        status_from(bins_from + aligned(sizeof(std::uint64_t) * (bins + values))),
        bytes(status_from + sizeof(std::uint32_t) * plan.digits() * status_words) {}

 private:
  static std::uint64_t aligned(std::uint64_t bytes) { return (bytes + 15) / 16 * 16; }
};

/// Onesweep's tables on a device, and what is queued there. `found`: where the kernels note what the keys need; null
/// where every digit is a pass.
struct SweepQueue {
  const CudaRadixPlan& plan;
  const SweepLayout& layout;
  std::byte* table = nullptr;
  radix::Stream stream = nullptr;

  std::uint64_t* bins() const { return reinterpret_cast<std::uint64_t*>(table + layout.bins_from); }
  /// Counts all digits of the keys that `move` reads; the table is zeroed first.
  void count(const radix::Move& move, radix::SweepFound* found) const;
  /// Scans the counts.
  void scan() const;
  /// Moves the keys by the digit of `move`; or does what is told, or what was found to be needed.
  void sweep(const radix::Move& move, const radix::SweepFound* found,
             radix::SweepWay way = radix::SweepWay::sweep) const;
};

}  // namespace texelsort::algorithms
