#include "compute/algorithms/networks/network_run.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace texelsort::algorithms {

Schedule::Schedule(const network::Network& network) : n(network.n) {
  for (std::size_t stage = 0; stage < network.stages.size(); ++stage) {
    for (const network::Step& step : network.stages[stage].steps) {
      if (network::count_comparators(step, n) == 0) continue;
      passes.push_back({{passes.size(), stage, network.stages[stage].name, step.label},
                        {std::make_shared<const network::Step>(step)}});
    }
  }
}

NetworkPass join(const Schedule& schedule, std::size_t first, std::size_t last, std::size_t index) {
  NetworkPass joined = schedule.passes[first];
  joined.header.index = index;
  if (last - first == 1) return joined;
  const PassHeader& end = schedule.passes[last - 1].header;
  for (std::size_t i = first + 1; i < last; ++i) {
    const auto& steps = schedule.passes[i].steps;
    joined.steps.insert(joined.steps.end(), steps.begin(), steps.end());
  }
  if (end.stage_index == joined.header.stage_index) {
    joined.header.label += " to " + end.label;
  } else {
    joined.header.stage += " to " + end.stage;
    joined.header.label = fmt::format("{} steps", joined.steps.size());
  }
  return joined;
}

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
