#include "compute/algorithms/arrays/compute_run.h"

namespace texelsort::algorithms {

ComputeRun::ComputeRun(gpu::Device& device, std::shared_ptr<const Problem> problem)
    : Run(problem, std::make_unique<GlPassTimer>(device)), device_(device), arrays_(device, *problem) {}

std::vector<View> ComputeRun::views() const {
  std::vector<View> views = arrays_.views();
  for (View& view : table_views()) views.push_back(std::move(view));
  return views;
}

std::optional<std::string> ComputeRun::find_guard_damage() const {
  if (auto damage = arrays_.find_guard_damage()) return damage;
  return tables_.find_guard_damage();
}

bool ComputeRun::keep() {
  arrays_.keep(device_, problem());
  return true;
}

void ComputeRun::save_more(Snapshot& snapshot) const {
  if (passes_done() > 0) tables_.save(snapshot);
}

}  // namespace texelsort::algorithms
