#include "compute/algorithms/primitives/segmented_sort.h"

#include <algorithm>

#include "compute/algorithms/arrays/shader_keys.h"
#include "compute/algorithms/networks/network_run.h"
#include "compute/algorithms/networks/rounds.h"
#include "compute/algorithms/networks/uniform_names.h"
#include "compute/network/generators.h"

namespace texelsort::algorithms {

SegmentedSort::SegmentedSort(gpu::Device& device, const SegmentedProblem& problem, const ComputeLimits& limits,
                             std::uint32_t workgroup)
    : device_(device),
      problem_(problem),
      limits_(limits),
      workgroup_(workgroup),
      plan_(plan_compute(Schedule(network::bitonic(std::min(problem.longest, problem.block))), limits)) {
  for (std::size_t pass = 0; pass < passes(); ++pass) programs_.push_back(&compile(pass));
  const std::vector<std::uint32_t> words = round_words(plan_.rounds);
  rounds_ = gpu::Buffer(std::max<std::uint64_t>(words.size(), 1) * sizeof(std::uint32_t), "rounds");
  rounds_.write(0, std::as_bytes(std::span(words)));
}

const gpu::Program& SegmentedSort::compile(std::size_t pass) {
  const ComputePass& plan = plan_.passes[pass];
  gpu::Defines defines = key_defines(problem_.type, problem_.order, problem_.payload);
  defines["SEGMENTED"] = "1";
  if (!problem_.even) defines["STARTS"] = "1";
  if (problem_.by_payload) defines["BY_PAYLOAD"] = "1";
  defines["LOG2_KEYS"] = std::to_string(limits_.log2_keys);
  defines["WORKGROUP"] = std::to_string(workgroup(pass));
  const bool tiled = plan.form == ComputeForm::tile;
  const std::uint64_t block = tiled ? std::uint64_t{1} << limits_.log2_tile : block_of(plan_.rounds[plan.first_round]);
  const bool whole = problem_.even && problem_.even->remainder == 0 && problem_.even->quotient % block == 0;
  defines["WHOLE"] = whole ? "1" : "0";
  if (!tiled) {
    defines["ROUND"] = round_source(plan_.rounds[plan.first_round]);
    return device_.compute_program("networks/coset.comp", defines);
  }
  defines["TILE"] = std::to_string(block) + "u";
  if (const auto source = common_round_source(plan_, plan)) defines["ROUND"] = *source;
  return device_.compute_program("networks/tile.comp", defines);
}

std::string SegmentedSort::label(std::size_t pass) const {
  const PassHeader& header = plan_.schedule->passes[pass].header;
  return header.stage + ", " + header.label;
}

std::uint64_t SegmentedSort::workgroup(std::size_t pass) const {
  return plan_.passes[pass].form == ComputeForm::tile ? 1u << (limits_.log2_tile - limits_.log2_keys) : workgroup_;
}

std::uint64_t SegmentedSort::parts(std::size_t pass) const {
  const ComputePass& plan = plan_.passes[pass];
  if (plan.form == ComputeForm::tile) return ((problem_.longest - 1) >> limits_.log2_tile) + 1;
  return cosets_of(plan_.rounds[plan.first_round], problem_.longest, limits_.log2_keys);
}

std::uint64_t SegmentedSort::sorted_before(std::size_t pass) const {
  return std::uint64_t{1} << plan_.schedule->passes[pass].header.stage_index;
}

void SegmentedSort::run(std::size_t pass, std::vector<gpu::BufferBinding> arrays,
                        const gpu::BufferBinding* starts) const {
  const ComputePass& plan = plan_.passes[pass];
  gpu::DispatchCall call;
  call.program = programs_[pass];
  call.buffers = std::move(arrays);
  const std::uint64_t all_parts = parts(pass) * problem_.segments;
  call.uniforms = {{"segments", static_cast<std::uint32_t>(problem_.segments)},
                   {"parts", static_cast<std::uint32_t>(parts(pass))},
                   {"sorted", static_cast<std::uint32_t>(sorted_before(pass))}};
  if (problem_.even) {
    call.uniforms.push_back({"quotient", static_cast<std::uint32_t>(problem_.even->quotient)});
    call.uniforms.push_back({"remainder", static_cast<std::uint32_t>(problem_.even->remainder)});
  } else {
    call.buffers.push_back(*starts);
    call.buffers.back().binding = 3;
  }
  if (plan.form == ComputeForm::tile) {
    call.buffers.push_back({2, &rounds_});
    call.uniforms.push_back({"first_round", static_cast<std::uint32_t>(plan.first_round)});
    call.uniforms.push_back({"round_count", static_cast<std::uint32_t>(plan.rounds)});
    call.workgroups = static_cast<std::uint32_t>(all_parts);
  } else {
    const Round& round = plan_.rounds[plan.first_round];
    call.uniforms.insert(call.uniforms.end(), {{"reversed", round.reversed}, {"flip", 0u}, {"down", 0u}});
    static UniformNames bits("bits");
    for (std::size_t j = 0; j < round.bits.size(); ++j) call.uniforms.push_back({bits[j], 1u << round.bits[j]});
    call.workgroups = static_cast<std::uint32_t>((all_parts + workgroup_ - 1) / workgroup_);
  }
  device_.executor().dispatch(call);
}

void SegmentedSort::apply(std::size_t pass, std::span<std::uint64_t> codes, std::span<std::uint64_t> payload,
                          std::span<const std::uint64_t> starts) const {
  for (std::uint64_t segment = 0; segment < problem_.segments; ++segment) {
    const std::uint64_t first = starts[segment], size = starts[segment + 1] - first;
    for (const auto& step : plan_.schedule->passes[pass].steps) {
      network::apply(*step, codes.subspan(first, size), payload.empty() ? payload : payload.subspan(first, size));
    }
  }
}

Counters SegmentedSort::count(std::size_t pass, std::uint64_t keys) const {
  Counters counters;
  counters.dispatches = 1;
  counters.fragments = parts(pass) * problem_.segments;
  if (plan_.passes[pass].form == ComputeForm::tile) counters.fragments *= workgroup(pass);
  for (const auto& step : plan_.schedule->passes[pass].steps) {
    counters.comparators += problem_.segments * network::count_comparators(*step, problem_.longest);
  }
  counters.texels_fetched = keys;
  counters.bytes = 2 * keys * element_bytes(problem_.type, problem_.payload);
  return counters;
}

}  // namespace texelsort::algorithms
