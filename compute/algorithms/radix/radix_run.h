#pragma once

#include <array>
#include <string>

#include "compute/algorithms/arrays/key_buffers.h"
#include "compute/algorithms/pass_run.h"
#include "compute/algorithms/primitives/exclusive_scan.h"
#include "compute/algorithms/radix/radix_plan.h"

namespace texelsort::algorithms {

/// Least significant digit first; three passes a digit: count, scan, move. Counting and moving are the plan's kernels.
class RadixRun final : public PassRun {
 public:
  /// `labels` name the three passes as the source does.
  RadixRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const RadixPlan& plan,
           std::array<std::string, 3> labels);

  std::vector<PassHeader> known_passes() const override;
  std::optional<std::uint64_t> total_passes() const override { return passes(); }
  /// Keys, payload, and once a pass has been executed "histogram" or "scan" (the table, a digit a row), and "ranks".
  std::vector<View> views() const override;
  data::State read(std::uint64_t first, std::uint64_t count) const override { return arrays_.read(first, count); }
  std::optional<std::string> find_guard_damage() const override;

 protected:
  std::optional<Pass> next_pass() override;
  void load(const data::State& state) override { arrays_.load(state); }
  bool keep() override;
  void load_kept() override { arrays_.copy_kept(); }
  void forget() override {}
  void save_more(Snapshot& snapshot) const override;
  void restore_more(const Snapshot& snapshot) override;

 private:
  /// One key is sorted.
  std::uint64_t passes() const { return n() > 1 ? 3 * plan_.digits() : 0; }
  PassHeader header(std::uint64_t index) const;
  Pass count_pass(const DigitPass& digit);
  Pass scan_pass(const DigitPass& digit);
  Pass move_pass(const DigitPass& digit);
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
