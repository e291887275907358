#pragma once

#include "compute/algorithms/arrays/key_buffers.h"
#include "compute/algorithms/core/run.h"
#include "compute/algorithms/primitives/exclusive_scan.h"
#include "compute/algorithms/radix/compute_plan.h"

namespace texelsort::algorithms {

/// SRTS and GRS by the shaders of a plan.
class ComputeRadixRun final : public Run, private DigitSteps {
 public:
  ComputeRadixRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const ComputeRadixPlan& plan);

  /// Keys, payload, and once a pass has been executed "histogram" or "scan" (the table, a digit a row), and "ranks".
  std::vector<View> views() const override;
  std::vector<TableKind> table_kinds() const override { return digit_tables(); }
  data::State read(std::uint64_t first, std::uint64_t count) const override { return arrays_.read(first, count); }
  std::optional<std::string> find_guard_damage() const override;

 protected:
  void load(const data::State& state) override { arrays_.load(state); }
  bool keep() override;
  void load_kept() override { arrays_.copy_kept(); }
  void save_more(Snapshot& snapshot) const override;
  void restore_more(const Snapshot& snapshot) override;

 private:
  void count(const DigitPass& digit) override;
  void scan(const DigitPass& digit) override;
  void move(const DigitPass& digit) override;
  Counters scan_cost(const DigitPass& digit) const override;
  void dispatch(const gpu::Program& program, const DigitPass& digit);

  gpu::Device& device_;
  ComputeRadixPlan plan_;
  PingPongBuffers arrays_;
  GuardedBuffer table_, ranks_;
  ExclusiveScan scan_;
  const gpu::Program *count_, *move_;
};

}  // namespace texelsort::algorithms
