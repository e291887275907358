#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/primitives/compute_plan.h"
#include "compute/data/keys/keys.h"
#include "compute/data/keys/order.h"

namespace texelsort::algorithms {

/// Consecutive arrays in a buffer. Each has `quotient` keys, and the first `remainder` arrays have one more.
struct EvenSegments {
  std::uint64_t quotient = 0, remainder = 0;
};

/// Problem and variant of a segmented sort.
struct SegmentedProblem {
  data::KeyType type = data::KeyType::u32;
  data::Order order = data::Order::ascending;
  data::PayloadKind payload = data::PayloadKind::none;
  bool by_payload = false;                  ///< ties are broken by payload
  std::uint64_t segments = 0;               ///< number of arrays
  std::uint64_t longest = 0;                ///< upper bound of the keys per array
  std::optional<EvenSegments> even{};       ///< null: a device table contains the starts
  std::uint64_t block = ~std::uint64_t{0};  ///< sort only aligned blocks of that many keys, a power of two
};

/// Passes that sort many short arrays at once by bitonic merge sort, on any backend. They are the passes of
/// bitonic/compute for the longest array, each applied to all arrays. An array that earlier passes have already sorted
/// is skipped.
class SegmentedPlan {
 public:
  /// `limits.steps` is more than 1. `workgroup`: threads per block in passes without shared memory.
  SegmentedPlan(const SegmentedProblem& problem, const ComputeLimits& limits, std::uint32_t workgroup);

  const SegmentedProblem& problem() const { return problem_; }
  const ComputeLimits& limits() const { return limits_; }
  std::size_t passes() const { return plan_.passes.size(); }
  const ComputePlan& plan() const { return plan_; }
  /// Returns false if only blocks are sorted.
  bool sorts_all() const { return problem_.block >= problem_.longest; }
  /// Describes a pass: "stage 1 to stage 5, 15 steps".
  std::string label(std::size_t pass) const;

  /// Returns the tiles, or cosets, of the longest array.
  std::uint64_t parts(std::size_t pass) const;
  /// Returns the threads that share one block's memory.
  std::uint64_t workgroup(std::size_t pass) const;
  /// Returns the length up to which arrays are already sorted before the pass.
  std::uint64_t sorted_before(std::size_t pass) const;

  /// Reference implementation of a pass. `starts`: start of each array, and the end of the last.
  void apply(std::size_t pass, std::span<std::uint64_t> codes, std::span<std::uint64_t> payload,
             std::span<const std::uint64_t> starts) const;

  /// Counts the cost for `keys` keys in all segments: comparators of full arrays, and one read and write per key.
  Counters count(std::size_t pass, std::uint64_t keys) const;

 private:
  SegmentedProblem problem_;
  ComputeLimits limits_;
  std::uint32_t workgroup_;
  ComputePlan plan_;
};

}  // namespace texelsort::algorithms
