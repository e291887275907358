#pragma once

#include <optional>
#include <string>

#include "app/tuning/sweeps/winners.h"
#include "compute/algorithms/prepare.h"

namespace texelsort::app {

/// Returns the device, driver, processor and threads for which an algorithm's measurements are valid. Returns nothing
/// if a needed device is missing, or if the CPU executes the kernels thread by thread.
std::optional<MeasuredPlace> place_of(const algorithms::Algorithm& algorithm, const gpu::DeviceInfo* device,
                                      const cuda::ExecutionOptions& execution);

/// Returns the tuned values that replace the default values for a problem, or null if there are none. They meet these
/// conditions:
/// - They were measured with this device, driver, processor, number of threads and version of texelsort.
/// - They were measured for this algorithm, this kind of problem and size class, against the present default values.
/// - They can run, and keep the order of equal keys if the default keeps it.
///
/// The result depends only on the arguments.
const Winner* winner_for(const Winners& winners, const algorithms::Algorithm& algorithm, const gpu::DeviceInfo* device,
                         const algorithms::ProblemForm& form);

/// A configuration, and the search that found its values. `winner` is null if its values are not tuned.
struct TunedConfiguration {
  algorithms::Configuration configuration;
  const Winner* winner = nullptr;
};

/// Adds the tuned values of winner_for() to a configuration without values. Returns any other configuration unchanged.
TunedConfiguration with_tuned_values(algorithms::Configuration configuration, const Winners& winners,
                                     const gpu::DeviceInfo* device, const algorithms::ProblemForm& form);

/// Returns in one line why saved tuned values for a problem are not used. Returns an empty string if they are used, or
/// if none are saved.
std::string unused_reason(const Winners& winners, const algorithms::Algorithm& algorithm, const gpu::DeviceInfo* device,
                          const algorithms::ProblemForm& form);

}  // namespace texelsort::app
