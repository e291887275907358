#include "app/cli/default_algorithm.h"

#include <utility>

#include <fmt/format.h>

#include "compute/algorithms/default_choice.h"
#include "compute/algorithms/registry.h"

namespace texelsort::app {

algorithms::ProblemForm PendingProblem::form() {
  if (const auto n = generated_n(spec_)) return form_of(spec_, *n, spec_.type.value_or(data::KeyType::u32));
  if (!loaded_) loaded_ = load_with_notes(spec_);
  return loaded_->problem->form();
}

LoadedProblem PendingProblem::take() {
  return loaded_ ? std::move(*loaded_) : load_with_notes(spec_);
}

Choice choose_algorithm(algorithms::Task task, const AlgorithmOptions& options, DeviceOptions& devices,
                        PendingProblem& problem, bool trace) {
  if (!options.id.empty()) return {&algorithms::find_algorithm(options.id), "", ""};
  const bool sorts = task == algorithms::Task::sort;
  const gpu::DeviceInfo* device = info_of(devices.device_if_any());
  if (trace) {
    const auto& shown = algorithms::find_algorithm(sorts ? "bitonic/grouped-quads" : "select/depth@fragment");
    if (device != nullptr && shown.availability(device).available) {
      return {&shown, "", "the one whose passes --trace shows"};
    }
  }
  const auto form = problem.form();
  const auto chosen = sorts ? algorithms::default_sort(device, form) : algorithms::default_selection(device, form);
  std::string note;
  if (device == nullptr) {
    note =
        fmt::format("note: using {}, because there is no OpenGL: {}", chosen.algorithm->info().id, devices.failure());
  }
  return {chosen.algorithm, std::move(note), chosen.reason};
}

}  // namespace texelsort::app
