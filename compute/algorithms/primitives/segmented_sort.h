#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compute/algorithms/networks/compute_plan.h"
#include "compute/algorithms/trace.h"
#include "compute/data/keys.h"
#include "compute/data/order.h"
#include "compute/gpu/executor.h"

namespace texelsort::algorithms {

/// Arrays one behind the other in a buffer: all of `quotient` keys, the first `remainder` of them of one more.
struct EvenSegments {
  std::uint64_t quotient = 0, remainder = 0;
};

/// What a SegmentedSort sorts, and how.
struct SegmentedProblem {
  data::KeyType type = data::KeyType::u32;
  data::Order order = data::Order::ascending;
  data::PayloadKind payload = data::PayloadKind::none;
  bool by_payload = false;             ///< equal keys go by their payloads
  std::uint64_t segments = 0;          ///< how many arrays
  std::uint64_t longest = 0;           ///< keys of an array at the most
  std::optional<EvenSegments> even{};  ///< nothing: a table on the device says where each begins
  std::uint64_t block =
      ~std::uint64_t{0};  ///< only aligned blocks of so many keys of each array are sorted: a power of two
};

/// Sorts many short arrays at once by bitonic merge sort: the passes that bitonic/compute takes for the longest of
/// them, each on all. An array that earlier passes have sorted already is left alone.
class SegmentedSort {
 public:
  /// Compiles. `limits.steps` is more than 1.
  SegmentedSort(gpu::Device& device, const SegmentedProblem& problem, const ComputeLimits& limits,
                std::uint32_t workgroup);

  std::size_t passes() const { return plan_.passes.size(); }
  /// False if only blocks get sorted.
  bool sorts_all() const { return problem_.block >= problem_.longest; }
  /// "stage 1 to stage 5, 15 steps".
  std::string label(std::size_t pass) const;

  /// One dispatch. `arrays` binds keys as block 0 and their payload, if any, as block 1; `starts`, if the segments are
  /// not even, holds their first places and the last one's end.
  void run(std::size_t pass, std::vector<gpu::BufferBinding> arrays, const gpu::BufferBinding* starts) const;

  /// The twin of a pass. `starts` as above.
  void apply(std::size_t pass, std::span<std::uint64_t> codes, std::span<std::uint64_t> payload,
             std::span<const std::uint64_t> starts) const;

  /// For `keys` keys in all segments: comparators of full arrays, and keys read and written once.
  Counters count(std::size_t pass, std::uint64_t keys) const;

 private:
  const gpu::Program& compile(std::size_t pass);
  std::uint64_t parts(std::size_t pass) const;
  std::uint64_t workgroup(std::size_t pass) const;
  /// Keys of the longest arrays that the passes before have sorted.
  std::uint64_t sorted_before(std::size_t pass) const;

  gpu::Device& device_;
  SegmentedProblem problem_;
  ComputeLimits limits_;
  std::uint32_t workgroup_;
  ComputePlan plan_;
  gpu::Buffer rounds_;
  std::vector<const gpu::Program*> programs_;
};

}  // namespace texelsort::algorithms
