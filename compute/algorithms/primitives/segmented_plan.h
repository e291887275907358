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

/// Arrays one behind the other in a buffer: all of `quotient` keys, the first `remainder` of them of one more.
struct EvenSegments {
  std::uint64_t quotient = 0, remainder = 0;
};

/// What a segmented sort sorts, and how.
struct SegmentedProblem {
  data::KeyType type = data::KeyType::u32;
  data::Order order = data::Order::ascending;
  data::PayloadKind payload = data::PayloadKind::none;
  bool by_payload = false;             ///< equal keys go by their payloads
  std::uint64_t segments = 0;          ///< how many arrays
  std::uint64_t longest = 0;           ///< keys of an array at the most
  std::optional<EvenSegments> even{};  ///< nothing: a table on the device says where each begins
  std::uint64_t block =
      ~std::uint64_t{0};  ///< only aligned blocks of that many keys of each array are sorted: a power of two
};

/// The passes that sort many short arrays at once by bitonic merge sort, whoever executes them: those that
/// bitonic/compute takes for the longest array, each on all. An array that earlier passes have sorted already is left
/// alone.
class SegmentedPlan {
 public:
  /// `limits.steps` is more than 1; `workgroup`: threads of a block in passes without shared memory.
  SegmentedPlan(const SegmentedProblem& problem, const ComputeLimits& limits, std::uint32_t workgroup);

  const SegmentedProblem& problem() const { return problem_; }
  const ComputeLimits& limits() const { return limits_; }
  std::size_t passes() const { return plan_.passes.size(); }
  const ComputePlan& plan() const { return plan_; }
  /// False if only blocks get sorted.
  bool sorts_all() const { return problem_.block >= problem_.longest; }
  /// "stage 1 to stage 5, 15 steps".
  std::string label(std::size_t pass) const;

  /// Tiles, or cosets, of the longest array.
  std::uint64_t parts(std::size_t pass) const;
  /// Threads that share one block's memory.
  std::uint64_t workgroup(std::size_t pass) const;
  /// Keys of the longest arrays that the passes before have sorted.
  std::uint64_t sorted_before(std::size_t pass) const;

  /// The reference of a pass. `starts`: where each array begins, and the last one's end.
  void apply(std::size_t pass, std::span<std::uint64_t> codes, std::span<std::uint64_t> payload,
             std::span<const std::uint64_t> starts) const;

  /// For `keys` keys in all segments: comparators of full arrays, and keys read and written once.
  Counters count(std::size_t pass, std::uint64_t keys) const;

 private:
  SegmentedProblem problem_;
  ComputeLimits limits_;
  std::uint32_t workgroup_;
  ComputePlan plan_;
};

}  // namespace texelsort::algorithms
