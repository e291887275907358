#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/distributed/ranks.h"
#include "compute/algorithms/records/mover.h"

namespace texelsort::algorithms::distributed {

/// Distributed sort on ranks of any kind. Elements are numbered from the first rank's to the last rank's.
///
/// Views other than keys and payload, all of u64. "sequences": start of each rank's keys, and the end of the last;
/// after the exchange, starts of the sequences that each rank has received from each rank. "splitters", "lower" and
/// "upper" as in MergePass, until the exchange. "exchange" once the splitters are found, and "exchange times" if it was
/// observed.
class DistributedRun final : public Run, public BringsMover {
 public:
  DistributedRun(std::shared_ptr<const Problem> problem, const Settings& settings, Finish finish,
                 std::unique_ptr<Ranks> ranks);

  /// Returns the views. Reads keys and payload back at the first call after a pass.
  std::vector<View> views() const override;
  KeyPlace key_place(std::uint64_t) const override { return {.holder = KeyPlace::Holder::host}; }
  data::State read(std::uint64_t first, std::uint64_t count) const override;
  std::optional<data::OutputPart> read_part() const override;
  std::optional<std::string> find_guard_damage() const override;
  void time_passes(bool on) override;
  std::vector<WorkerTimes> take_worker_times() override;

  /// Executes all steps once with few keys, and then discards the result, so that all kernels are loaded. CUDA loads a
  /// kernel at its first execution on a device, and may then wait for all work on the device (CUDA C++ Programming
  /// Guide, "Lazy Loading"). On a hanging device it would wait forever, and the hanging rank could not be named.
  void rehearse();

  std::unique_ptr<RecordMover> make_mover(std::shared_ptr<const Problem> problem, Rearrange rearrange) override;
  /// Return the initial and current starts of each rank's elements, and the exchange between ranks once the splitters
  /// are found.
  const Numbers& shares() const { return shares_; }
  Numbers region_starts() const { return progress_.exchanged ? progress_.exchange.part_starts() : shares_; }
  Exchange planned() const;
  /// Discards cached views. Must be called after another object has written keys.
  void look_again() { shown_.clear(); }

 private:
  struct Progress {
    bool sorted = false, exchanged = false;
    SplitterSearch search;
    Exchange exchange;
    std::uint64_t rounds = 0;  ///< number of rounds of merging that are done
    bool finished = false;
    Numbers nanoseconds;  ///< times of all links in the exchange, one row per sender; empty if not observed
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
  /// Returns the data that ranks have read and written in a completed step, and the transfers between the ranks.
  WorkerTimes times_of_ranks(const CollectiveStep& step) const;
  Counters cost(const CollectiveStep& step) const;
  Claim claim(const CollectiveStep& step) const;
  PassDetail detail(const CollectiveStep& step) const;
  /// Returns, for each rank, the ranges of the shares that it merges.
  WorkPass pieces_of_shares() const;
  std::uint64_t ranks() const { return settings_.ranks; }
  /// Returns the number of rounds of merging.
  std::uint64_t rounds() const { return merge_rounds(ranks(), ranks_->ways()); }
  std::uint64_t element_bytes() const;
  /// Returns the present start of each sorted sequence.
  Numbers sequence_starts() const;
  /// Returns the starts of the sequences in all parts after `rounds` rounds of merging.
  Numbers sequences_after(std::uint64_t rounds) const;

  Settings settings_;
  Finish finish_;
  Numbers shares_;
  std::unique_ptr<Ranks> ranks_;
  Progress progress_;
  std::uint64_t counted_ = 0;  ///< number of pivots of the last round
  bool timed_ = false;
  std::vector<WorkerTimes> rank_times_;  ///< data of the timed steps, without their times
  mutable std::vector<View> shown_;      ///< present keys and payload, cached for views
};

}  // namespace texelsort::algorithms::distributed
