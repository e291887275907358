#include "compute/algorithms/primitives/segmented_sort.h"

#include <algorithm>

#include "compute/algorithms/arrays/shader_keys.h"
#include "compute/algorithms/primitives/compute_plan.h"

namespace texelsort::algorithms {

SegmentedSort::SegmentedSort(gpu::Device& device, const SegmentedProblem& problem, const ComputeLimits& limits,
                             std::uint32_t workgroup)
    : SegmentedPlan(problem, limits, workgroup), device_(device) {
  for (std::size_t pass = 0; pass < passes(); ++pass) programs_.push_back(&compile(pass));
  const std::vector<std::uint32_t> words = round_words(plan().rounds);
  rounds_ = gpu::Buffer(std::max<std::uint64_t>(words.size(), 1) * sizeof(std::uint32_t), "rounds");
  rounds_.write(0, std::as_bytes(std::span(words)));
}

const gpu::Program& SegmentedSort::compile(std::size_t pass) {
  const ComputePass& one = plan().passes[pass];
  gpu::Defines defines = key_defines(problem().type, problem().order, problem().payload);
  defines["SEGMENTED"] = "1";
  if (!problem().even) defines["STARTS"] = "1";
  if (problem().by_payload) defines["BY_PAYLOAD"] = "1";
  defines["LOG2_KEYS"] = std::to_string(limits().log2_keys);
  defines["WORKGROUP"] = std::to_string(workgroup(pass));
  const bool tiled = one.form == ComputeForm::tile;
  const std::uint64_t block = tiled ? std::uint64_t{1} << limits().log2_tile : block_of(plan().rounds[one.first_round]);
  const bool whole = problem().even && problem().even->remainder == 0 && problem().even->quotient % block == 0;
  defines["WHOLE"] = whole ? "1" : "0";
  if (!tiled) {
    defines["ROUND"] = round_source(plan().rounds[one.first_round]);
    return device_.compute_program("primitives/coset.comp", defines);
  }
  defines["TILE"] = std::to_string(block) + "u";
  if (const auto source = common_round_source(plan(), one)) defines["ROUND"] = *source;
  return device_.compute_program("primitives/tile.comp", defines);
}

void SegmentedSort::run(std::size_t pass, std::vector<gpu::BufferBinding> arrays,
                        const gpu::BufferBinding* starts) const {
  const ComputePass& one = plan().passes[pass];
  gpu::DispatchCall call;
  call.program = programs_[pass];
  call.buffers = std::move(arrays);
  const std::uint64_t all_parts = parts(pass) * problem().segments;
  call.uniforms = {{"segments", static_cast<std::uint32_t>(problem().segments)},
                   {"parts", static_cast<std::uint32_t>(parts(pass))},
                   {"sorted", static_cast<std::uint32_t>(sorted_before(pass))}};
  if (problem().even) {
    call.uniforms.push_back({"quotient", static_cast<std::uint32_t>(problem().even->quotient)});
    call.uniforms.push_back({"remainder", static_cast<std::uint32_t>(problem().even->remainder)});
  } else {
    call.buffers.push_back(*starts);
    call.buffers.back().binding = 3;
  }
  if (one.form == ComputeForm::tile) {
    call.buffers.push_back({2, &rounds_});
    call.uniforms.push_back({"first_round", static_cast<std::uint32_t>(one.first_round)});
    call.uniforms.push_back({"round_count", static_cast<std::uint32_t>(one.rounds)});
    call.workgroups = static_cast<std::uint32_t>(all_parts);
  } else {
    const Round& round = plan().rounds[one.first_round];
    call.uniforms.insert(call.uniforms.end(), {{"reversed", round.reversed}, {"flip", 0u}, {"down", 0u}});
    call.uniforms.push_back({"bits", bit_words(round)});
    call.workgroups = static_cast<std::uint32_t>((all_parts + workgroup(pass) - 1) / workgroup(pass));
  }
  if (one.loop_rounds > 0) call.rounds = one.loop_rounds;
  device_.executor().dispatch(call);
}

}  // namespace texelsort::algorithms
