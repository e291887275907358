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
      entries.push_back({{entries.size(), stage, network.stages[stage].name, step.label},
                         std::make_shared<const network::Step>(step)});
    }
  }
}

NetworkRun::NetworkRun(std::shared_ptr<const Problem> problem, std::shared_ptr<const Schedule> schedule,
                       std::unique_ptr<PassTimer> timer)
    : problem_(std::move(problem)), schedule_(std::move(schedule)), timer_(std::move(timer)) {}

data::State NetworkRun::input() const {
  return input_state(*problem_);
}

void NetworkRun::execute_timed(const Schedule::Entry& entry) {
  timer_->begin(entry.step->label);
  execute(*entry.step);
  timer_->end();
}

std::optional<PassRecord> NetworkRun::step() {
  if (next_ == schedule_->entries.size()) return std::nullopt;
  const Schedule::Entry& entry = schedule_->entries[next_++];
  execute_timed(entry);
  PassRecord record{
      entry.header, count(*entry.step), step_claim(entry.step, problem_->type(), problem_->order), entry.step, {}};
  if (draws_quads()) record.quads = [this, step = entry.step] { return quads(*step); };
  return record;
}

void NetworkRun::finish() {
  while (next_ < schedule_->entries.size()) execute_timed(schedule_->entries[next_++]);
}

void NetworkRun::rewind() {
  load(input());
  next_ = 0;
}

void NetworkRun::restore(const Snapshot& snapshot) {
  if (snapshot.passes_done > schedule_->entries.size()) throw InternalError("snapshot of another run");
  load(snapshot.state);
  next_ = snapshot.passes_done;
}

std::vector<PassHeader> NetworkRun::known_passes() const {
  std::vector<PassHeader> headers;
  headers.reserve(schedule_->entries.size());
  for (const Schedule::Entry& entry : schedule_->entries) headers.push_back(entry.header);
  return headers;
}

double NetworkRun::timed_finish() {
  return timer_->time([this] { finish(); });
}

}  // namespace texelsort::algorithms
