#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/distributed/ranks.h"
#include "compute/algorithms/records/mover.h"

namespace texelsort::algorithms::distributed {

/// The sort as ranks of any kind execute it. Elements are numbered as they lie from rank to rank.
///
/// Views beside keys and payload, all of u64: "sequences": where each rank's keys start, and the end of the last; after
/// the exchange where each sequence starts that one rank has sent to another. "splitters", "lower" and "upper" as
/// MergePass has them, until the exchange; once they are found "exchange", and "exchange times" if that was watched.
class DistributedRun final : public Run, public BringsMover {
 public:
  DistributedRun(std::shared_ptr<const Problem> problem, const Settings& settings, Finish finish,
                 std::unique_ptr<Ranks> ranks);

  /// Keys and payload are read back when somebody asks for the first time after a pass.
  std::vector<View> views() const override;
  KeyPlace key_place(std::uint64_t) const override { return {.holder = KeyPlace::Holder::host}; }
  data::State read(std::uint64_t first, std::uint64_t count) const override;
  std::optional<data::OutputPart> read_part() const override;
  std::optional<std::string> find_guard_damage() const override;
  void time_passes(bool on) override;
  std::vector<WorkerTimes> take_worker_times() override;

  /// Goes once through all steps with few keys, and leaves no keys: so that all kernels are loaded. CUDA loads one when
  /// a device is first to execute it, and may wait for all that the device has begun (CUDA C++ Programming Guide, "Lazy
  /// Loading"): beside a device that hangs, for ever, and nobody would be named.
  void rehearse();

  std::unique_ptr<RecordMover> make_mover(std::shared_ptr<const Problem> problem, Rearrange rearrange) override;
  /// Where each rank's elements start at first, and now; and what goes from rank to rank, once the splitters are found.
  const Numbers& shares() const { return shares_; }
  Numbers region_starts() const { return progress_.exchanged ? progress_.exchange.part_starts() : shares_; }
  Exchange planned() const;
  /// Somebody else has written keys.
  void look_again() { shown_.clear(); }

 private:
  struct Progress {
    bool sorted = false, exchanged = false;
    SplitterSearch search;
    Exchange exchange;
    std::uint64_t rounds = 0;  ///< of merging
    bool finished = false;
    Numbers nanoseconds;  ///< of each link in the exchange, a row a sender, if somebody watched
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
  /// What the ranks read and write in a step that is done, and what goes between them.
  WorkerTimes lap(const CollectiveStep& step) const;
  Counters cost(const CollectiveStep& step) const;
  Claim claim(const CollectiveStep& step) const;
  PassDetail detail(const CollectiveStep& step) const;
  /// Which ranges of the shares each rank merges.
  WorkPass pieces_of_shares() const;
  std::uint64_t ranks() const { return settings_.ranks; }
  /// Rounds of merging.
  std::uint64_t rounds() const { return merge_rounds(ranks(), ranks_->ways()); }
  std::uint64_t element_bytes() const;
  /// Where each sorted sequence starts now.
  Numbers sequence_starts() const;
  /// Where the sequences of all parts start after some rounds of merging.
  Numbers sequences_after(std::uint64_t rounds) const;

  Settings settings_;
  Finish finish_;
  Numbers shares_;
  std::unique_ptr<Ranks> ranks_;
  Progress progress_;
  std::uint64_t counted_ = 0;  ///< pivots of the last round
  bool timed_ = false;
  std::vector<WorkerTimes> laps_;    ///< of the timed steps, without times
  mutable std::vector<View> shown_;  ///< keys and payload as they are now, if somebody has looked
};

}  // namespace texelsort::algorithms::distributed
