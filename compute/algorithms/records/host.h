#pragma once

#include "compute/algorithms/records/mover.h"

namespace texelsort::algorithms {

/// Mover of records in host memory. It gathers records, or moves them in place by a table sort, which follows every
/// cycle of the order once. Source of the table sort: Horowitz, Sahni and Mehta, Fundamentals of Data Structures in
/// C++, 2nd edition, section 7.8.
class HostMover final : public RecordMover {
 public:
  HostMover(SharedProblem problem, Rearrange rearrange) : RecordMover(std::move(problem)), rearrange_(rearrange) {}

  void load(std::span<const std::uint32_t> words) override { words_.assign(words.begin(), words.end()); }
  std::vector<std::uint32_t> read(std::uint64_t first, std::uint64_t count) const override;
  std::vector<Pass> rearrangement() override;
  void take_order(const Run& sorter) override { order_ = sorter.read().payload; }
  std::vector<View> views(std::uint64_t moved) const override;
  std::unique_ptr<PassTimer> make_timer() const override { return std::make_unique<CpuPassTimer>(); }

 private:
  void extract(Run& sorter) override { extract_by_host(sorter); }
  void chase_cycles();
  void chase_cycle(std::uint64_t leader, std::vector<bool>& done);
  std::span<std::uint32_t> row(std::uint32_t column, std::uint64_t record) {
    return std::span(words_).subspan(memory().row(column, record), memory().row_words);
  }

  Rearrange rearrange_;
  std::vector<std::uint32_t> words_;
  std::vector<std::uint64_t> order_;
};

}  // namespace texelsort::algorithms
