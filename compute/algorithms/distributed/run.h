#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/distributed/ranks.h"
#include "compute/algorithms/records/mover.h"

namespace texelsort::algorithms::distributed {

/// Distributed sort on ranks of any kind. Elements are numbered across all ranks, from the first rank on.
///
/// Views in addition to keys and payload, all of u64:
/// - "sequences": start of each rank's keys, and the end of the last. After the exchange, starts of the sequences that
///   each rank has received from each rank.
/// - "splitters", "lower" and "upper" as in MergePass, until the exchange.
/// - "exchange" after the splitters have been found, and "exchange times" if the exchange was observed.
class DistributedRun final : public Run, public BringsMover {
 public:
  DistributedRun(std::shared_ptr<const Problem> problem, const Settings& settings, Finish finish,
                 std::unique_ptr<Ranks> ranks);

  /// Returns the views. The first call after a pass reads keys and payload back.
  std::vector<View> views() const override;
  KeyPlace key_place(std::uint64_t) const override { return {.holder = KeyPlace::Holder::host}; }
  data::State read(std::uint64_t first, std::uint64_t count) const override;
  std::optional<data::OutputPart> read_part() const override;
  std::optional<std::string> find_guard_damage() const override;
  void time_passes(bool on) override;
  std::vector<WorkerTimes> take_worker_times() override;

  /// Executes all steps once with few keys and discards the result, so that all kernels are loaded. CUDA loads a kernel
  /// at its first execution on a device. It may then wait for all work on the device (CUDA C++ Programming Guide, "Lazy
  /// Loading"). On a hanging device CUDA would wait forever, and the run could not name the hanging rank.
  void rehearse();

  std::unique_ptr<RecordMover> make_mover(std::shared_ptr<const Problem> problem, Rearrange rearrange) override;
  /// Return the start of each rank's elements: before the sort (shares()), and now (region_starts()). planned() returns
  /// the exchange between the ranks, and requires that the splitters are known.
  const Numbers& shares() const { return shares_; }
  Numbers region_starts() const { return progress_.exchanged ? progress_.exchange.part_starts() : shares_; }
  Exchange planned() const;
  /// Discards the cached views, so that they show keys that another object has written since.
  void look_again() { shown_.clear(); }

 private:
  struct Progress {
    bool sorted = false, exchanged = false;
    SplitterSearch search;
    Exchange exchange;
    std::uint64_t rounds = 0;  ///< number of finished merge rounds
    bool finished = false;
    /// nanoseconds of each link in the exchange, one row per sender; empty if passes were not observed
    Numbers nanoseconds;
  };

  bool decides() const override { return true; }
  std::optional<Pass> next_pass() override;
  bool ended() const override { return !next_step(); }
  void load(const data::StateView& state) override;
  bool keep() override { return ranks_->keep(); }
  void load_kept() override;
  void forget() override;
  void save_more(Snapshot& snapshot) const override;
  void restore_more(const Snapshot& snapshot) override;

  std::optional<CollectiveStep> next_step() const;
  void execute(const CollectiveStep& step);
  void perform(const CollectiveStep& step);
  void note_links();
  void select();
  /// Returns the bytes that ranks have read and written in a completed step, and the transfers between ranks.
  WorkerTimes times_of_ranks(const CollectiveStep& step) const;
  Counters cost(const CollectiveStep& step) const;
  Claim claim(const CollectiveStep& step) const;
  PassDetail detail(const CollectiveStep& step) const;
  /// Returns the pieces for views if merging reads the shares directly: the ranges of all shares that each rank merges.
  WorkPass pieces_of_shares() const;
  std::uint64_t ranks() const { return settings_.ranks; }
  /// Returns the total number of merge rounds.
  std::uint64_t rounds() const { return merge_rounds(ranks(), ranks_->ways()); }
  std::uint64_t element_bytes() const;
  /// Returns the current start of each sorted sequence.
  Numbers sequence_starts() const;
  /// Returns the starts of the sequences in all parts after `rounds` merge rounds.
  Numbers sequences_after(std::uint64_t rounds) const;

  Settings settings_;
  Finish finish_;
  Numbers shares_;
  std::unique_ptr<Ranks> ranks_;
  Progress progress_;
  std::uint64_t counted_ = 0;  ///< number of pivots in the last selection round, for its costs
  bool timed_ = false;
  std::vector<WorkerTimes> rank_times_;  ///< bytes and links of each timed step; the ranks add the times later
  mutable std::vector<View> shown_;      ///< cached views of the current keys and payload
};

}  // namespace texelsort::algorithms::distributed
