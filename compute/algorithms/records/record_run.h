#pragma once

#include <memory>

#include "compute/algorithms/records/mover.h"

namespace texelsort::algorithms {

/// The indirect way to sort records (Bandyopadhyay and Sahni, section III): a sorter sorts keys with their indices,
/// then every record is moved once. by_record the keys are first taken out of the records. The sorter's passes keep
/// their stages; the others are the stages "extract keys" and "rearrange". What it holds: keys and indices as the
/// sorter has them, fields as they stand in memory.
class RecordRun final : public Run {
 public:
  /// The sorter runs on the problem's keys with PayloadKind::index.
  RecordRun(std::shared_ptr<const Problem> problem, std::unique_ptr<Run> sorter, std::unique_ptr<RecordMover> mover);

  std::vector<PassHeader> known_passes() const override;
  std::optional<std::uint64_t> total_passes() const override;
  std::vector<View> views() const override;
  data::State read(std::uint64_t first, std::uint64_t count) const override;
  std::optional<std::string> find_guard_damage() const override;
  KeyPlace key_place(std::uint64_t i) const override { return sorter_->key_place(i); }
  void time_passes(bool on) override;
  std::vector<double> take_pass_times() override;
  std::vector<WorkerTimes> take_worker_times() override;
  std::optional<Handover> handover() const override { return sorter_->handover(); }
  /// The sorter's.
  LibraryCall library_call() const override { return sorter_->library_call(); }

 private:
  bool decides() const override { return true; }
  std::optional<Pass> next_pass() override;
  /// The sorter's batch, beside whose first pass the mover starts what it can; not while passes are timed, for times
  /// would be of both.
  std::vector<Pass> next_batch() override;
  bool ended() const override { return passes_done() == total_passes(); }
  void load(const data::StateView&) override {}
  void load_input() override;
  bool keep() override;
  /// Sorter and mover save what they hold.
  bool changes_keys() const override { return false; }
  void save_more(Snapshot& snapshot) const override;
  void restore_more(const Snapshot& snapshot) override;

  bool has_extraction() const { return problem().shape.layout == data::Layout::by_record; }
  Pass extraction_pass();
  std::optional<Pass> sorter_pass();
  Pass move_pass();
  /// The sorter's header among all.
  PassHeader shifted(PassHeader header) const;
  PassHeader extraction_header() const;
  PassHeader move_header(std::size_t move) const;
  void load_records();

  std::unique_ptr<Run> sorter_;
  std::unique_ptr<RecordMover> mover_;
  Pass extraction_;
  std::vector<Pass> moves_;
  std::uint64_t extracted_ = 0;  ///< 1 once the keys were taken out, or nothing is to be taken out of
  bool timed_ = false;           ///< pass by pass
  bool kept_ = false;            ///< the mover has a copy of its input
  std::uint64_t moved_ = 0;      ///< passes of the rearrangement
};

}  // namespace texelsort::algorithms
