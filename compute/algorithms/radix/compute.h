#pragma once

#include "compute/algorithms/arrays/compute_run.h"
#include "compute/algorithms/primitives/exclusive_scan.h"
#include "compute/algorithms/radix/compute_plan.h"
#include "compute/gpu/compute_program.h"

namespace texelsort::algorithms {

/// count.comp, rank.comp, move.comp and scatter.comp, and their serial forms: one pass over a digit.
class DigitProgram : public gpu::ComputeProgram<DigitProgram> {
 public:
  using ComputeProgram::ComputeProgram;
  DigitProgram& digit(const DigitPass& digit);
  DigitProgram& arrays(const PingPongBuffers& arrays);
  DigitProgram& table(const GuardedBuffer& table) { return bind(4, table.binding(4)); }
  DigitProgram& ranks(const GuardedBuffer& ranks) { return bind(6, ranks.binding(6)); }
  DigitProgram& n(std::uint64_t keys) { return set("n", keys); }
};

/// SRTS and GRS by the shaders of a plan.
class ComputeRadixRun final : public ComputeRun, private DigitSteps {
 public:
  ComputeRadixRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const ComputeRadixPlan& plan);
  std::vector<TableKind> table_kinds() const override { return digit_tables(); }

 private:
  /// Once a pass has been executed, the table, a digit a row, and the ranks.
  std::vector<View> table_views() const override;
  void count(const DigitPass& digit) override { dispatch(count_, digit); }
  void scan(const DigitPass& digit) override { scan_.run(table_.binding(0), table_elements(digit)); }
  void move(const DigitPass& digit) override;
  Counters scan_cost(const DigitPass& digit) const override;
  void dispatch(DigitProgram& program, const DigitPass& digit);

  ComputeRadixPlan plan_;
  const GuardedBuffer& table_;
  const GuardedBuffer* ranks_;  ///< null if keys are ranked where they are moved
  ExclusiveScan scan_;
  DigitProgram count_, move_;
};

}  // namespace texelsort::algorithms
