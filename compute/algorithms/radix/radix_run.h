#pragma once

#include <array>
#include <string>

#include "compute/algorithms/arrays/key_buffers.h"
#include "compute/algorithms/core/run.h"
#include "compute/algorithms/primitives/exclusive_scan.h"
#include "compute/algorithms/radix/radix_plan.h"

namespace texelsort::algorithms {

/// Least significant digit first; three passes a digit: count, scan, move. Counting and moving are the plan's kernels.
class RadixRun final : public Run {
 public:
  /// `labels` name the three passes as the source does.
  RadixRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const RadixPlan& plan,
           std::array<std::string, 3> labels);

  /// Keys, payload, and once a pass has been executed "histogram" or "scan" (the table, a digit a row), and "ranks".
  std::vector<View> views() const override;
  std::vector<TableKind> table_kinds() const override {
    return {tables::DigitCounts{}, tables::DigitScan{}, tables::DigitRanks{}};
  }
  data::State read(std::uint64_t first, std::uint64_t count) const override { return arrays_.read(first, count); }
  std::optional<std::string> find_guard_damage() const override;

 protected:
  void load(const data::State& state) override { arrays_.load(state); }
  bool keep() override;
  void load_kept() override { arrays_.copy_kept(); }
  void save_more(Snapshot& snapshot) const override;
  void restore_more(const Snapshot& snapshot) override;

 private:
  Pass named_pass(std::uint64_t digit, std::size_t step) const;
  Pass count_pass(std::uint64_t index);
  Pass scan_pass(std::uint64_t index);
  Pass move_pass(std::uint64_t index);
  void dispatch(const gpu::Program& program, const DigitPass& digit);
  std::uint64_t invocations() const { return std::uint64_t{plan_.workgroups()} * plan_.workgroup; }
  std::uint64_t key_array_bytes() const { return n() * data::key_bytes(plan_.type); }

  gpu::Device& device_;
  RadixPlan plan_;
  std::array<std::string, 3> labels_;
  PingPongBuffers arrays_;
  GuardedBuffer table_, ranks_;
  ExclusiveScan scan_;
  const gpu::Program *count_, *move_;
};

}  // namespace texelsort::algorithms
