#include "compute/algorithms/arrays/compute_run.h"

namespace texelsort::algorithms {

ComputeRun::ComputeRun(gpu::Device& device, std::shared_ptr<const Problem> problem)
    : ComputeRun(device, std::move(problem), buffers_of(device)) {}

ComputeRun::ComputeRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const BufferMaker& make)
    : ComputeRun(device, std::move(problem), std::make_unique<GlPassTimer>(device), 2, make) {}

ComputeRun::ComputeRun(gpu::Device& device, std::shared_ptr<const Problem> problem, std::unique_ptr<PassTimer> timer,
                       unsigned sides, const BufferMaker& make)
    : Run(problem, std::move(timer)), device_(device), arrays_(device, *problem, sides, make), tables_(make) {}

std::vector<View> ComputeRun::views() const {
  hand_back();
  std::vector<View> views = arrays_.views();
  for (View& view : table_views()) views.push_back(std::move(view));
  return views;
}

data::State ComputeRun::read(std::uint64_t first, std::uint64_t count) const {
  hand_back();
  return arrays_.read(first, count);
}

std::optional<std::string> ComputeRun::find_guard_damage() const {
  hand_back();
  if (auto damage = arrays_.find_guard_damage()) return damage;
  return tables_.find_guard_damage();
}

void ComputeRun::load(const data::StateView& state) {
  hand_back();
  arrays_.load(state);
}

bool ComputeRun::keep() {
  hand_back();
  arrays_.keep(device_, problem());
  return true;
}

void ComputeRun::load_kept() {
  hand_back();
  arrays_.copy_kept();
}

void ComputeRun::save_more(Snapshot& snapshot) const {
  if (passes_done() == 0) return;
  hand_back();
  tables_.save(snapshot);
}

void ComputeRun::restore_more(const Snapshot& snapshot) {
  hand_back();
  tables_.restore(snapshot);
}

}  // namespace texelsort::algorithms
