#pragma once

#include <memory>
#include <vector>

#include "compute/algorithms/pass_timer.h"
#include "compute/algorithms/run.h"
#include "compute/network/network.h"

namespace texelsort::algorithms {

/// Steps of a network that one pass executes, in order; most methods do one a pass.
struct NetworkPass {
  PassHeader header;
  std::vector<std::shared_ptr<const network::Step>> steps;
};

/// A network's steps in a row, those without comparators left out: a pass a step, the schedule that methods follow or
/// group.
struct Schedule {
  explicit Schedule(const network::Network& network);
  std::uint64_t n = 0;
  std::vector<NetworkPass> passes;
};

/// One pass for passes [first, last) of a schedule; `index` is its place among the grouped ones.
NetworkPass join(const Schedule& schedule, std::size_t first, std::size_t last, std::size_t index);

/// What all methods of running a network share. A method says how one step is executed and what it costs.
class NetworkRun : public Run {
 public:
  std::optional<PassRecord> step() final;
  void finish() final;
  void rewind() final;
  void restore(const Snapshot& snapshot) final;
  std::uint64_t passes_done() const final { return next_; }
  std::vector<PassHeader> known_passes() const final;
  std::optional<std::uint64_t> total_passes() const final { return schedule_->passes.size(); }
  std::uint64_t n() const final { return schedule_->n; }
  double timed_finish() final;
  void time_passes(bool on) final { timer_->time_passes(on); }
  std::vector<double> take_pass_times() final { return timer_->take(); }
  gpu::Clock clock() const final { return timer_->clock(); }

 protected:
  NetworkRun(std::shared_ptr<const Problem> problem, std::shared_ptr<const Schedule> schedule,
             std::unique_ptr<PassTimer> timer);

  /// Executes one pass on the present data.
  virtual void execute(const NetworkPass& pass) = 0;
  /// Replaces the present data.
  virtual void load(const data::State& state) = 0;
  virtual Counters count(const NetworkPass& pass) const = 0;
  virtual std::vector<Quad> quads(const NetworkPass& pass) const = 0;
  virtual bool draws_quads() const { return true; }

  const Problem& problem() const { return *problem_; }
  /// The problem's keys with the indices that travel with them, if any: what a run starts from.
  data::State input() const;

 private:
  void execute_timed(const NetworkPass& pass);

  std::shared_ptr<const Problem> problem_;
  std::shared_ptr<const Schedule> schedule_;
  std::unique_ptr<PassTimer> timer_;
  std::uint64_t next_ = 0;
};

/// The claim of one pass: exactly what its steps' CPU twins give, and the last step's own sentence.
Claim network_claim(const NetworkPass& pass, data::KeyType type, data::Order order);

}  // namespace texelsort::algorithms
