#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/pass_timer.h"
#include "compute/algorithms/run.h"

namespace texelsort::algorithms {

/// One pass of a procedure: how it is announced, what it does, and what can be said of it once it has been done.
struct Pass {
  std::uint64_t stage_index = 0;
  std::string stage, label;
  std::function<void()> execute;
  std::function<void()> conclude{};  ///< asks the device what it found, after the pass's time has been taken
  std::function<Counters()> count;   ///< asked once it is done, and only by step()
  std::function<Claim()> claim;      ///< the same
  std::function<std::vector<Quad>()> quads{};
  std::function<std::optional<ThresholdCount>()> counted{};  ///< the same
  std::optional<DigitPass> digit{};
  std::function<BucketPass()> buckets{};  ///< the same
  std::function<MergePass()> merging{};   ///< the same
};

/// What procedures share that decide their passes one by one: selections, radix and sample sorts. A procedure says what
/// comes next; the same problem gives the same passes.
class PassRun : public Run {
 public:
  std::optional<PassRecord> step() final;
  void finish() override;
  void rewind() final;
  void keep_input() final;
  Snapshot save() const final;
  void restore(const Snapshot& snapshot) final;
  std::uint64_t passes_done() const final { return next_; }
  /// Those executed so far, and after the end for good all of them; a procedure that knows more overrides both.
  std::vector<PassHeader> known_passes() const override { return headers_; }
  std::optional<std::uint64_t> total_passes() const override { return total_; }
  std::uint64_t n() const final { return problem_->n(); }
  double timed_finish() final;
  void time_passes(bool on) final { timer_->time_passes(on); }
  std::vector<double> take_pass_times() final { return timer_->take(); }
  gpu::Clock clock() const final { return timer_->clock(); }

 protected:
  PassRun(std::shared_ptr<const Problem> problem, std::unique_ptr<PassTimer> timer);

  /// The pass after passes_done(), decided from what the ones before found; nothing when all is done.
  virtual std::optional<Pass> next_pass() = 0;
  /// True once it is certain that no pass follows; else the end is found when a next pass is asked for.
  virtual bool ended() const { return false; }
  /// Replaces keys and payload by the present ones of some pass.
  virtual void load(const data::State& state) = 0;
  /// Keeps a copy of what load() put in place on the device, for load_kept(); false if there is no such copy.
  virtual bool keep() { return false; }
  virtual void load_kept() {}
  /// Forgets all that passes have found out; keys and payload are the input's.
  virtual void forget() = 0;
  /// False if passes change neither keys nor payload: they are then not put back to rewind, nor saved.
  virtual bool changes_keys() const { return true; }
  /// What a snapshot holds besides keys and payload.
  virtual void save_more(Snapshot&) const {}
  virtual void restore_more(const Snapshot&) {}

  void execute_timed(const Pass& pass);
  /// For a finish() of a procedure's own: notes a pass that it has executed.
  void note(const Pass& pass);
  void note_end() { total_ = next_; }

  const Problem& problem() const { return *problem_; }
  const std::shared_ptr<const Problem>& shared_problem() const { return problem_; }
  PassTimer& timer() { return *timer_; }

 private:
  std::shared_ptr<const Problem> problem_;
  std::unique_ptr<PassTimer> timer_;
  std::uint64_t next_ = 0;
  bool kept_ = false;
  std::vector<PassHeader> headers_;
  std::optional<std::uint64_t> total_;
};

}  // namespace texelsort::algorithms
