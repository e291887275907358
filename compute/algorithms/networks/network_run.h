#pragma once

#include <memory>
#include <vector>

#include "compute/algorithms/core/pass_timer.h"
#include "compute/algorithms/core/run.h"
#include "compute/algorithms/primitives/step_schedule.h"

namespace texelsort::algorithms {

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
