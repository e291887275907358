#include "compute/algorithms/networks/network_run.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "compute/algorithms/input_state.h"
#include "compute/data/error.h"

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
                       std::unique_ptr<PassTimer> timer)
    : problem_(std::move(problem)), schedule_(std::move(schedule)), timer_(std::move(timer)) {}

data::State NetworkRun::input() const {
  return input_state(*problem_);
}

void NetworkRun::execute_timed(const NetworkPass& pass) {
  timer_->begin(pass.header.label);
  execute(pass);
  timer_->end();
}

std::optional<PassRecord> NetworkRun::step() {
  if (next_ == schedule_->passes.size()) return std::nullopt;
  const NetworkPass& pass = schedule_->passes[next_++];
  execute_timed(pass);
  const auto only_step = pass.steps.size() == 1 ? pass.steps.front() : nullptr;
  PassRecord record{pass.header, count(pass), network_claim(pass, problem_->type(), problem_->order), only_step, {}};
  if (draws_quads()) record.quads = [this, pass] { return quads(pass); };
  return record;
}

void NetworkRun::finish() {
  while (next_ < schedule_->passes.size()) execute_timed(schedule_->passes[next_++]);
}

void NetworkRun::rewind() {
  load(input());
  next_ = 0;
}

void NetworkRun::restore(const Snapshot& snapshot) {
  if (snapshot.passes_done > schedule_->passes.size()) throw InternalError("snapshot of another run");
  load(snapshot.state);
  next_ = snapshot.passes_done;
}

std::vector<PassHeader> NetworkRun::known_passes() const {
  std::vector<PassHeader> headers;
  headers.reserve(schedule_->passes.size());
  for (const NetworkPass& pass : schedule_->passes) headers.push_back(pass.header);
  return headers;
}

double NetworkRun::timed_finish() {
  return timer_->time([this] { finish(); });
}

}  // namespace texelsort::algorithms
