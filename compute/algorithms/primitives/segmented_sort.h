#pragma once

#include <vector>

#include "compute/algorithms/primitives/round_program.h"
#include "compute/algorithms/primitives/segmented_plan.h"

namespace texelsort::algorithms {

/// A SegmentedPlan as compute shaders.
class SegmentedSort : public SegmentedPlan {
 public:
  /// Compiles.
  SegmentedSort(gpu::Device& device, const SegmentedProblem& problem, const ComputeLimits& limits,
                std::uint32_t workgroup);

  /// One dispatch. `arrays` binds keys as block 0 and their payload, if any, as block 1; `starts`, if the segments are
  /// not even, holds their first places and the last one's end.
  void run(std::size_t pass, const std::vector<gpu::BufferBinding>& arrays, const gpu::BufferBinding* starts);

 private:
  gpu::Buffer rounds_;
  std::vector<RoundProgram> programs_;  ///< one for each pass
};

}  // namespace texelsort::algorithms
