#include "compute/algorithms/radix/compute.h"

#include "compute/algorithms/arrays/host_arrays.h"

namespace texelsort::algorithms {

DigitProgram& DigitProgram::digit(const DigitPass& digit) {
  return set("shift", digit.shift)
      .set("bits", digit.bits)
      .set("columns", digit.columns)
      .set("column_keys", digit.column_keys);
}

DigitProgram& DigitProgram::arrays(const PingPongBuffers& arrays) {
  return bind(arrays.bindings()).bind(5, arrays.front().keys().binding(5));  // the front's keys once more, by uvec4
}

ComputeRadixRun::ComputeRadixRun(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                 const ComputeRadixPlan& plan)
    : ComputeRun(device, problem),
      plan_(plan),
      table_(add_table(4 * plan.table_elements(), "table")),
      ranks_(plan.ranks ? &add_table(4 * plan.rank_words(), "ranks") : nullptr),
      scan_(device, plan.table_elements()),
      count_(device, plan.shader(plan.counting()), plan.defines(plan.counting(), problem->order)),
      move_(device, plan.shader(plan.moving()), plan.defines(plan.moving(), problem->order)) {
  const DigitSizes sizes{
      .count = 4, .rank = plan.ranks ? 4u : 0u, .invocations = std::uint64_t{plan.workgroups()} * plan.workgroup};
  for (Pass& pass : digit_passes(plan_, sizes, *this)) add_pass(std::move(pass));
  rewind();
}

void ComputeRadixRun::dispatch(DigitProgram& program, const DigitPass& digit) {
  program.n(n()).digit(digit).arrays(arrays()).table(table_);
  if (ranks_ != nullptr) program.ranks(*ranks_);
  program.dispatch(plan_.workgroups(), plan_.rounds());
}

void ComputeRadixRun::move(const DigitPass& digit) {
  dispatch(move_, digit);
  swap();
}

Counters ComputeRadixRun::scan_cost(const DigitPass& digit) const {
  Counters counters;
  counters.dispatches = scan_.dispatches(table_elements(digit));
  counters.texels_fetched = table_elements(digit);
  counters.bytes = ExclusiveScan::bytes(table_elements(digit));
  return counters;
}

std::vector<View> ComputeRadixRun::table_views() const {
  if (passes_done() == 0) return {};
  const std::uint64_t last = passes_done() - 1;
  const DigitPass digit = plan_.digit(last / 3);
  std::vector<View> views{
      table_view(digit_table(plan_, last), data::KeyType::u32, table_elements(digit), digit.columns, table_)};
  if (ranks_ != nullptr) {
    views.push_back(table_view(tables::DigitRanks{}, data::KeyType::u32, n(), shown_width(n()), *ranks_));
  }
  return views;
}

}  // namespace texelsort::algorithms
