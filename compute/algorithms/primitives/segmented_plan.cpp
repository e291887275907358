#include "compute/algorithms/primitives/segmented_plan.h"

#include <algorithm>

#include "compute/algorithms/primitives/compute_plan.h"
#include "compute/algorithms/primitives/step_schedule.h"
#include "compute/network/generators.h"

namespace texelsort::algorithms {

SegmentedPlan::SegmentedPlan(const SegmentedProblem& problem, const ComputeLimits& limits, std::uint32_t workgroup)
    : problem_(problem),
      limits_(limits),
      workgroup_(workgroup),
      plan_(plan_compute(Schedule(network::bitonic(std::min(problem.longest, problem.block))), limits)) {}

std::string SegmentedPlan::label(std::size_t pass) const {
  const PassHeader& header = plan_.schedule->passes[pass].header;
  return header.stage + ", " + header.label;
}

std::uint64_t SegmentedPlan::workgroup(std::size_t pass) const {
  return plan_.passes[pass].form == ComputeForm::tile ? 1u << (limits_.log2_tile - limits_.log2_keys) : workgroup_;
}

std::uint64_t SegmentedPlan::parts(std::size_t pass) const {
  return parts_of(plan_, plan_.passes[pass], problem_.longest, limits_);
}

std::uint64_t SegmentedPlan::sorted_before(std::size_t pass) const {
  return std::uint64_t{1} << plan_.schedule->passes[pass].header.stage_index;
}

void SegmentedPlan::apply(std::size_t pass, std::span<std::uint64_t> codes, std::span<std::uint64_t> payload,
                          std::span<const std::uint64_t> starts) const {
  for (std::uint64_t segment = 0; segment < problem_.segments; ++segment) {
    const std::uint64_t first = starts[segment], size = starts[segment + 1] - first;
    for (const auto& step : plan_.schedule->passes[pass].steps) {
      network::apply(*step, codes.subspan(first, size), payload.empty() ? payload : payload.subspan(first, size));
    }
  }
}

Counters SegmentedPlan::count(std::size_t pass, std::uint64_t keys) const {
  Counters counters;
  counters.dispatches = 1;
  counters.invocations = parts(pass) * problem_.segments;
  if (plan_.passes[pass].form == ComputeForm::tile) counters.invocations *= workgroup(pass);
  for (const auto& step : plan_.schedule->passes[pass].steps) {
    counters.comparators += problem_.segments * network::count_comparators(*step, problem_.longest);
  }
  counters.elements_read = keys;
  counters.bytes = 2 * keys * element_bytes(problem_.type, problem_.payload);
  return counters;
}

}  // namespace texelsort::algorithms
