#pragma once

#include <vector>

#include "compute/algorithms/primitives/round_program.h"
#include "compute/algorithms/primitives/segmented_plan.h"

namespace texelsort::algorithms {

/// Executes the passes of a SegmentedPlan by compute shaders.
class SegmentedSort : public SegmentedPlan {
 public:
  /// Plans the passes and compiles their shaders.
  SegmentedSort(gpu::Device& device, const SegmentedProblem& problem, const ComputeLimits& limits,
                std::uint32_t workgroup);

  /// Executes a pass by one dispatch. `arrays` binds the keys as block 0 and, if there is one, the payload as block 1.
  /// `starts` has the start of each segment, and the end of the last. It may be null if the segments are even.
  void run(std::size_t pass, const std::vector<gpu::BufferBinding>& arrays, const gpu::BufferBinding* starts);

 private:
  gpu::Buffer rounds_;
  std::vector<RoundProgram> programs_;  ///< shader programs, one per pass
};

}  // namespace texelsort::algorithms
