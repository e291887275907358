#pragma once

#include <vector>

#include "compute/algorithms/primitives/round_program.h"
#include "compute/algorithms/primitives/segmented_plan.h"

namespace texelsort::algorithms {

/// Executes a SegmentedPlan by compute shaders.
class SegmentedSort : public SegmentedPlan {
 public:
  /// Compiles the shaders.
  SegmentedSort(gpu::Device& device, const SegmentedProblem& problem, const ComputeLimits& limits,
                std::uint32_t workgroup);

  /// Runs one dispatch. `arrays` binds keys as block 0 and their payload, if any, as block 1. `starts` holds the start
  /// of each segment and the end of the last, if the segments are not even.
  void run(std::size_t pass, const std::vector<gpu::BufferBinding>& arrays, const gpu::BufferBinding* starts);

 private:
  gpu::Buffer rounds_;
  std::vector<RoundProgram> programs_;  ///< one per pass
};

}  // namespace texelsort::algorithms
