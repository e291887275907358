#pragma once

#include <memory>

#include "compute/algorithms/records/mover.h"

namespace texelsort::algorithms {

/// Run that sorts records indirectly (Bandyopadhyay and Sahni, section III): a sorter sorts keys with their indices,
/// then a mover moves every record once. With the layout by_record, the keys are first extracted from the records. The
/// sorter's passes keep their stages. The additional stages are "extract keys" and "rearrange". The state has keys and
/// indices from the sorter, and fields in the order of memory.
class RecordRun final : public Run {
 public:
  /// Makes a run. `sorter` must be a run on the problem's keys with PayloadKind::index.
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
  /// Returns the library call of the sorter.
  LibraryCall library_call() const override { return sorter_->library_call(); }

 private:
  bool decides() const override { return true; }
  std::optional<Pass> next_pass() override;
  /// Returns the sorter's next passes. The first of them also starts early work of the mover in parallel. Timed passes
  /// start no such work, because their times would include it.
  std::vector<Pass> next_batch() override;
  bool ended() const override { return passes_done() == total_passes(); }
  void load(const data::StateView&) override {}
  void load_input() override;
  bool keep() override;
  /// Returns false, so that the run saves no keys itself. Sorter and mover save them.
  bool changes_keys() const override { return false; }
  void save_more(Snapshot& snapshot) const override;
  void restore_more(const Snapshot& snapshot) override;

  bool has_extraction() const { return problem().shape.layout == data::Layout::by_record; }
  Pass extraction_pass();
  std::optional<Pass> sorter_pass();
  Pass move_pass();
  /// Converts a pass header of the sorter. In the whole run, the sorter's stages have higher numbers if an extraction
  /// precedes them.
  PassHeader shifted(PassHeader header) const;
  PassHeader extraction_header() const;
  PassHeader move_header(std::size_t move) const;
  void load_records();

  std::unique_ptr<Run> sorter_;
  std::unique_ptr<RecordMover> mover_;
  Pass extraction_;
  std::vector<Pass> moves_;
  std::uint64_t extracted_ = 0;  ///< 1 if the keys have been extracted, or need no extraction; otherwise 0
  bool timed_ = false;           ///< true while each pass is timed
  bool kept_ = false;            ///< true if the mover has stored a copy of its input on the device
  std::uint64_t moved_ = 0;      ///< number of executed passes of the rearrangement
};

}  // namespace texelsort::algorithms
