#include "compute/algorithms/networks/network_run.h"

#include <utility>

namespace texelsort::algorithms {

NetworkRun::NetworkRun(std::shared_ptr<const Problem> problem, std::shared_ptr<const Schedule> schedule,
                       std::unique_ptr<PassTimer> timer, bool draws_quads)
    : Run(std::move(problem), std::move(timer)), schedule_(std::move(schedule)) {
  for (std::size_t i = 0; i < schedule_->passes.size(); ++i) add_pass(pass_of(i, draws_quads));
}

Pass NetworkRun::pass_of(std::size_t i, bool draws_quads) {
  Pass pass;
  pass.header = [this, i] { return schedule_->passes[i].header; };
  pass.execute = [this, i] { execute(schedule_->passes[i]); };
  pass.cost = [this, i] { return count(schedule_->passes[i]); };
  pass.claim = [this, i] { return network_claim(schedule_->passes[i], problem().type(), problem().order); };
  pass.detail = [this, i]() -> PassDetail {
    const NetworkPass& own = schedule_->passes[i];
    if (own.steps.size() == 1) return own.steps.front();
    return {};
  };
  if (draws_quads) pass.quads = [this, i] { return quads(schedule_->passes[i]); };
  return pass;
}

}  // namespace texelsort::algorithms
