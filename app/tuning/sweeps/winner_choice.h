#pragma once

#include <optional>
#include <string>

#include "app/tuning/sweeps/winners.h"
#include "compute/algorithms/prepare.h"

namespace texelsort::app {

/// Returns the device and driver on which an algorithm's measurements are valid. Nothing if a needed device is missing,
/// or if the CPU executes the kernels thread by thread.
std::optional<MeasuredPlace> place_of(const algorithms::Algorithm& algorithm, const gpu::DeviceInfo* device,
                                      const cuda::ExecutionOptions& execution);

/// Returns the tuned values that replace the default for a problem. They were measured with this device, driver and
/// version, for this algorithm and problem form and size class, against the present default values. They must run, and
/// keep the order of equal keys if the default does. Null if there are none. Depends on the arguments only.
const Winner* winner_for(const Winners& winners, const algorithms::Algorithm& algorithm, const gpu::DeviceInfo* device,
                         const algorithms::ProblemForm& form);

/// A configuration, and the search that found its values. The search is null if there was none.
struct TunedConfiguration {
  algorithms::Configuration configuration;
  const Winner* winner = nullptr;
};

/// Returns a configuration that already has values unchanged. Gives any other one the values of winner_for().
TunedConfiguration with_tuned_values(algorithms::Configuration configuration, const Winners& winners,
                                     const gpu::DeviceInfo* device, const algorithms::ProblemForm& form);

/// Returns in one line why existing tuned values for such problems are not used. Empty if they are used, or if there
/// are none.
std::string unused_reason(const Winners& winners, const algorithms::Algorithm& algorithm, const gpu::DeviceInfo* device,
                          const algorithms::ProblemForm& form);

}  // namespace texelsort::app
