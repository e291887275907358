#include "compute/algorithms/networks/network_run.h"

#include "compute/algorithms/networks/claims.h"

namespace texelsort::algorithms {
namespace {

std::unique_ptr<PassTimer> timer_of(Backend backend, gpu::Device* device) {
  if (backend == Backend::cpu) return std::make_unique<CpuPassTimer>();
  return std::make_unique<GlPassTimer>(*device);
}

}  // namespace

NetworkRun::NetworkRun(const NetworkStart& start, Backend backend, std::shared_ptr<const Schedule> schedule)
    : Run(start.problem, timer_of(backend, start.device)), schedule_(std::move(schedule)) {
  if (!schedule_) schedule_ = start.schedule;
  for (const NetworkPass& pass : schedule_->passes) add_pass(pass_of(pass, backend == Backend::fragment));
}

Pass NetworkRun::pass_of(const NetworkPass& own, bool draws) {
  Pass pass;
  pass.header = [&own] { return own.header; };
  pass.execute = [this, &own] { execute(own); };
  pass.cost = [this, &own] { return count(own); };
  pass.claim = [this, &own] { return claim(own); };
  pass.detail = [this, &own]() -> PassDetail {
    const auto shown = steps(own);
    return shown.size() == 1 ? PassDetail(shown.front()) : PassDetail();
  };
  if (draws) pass.quads = [this, &own] { return quads(own); };
  return pass;
}

std::vector<std::vector<NetworkStep>> NetworkRun::steps_of_passes() const {
  std::vector<std::vector<NetworkStep>> all;
  for (const NetworkPass& pass : schedule_->passes) all.push_back(steps(pass));
  return all;
}

Claim NetworkRun::claim(const NetworkPass& pass) const {
  return network_claim(pass, problem().type(), problem().order);
}

std::uint64_t NetworkRun::comparators(const NetworkPass& pass) const {
  std::uint64_t count = 0;
  for (const auto& step : pass.steps) count += network::count_comparators(*step, n());
  return count;
}

}  // namespace texelsort::algorithms
