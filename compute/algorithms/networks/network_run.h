#pragma once

#include <memory>
#include <vector>

#include "compute/algorithms/core/pass_timer.h"
#include "compute/algorithms/core/run.h"
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

/// What all methods of running a network share. A method says how one pass is executed and what it costs.
class NetworkRun : public Run {
 protected:
  NetworkRun(std::shared_ptr<const Problem> problem, std::shared_ptr<const Schedule> schedule,
             std::unique_ptr<PassTimer> timer, bool draws_quads);

  /// Executes one pass on the present data.
  virtual void execute(const NetworkPass& pass) = 0;
  virtual Counters count(const NetworkPass& pass) const = 0;
  virtual std::vector<Quad> quads(const NetworkPass&) const { return {}; }

 private:
  Pass pass_of(std::size_t i, bool draws_quads);

  std::shared_ptr<const Schedule> schedule_;
};

/// The claim of one pass: exactly what its steps' CPU twins give, and the last step's own sentence.
Claim network_claim(const NetworkPass& pass, data::KeyType type, data::Order order);

}  // namespace texelsort::algorithms
