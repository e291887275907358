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

/// Consecutive arrays of almost equal length in a buffer. Each array has `quotient` keys, and the first `remainder`
/// arrays have one more.
struct EvenSegments {
  std::uint64_t quotient = 0, remainder = 0;
};

/// Problem of a segmented sort, which sorts many arrays separately.
struct SegmentedProblem {
  data::KeyType type = data::KeyType::u32;
  data::Order order = data::Order::ascending;
  data::PayloadKind payload = data::PayloadKind::none;
  bool by_payload = false;     ///< true if the payload breaks ties between equal keys
  std::uint64_t segments = 0;  ///< number of arrays
  std::uint64_t longest = 0;   ///< maximum number of keys per array
  /// lengths of the arrays; null if only the device knows them, in a table of starts
  std::optional<EvenSegments> even{};
  /// If blocks of the arrays are sorted separately, the number of keys per block, a power of two.
  std::uint64_t block = ~std::uint64_t{0};
};

/// Passes that sort many short arrays at once by bitonic merge sort, on any backend. Each pass of bitonic/compute for
/// the longest array is applied to all arrays. A pass skips an array that earlier passes have already sorted.
class SegmentedPlan {
 public:
  /// Plans the passes. `limits.steps` must be more than 1. `workgroup` is the number of threads per block in passes
  /// without shared memory.
  SegmentedPlan(const SegmentedProblem& problem, const ComputeLimits& limits, std::uint32_t workgroup);

  const SegmentedProblem& problem() const { return problem_; }
  const ComputeLimits& limits() const { return limits_; }
  std::size_t passes() const { return plan_.passes.size(); }
  const ComputePlan& plan() const { return plan_; }
  /// Returns true if the plan sorts each array as a whole. Returns false if it sorts only aligned blocks within arrays.
  bool sorts_all() const { return problem_.block >= problem_.longest; }
  /// Returns the label of a pass: "stage 1 to stage 5, 15 steps".
  std::string label(std::size_t pass) const;

  /// Returns the number of tiles or cosets of the longest array in a pass.
  std::uint64_t parts(std::size_t pass) const;
  /// Returns the number of threads per block, which share memory.
  std::uint64_t workgroup(std::size_t pass) const;
  /// Returns the maximum length of the arrays that are already sorted before the pass.
  std::uint64_t sorted_before(std::size_t pass) const;

  /// Executes a pass on the CPU, as its reference implementation. `starts` has the start of each array, and the end of
  /// the last.
  void apply(std::size_t pass, std::span<std::uint64_t> codes, std::span<std::uint64_t> payload,
             std::span<const std::uint64_t> starts) const;

  /// Returns the cost of a pass for `keys` keys in all arrays together: the comparators of full arrays, and one read
  /// and one write per key.
  Counters count(std::size_t pass, std::uint64_t keys) const;

 private:
  SegmentedProblem problem_;
  ComputeLimits limits_;
  std::uint32_t workgroup_;
  ComputePlan plan_;
};

}  // namespace texelsort::algorithms
