#include "app/tuning/sweeps/winner_choice.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/problem/host.h"
#include "app/tuning/environment.h"
#include "compute/cuda/choice.h"
#include "compute/data/error.h"
#include "compute/data/keys/records.h"
#include "compute/data/text/number_format.h"
#include "compute/data/text/outgoing_text.h"

namespace texelsort::app {

namespace {

bool is_about(const Winner& winner, const algorithms::Algorithm& algorithm, const algorithms::ProblemForm& form) {
  return winner.algorithm == saved_id(algorithm.info().id) && winner.type == data::name(form.type) &&
         winner.payload == data::payload_text(form.payload, form.shape) && winner.size_class == size_class(form.n) &&
         form.comparison == data::Comparison::natural;
}

/// Returns in a few words why a winner's values do not replace the default values. Returns an empty string if they
/// replace them.
std::string obstacle(const Winner& winner, const algorithms::Algorithm& algorithm, const gpu::DeviceInfo* device,
                     const algorithms::ProblemForm& form) {
  const auto place = place_of(algorithm, device, form.execution);
  if (!place) return "they were measured on " + winner.place.device;
  if (winner.place.device != place->device) {
    return fmt::format("they were measured on {}, and this is {}", winner.place.device, place->device);
  }
  if (winner.place.driver != place->driver) {
    return fmt::format("they were measured with driver {}, and this is {}", winner.place.driver, place->driver);
  }
  if (winner.place.processor != place->processor) {
    return winner.place.processor.empty() ? "they were saved without the name of the processor"
                                          : fmt::format("they were measured with the processor {}, and this is {}",
                                                        winner.place.processor, place->processor);
  }
  if (winner.place.threads != place->threads) {
    return fmt::format("they were measured with {}, and texelsort now uses {}",
                       data::counted(winner.place.threads, "thread"), place->threads);
  }
  if (winner.version != TEXELSORT_VERSION) {
    return fmt::format("they were measured with version {} of the program, and this is {}", winner.version,
                       TEXELSORT_VERSION);
  }
  if (winner.definition != algorithm.content_hash()) return "the files of the sort have changed since";
  try {
    const auto own = prepare(algorithm, device, form, {});
    if (own.used_values() != winner.own) return "the default has changed since";
    const auto measured = prepare(algorithm, device, form, winner.values);
    if (measured.refusal()) return *measured.refusal();
    if (form.payload != data::PayloadKind::none && own.keeps_ties() && !measured.keeps_ties()) {
      return "equal keys would not keep their order";
    }
  } catch (const UsageError& error) {
    return error.what();
  }
  return {};
}

}  // namespace

std::optional<MeasuredPlace> place_of(const algorithms::Algorithm& algorithm, const gpu::DeviceInfo* device,
                                      const cuda::ExecutionOptions& execution) {
  const algorithms::Backend backend = algorithm.info().backend;
  // Convert the names as the file of tuned values does, because they are compared with names in that file.
  const std::string processor = data::outgoing_text(cpu_name());
  if (backend == algorithms::Backend::cpu) return MeasuredPlace{processor, "", processor, computing_threads(nullptr)};
  if (device == nullptr) return std::nullopt;
  if (backend != algorithms::Backend::cuda) {
    return MeasuredPlace{data::outgoing_text(device->renderer), data::outgoing_text(device->version), processor,
                         device->software ? computing_threads(device) : 0};
  }
  const int ordinal = cuda::choose(*device, execution).ordinal;
  if (ordinal == cuda::cpu_ordinal) return std::nullopt;
  return MeasuredPlace{cuda::device(ordinal).name, "CUDA " + cuda::version_text(cuda::devices().driver_version),
                       processor, 0};
}

const Winner* winner_for(const Winners& winners, const algorithms::Algorithm& algorithm, const gpu::DeviceInfo* device,
                         const algorithms::ProblemForm& form) {
  const auto found = std::ranges::find_if(winners.all, [&](const Winner& winner) {
    return is_about(winner, algorithm, form) && obstacle(winner, algorithm, device, form).empty();
  });
  return found == winners.all.end() ? nullptr : &*found;
}

TunedConfiguration with_tuned_values(algorithms::Configuration configuration, const Winners& winners,
                                     const gpu::DeviceInfo* device, const algorithms::ProblemForm& form) {
  if (!configuration.values.empty()) return {std::move(configuration)};
  const Winner* winner = winner_for(winners, *configuration.algorithm, device, form);
  if (winner != nullptr) configuration.values = winner->values;
  return {std::move(configuration), winner};
}

std::string unused_reason(const Winners& winners, const algorithms::Algorithm& algorithm, const gpu::DeviceInfo* device,
                          const algorithms::ProblemForm& form) {
  std::string reason;
  for (const Winner& winner : winners.all) {
    if (!is_about(winner, algorithm, form)) continue;
    reason = obstacle(winner, algorithm, device, form);
    if (reason.empty()) return {};
    reason =
        fmt::format("texelsort does not use the values that were tuned on {}: {}", winner.date.substr(0, 10), reason);
  }
  return reason;
}

}  // namespace texelsort::app
