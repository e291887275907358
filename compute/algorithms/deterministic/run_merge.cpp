#include "compute/algorithms/deterministic/run_merge.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "compute/algorithms/arrays/shader_keys.h"
#include "compute/algorithms/networks/rounds.h"

namespace texelsort::algorithms {

RunMerge::RunMerge(gpu::Device& device, const Problem& problem, const BucketPlan& plan,
                   const deterministic::Settings& settings, Of what)
    : device_(device),
      plan_(plan),
      what_(what),
      ways_(settings.ways),
      workgroup_(settings.workgroup),
      element_bytes_(element_bytes(problem.type(), problem.payload)),
      longest_(what == Of::sublists ? plan.longest_sublist() : plan.sublists) {
  for (std::uint64_t w = what == Of::sublists ? settings.block() : 1; w < longest_; w *= ways_) widths_.push_back(w);
  gpu::Defines defines = key_defines(problem.type(), problem.order, problem.payload);
  defines["WORKGROUP"] = std::to_string(workgroup_);
  defines["WAYS"] = std::to_string(ways_);
  defines["EACH_WAY"] = fmt::format("EACH_{}", ways_);
  if (what == Of::buckets) defines["BUCKETS"] = "1";
  if (passes() > 0) program_ = &device.compute_program("sample/deterministic_merge.comp", defines);
}

std::uint64_t RunMerge::longest_merge(Of what, const BucketPlan& plan) {
  return what == Of::sublists ? plan.longest_sublist() : plan.largest_bucket();
}

std::string RunMerge::label(std::size_t pass) const {
  const std::uint64_t width = widths_[pass];
  if (what_ == Of::sublists) return fmt::format("merge runs of {} by {}", width, ways_);
  return fmt::format("merge runs of {} sublist{} by {}", width, width > 1 ? "s" : "", ways_);
}

std::uint64_t RunMerge::groups(std::size_t pass) const {
  return (longest_ - 1) / (widths_[pass] * ways_) + 1;
}

void RunMerge::run(std::size_t pass, std::vector<gpu::BufferBinding> arrays, std::vector<gpu::Uniform> uniforms,
                   const gpu::BufferBinding* starts) const {
  gpu::DispatchCall call;
  call.program = program_;
  call.buffers = std::move(arrays);
  if (starts != nullptr) {
    call.buffers.push_back(*starts);
    call.buffers.back().binding = 5;
  }
  call.uniforms = std::move(uniforms);
  call.uniforms.push_back({"width", static_cast<std::uint32_t>(widths_[pass])});
  call.uniforms.push_back({"groups", static_cast<std::uint32_t>(groups(pass))});
  call.workgroups = static_cast<std::uint32_t>((segments() * groups(pass) + workgroup_ - 1) / workgroup_);
  call.rounds = longest_merge(what_, plan_);
  device_.executor().dispatch(call);
}

std::vector<std::uint64_t> RunMerge::merged_starts(std::size_t pass, std::span<const std::uint64_t> starts) const {
  const std::uint64_t merged = widths_[pass] * ways_;
  const auto sublists = plan_.sublist_starts();
  std::vector<std::uint64_t> result;
  for (std::uint64_t segment = 0; segment < segments(); ++segment) {
    for (std::uint64_t from = 0; from < longest_; from += merged) {
      result.push_back(what_ == Of::buckets ? starts[segment * plan_.sublists + from]
                                            : std::min(sublists[segment] + from, sublists[segment + 1]));
    }
  }
  result.push_back(plan_.n);
  return result;
}

Counters RunMerge::count(std::size_t pass) const {
  Counters counters;
  counters.dispatches = 1;
  counters.fragments = segments() * groups(pass);
  counters.texels_fetched = plan_.n;
  counters.bytes = 2 * plan_.n * element_bytes_;
  return counters;
}

}  // namespace texelsort::algorithms
