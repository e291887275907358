#include "compute/measure/blocks.h"

#include <algorithm>
#include <functional>

namespace texelsort::measure {

namespace {

std::vector<double> relative_times(const Blocks& blocks) {
  std::vector<double> relative;
  std::ranges::transform(blocks.p5_ms, blocks.control_p5_ms, std::back_inserter(relative), std::divides());
  return relative;
}

bool has_control(const Blocks& blocks) {
  return !blocks.p5_ms.empty() && blocks.control_p5_ms.size() == blocks.p5_ms.size();
}

}  // namespace

BlockComparison compare_blocks(const Blocks& before, const Blocks& after, double tolerance) {
  BlockComparison result{.ratio = ratio_of(after.p5_ms, before.p5_ms)};
  result.has_control = has_control(before) && has_control(after);
  if (!result.has_control) return result;
  result.relative = ratio_of(relative_times(after), relative_times(before));
  result.control = ratio_of(after.control_p5_ms, before.control_p5_ms);
  const Verdict machine = verdict_of(result.control, tolerance / 2);
  result.machine_changed = machine == Verdict::faster || machine == Verdict::slower;
  const Verdict verdict = verdict_of(result.ratio, tolerance);
  if (!result.machine_changed && verdict == verdict_of(result.relative, tolerance)) result.verdict = verdict;
  return result;
}

std::span<const double> paired_values(std::span<const double> block_ms, std::span<const double> samples_ms) {
  return block_ms.size() >= least_for_interval ? block_ms : samples_ms;
}

}  // namespace texelsort::measure
