#pragma once

#include "compute/algorithms/records/record_mover.h"
#include "compute/algorithms/records/record_settings.h"

namespace texelsort::algorithms {

/// Records in host memory: gathered, or in place by the table sort of Horowitz, Sahni and Mehta (Fundamentals of Data
/// Structures in C++, 2nd edition, section 7.8), which follows every cycle of the order once.
class HostMover final : public RecordMover {
 public:
  HostMover(std::shared_ptr<const Problem> problem, Rearrange rearrange);

  void load(std::span<const std::uint32_t> words) override { words_.assign(words.begin(), words.end()); }
  std::vector<std::uint32_t> read(std::uint64_t first, std::uint64_t count) const override;
  Pass extraction(Run& sorter) override;
  std::vector<Pass> rearrangement() override;
  void take_order(const Run& sorter) override { order_ = sorter.read().payload; }
  std::vector<View> views(std::uint64_t moved) const override;
  std::optional<std::string> find_guard_damage() const override { return std::nullopt; }
  std::unique_ptr<PassTimer> make_timer() const override { return std::make_unique<CpuPassTimer>(); }

 private:
  void chase_cycles();
  void chase_cycle(std::uint64_t leader, std::vector<bool>& done);
  void copy_row(std::uint64_t from, std::uint64_t to);

  std::shared_ptr<const Problem> problem_;
  Rearrange rearrange_;
  data::RecordMemory memory_;
  std::vector<std::uint32_t> words_;
  std::vector<std::uint64_t> order_;
};

/// Replaces the sorter's keys by those of by_record words, with their indices: through the host, for sorters whose keys
/// no shader can write where they stand.
void load_extracted(Run& sorter, std::span<const std::uint32_t> words, const Problem& problem);

/// Bytes that rearrangements move: the order and every word once in and once out.
Counters move_counters(const Problem& problem);

}  // namespace texelsort::algorithms
