#include "app/cli/default_algorithm.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/cli/progress.h"
#include "app/cli/work_text.h"
#include "compute/algorithms/default_choice.h"
#include "compute/algorithms/registry.h"
#include "compute/data/error.h"

namespace texelsort::app {

algorithms::ProblemForm PendingProblem::form() {
  if (const auto n = generated_n(spec_)) return form_of(spec_, *n, spec_.type.value_or(data::KeyType::u32));
  if (!loaded_) loaded_ = take();
  return loaded_->problem->form();
}

LoadedProblem PendingProblem::take() {
  if (loaded_) return std::move(*loaded_);
  show_progress(loading_text(spec_));
  return load_with_notes(spec_);
}

namespace {

/// Parameters belong to one algorithm, and which one that is depends on the problem and the device.
void require_parameters(const algorithms::Algorithm& chosen, const AlgorithmOptions& options,
                        data::PayloadKind payload) {
  const auto specs = parameters_for(chosen, payload);
  for (const auto& [name, value] : parse_assignments(options.assignments)) {
    if (std::ranges::find(specs, name, &algorithms::ParameterSpec::name) != specs.end()) continue;
    throw UsageError(
        fmt::format("-p {}={}: {} has no such parameter, and is chosen here without -a; name an algorithm with -a",
                    name, value, chosen.info().id));
  }
}

}  // namespace

Choice choose_algorithm(algorithms::Task task, const AlgorithmOptions& options, DeviceOptions& devices,
                        PendingProblem& problem, bool trace) {
  if (!options.id.empty()) return {&algorithms::find_algorithm(options.id), "", "", std::nullopt};
  const bool sorts = task == algorithms::Task::sort;
  const gpu::DeviceInfo* device = info_of(devices.device_if_any());
  if (trace) {
    const auto& shown = algorithms::find_algorithm(sorts ? "bitonic/grouped-quads" : "select/depth@fragment");
    if (device != nullptr && shown.availability(device).available) {
      require_parameters(shown, options, problem.form().payload);
      return {&shown, "", "the one whose passes --trace shows", std::nullopt};
    }
  }
  const auto form = problem.form();
  const auto chosen = sorts ? algorithms::default_sort(device, form) : algorithms::default_selection(device, form);
  require_parameters(*chosen.algorithm, options, form.payload);
  std::string note;
  if (device == nullptr) {
    note = fmt::format("using {}, because there is no OpenGL: {}", chosen.algorithm->info().id, devices.failure());
  }
  return {chosen.algorithm, std::move(note), chosen.reason, chosen.prepared};
}

}  // namespace texelsort::app
