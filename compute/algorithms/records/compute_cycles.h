#pragma once

#include <array>

#include "compute/algorithms/arrays/table_set.h"
#include "compute/algorithms/primitives/exclusive_scan.h"
#include "compute/algorithms/records/compute.h"

namespace texelsort::algorithms {

/// Mover that rearranges records in place on the device by the method of CycleReference. Its tables have 8 words per
/// record, for any record size.
class CycleMover final : public ComputeMover {
 public:
  CycleMover(gpu::Device& device, SharedProblem problem, const Run& sorter);

  std::vector<Pass> rearrangement() override;
  std::vector<View> views(std::uint64_t moved) const override;
  std::optional<std::string> find_guard_damage() const override;
  std::vector<std::vector<std::byte>> save_tables(std::uint64_t moved) const override;
  void restore_tables(std::uint64_t moved, std::span<const std::vector<std::byte>> tables) override;

 private:
  /// Returns a pass of the method. It reads the table of walks after `walks` rounds of pointer jumping. `words` is the
  /// number of words of tables that it accesses per record, for the cost. `set` binds the other inputs of the shader.
  Pass table_pass(
      std::string label, const char* shader, std::uint32_t walks, std::uint64_t words, std::function<Claim()> claim,
      std::function<void(RecordProgram&)> set = [](RecordProgram&) {});
  Pass scan_pass();
  Pass reflection(std::uint32_t first, std::function<Claim()> claim);
  /// Returns which of the two tables in walks_ has the current result, after `moved` passes.
  unsigned side(std::uint64_t moved) const;
  /// Returns the views of the tables that are valid after `moved` passes.
  std::vector<View> tables_after(std::uint64_t moved) const;

  std::uint32_t rounds_;
  TableSet tables_;
  std::array<GuardedBuffer*, 2> walks_;
  GuardedBuffer &table_, &members_;
  ExclusiveScan scan_;
};

}  // namespace texelsort::algorithms
