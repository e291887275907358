#include "compute/algorithms/primitives/segmented_sort.h"

#include "compute/algorithms/arrays/shader_keys.h"

namespace texelsort::algorithms {

SegmentedSort::SegmentedSort(gpu::Device& device, const SegmentedProblem& problem, const ComputeLimits& limits,
                             std::uint32_t workgroup)
    : SegmentedPlan(problem, limits, workgroup), rounds_(word_buffer(device, round_words(plan().rounds), "rounds")) {
  RoundProgram::Form form{key_defines(problem.type, problem.order, problem.payload), limits, workgroup};
  form.defines["SEGMENTED"] = "1";
  if (!problem.even) form.defines["STARTS"] = "1";
  if (problem.by_payload) form.defines["BY_PAYLOAD"] = "1";
  if (problem.even && problem.even->remainder == 0) form.size = problem.even->quotient;
  for (const ComputePass& pass : plan().passes) programs_.emplace_back(device, plan(), pass, form);
}

void SegmentedSort::run(std::size_t pass, const std::vector<gpu::BufferBinding>& arrays,
                        const gpu::BufferBinding* starts) {
  RoundProgram& program = programs_[pass];
  program.arrays(arrays).segments(problem().segments, parts(pass)).sorted(sorted_before(pass));
  if (const auto& even = problem().even) {
    program.even(even->quotient, even->remainder);
  } else {
    program.starts(*starts);
  }
  program.run(parts(pass) * problem().segments, rounds_);
}

}  // namespace texelsort::algorithms
