#pragma once

#include <optional>
#include <string>

#include "app/tuning/sweeps/winners.h"
#include "compute/algorithms/prepare.h"

namespace texelsort::app {

/// Where an algorithm runs, as measurements of it are told apart; nothing without a device that it needs, and where the
/// CPU executes kernels thread by thread.
std::optional<MeasuredPlace> place_of(const algorithms::Algorithm& algorithm, const gpu::DeviceInfo* device,
                                      const cuda::ExecutionOptions& execution);

/// The winner whose values go before the default: measured here, with this driver and version, for this
/// algorithm and problems of this form and size, against the very values that are the default now; null if there is
/// none. It runs, and keeps the order of equal keys that the default keeps. A pure function of what it is given.
const Winner* winner_for(const Winners& winners, const algorithms::Algorithm& algorithm, const gpu::DeviceInfo* device,
                         const algorithms::ProblemForm& form);

/// A configuration, and the search that found its values; null if no search did.
struct TunedConfiguration {
  algorithms::Configuration configuration;
  const Winner* winner = nullptr;
};

/// Returns a configuration that has values as it is, and one without values with those of winner_for().
TunedConfiguration with_tuned_values(algorithms::Configuration configuration, const Winners& winners,
                                     const gpu::DeviceInfo* device, const algorithms::ProblemForm& form);

/// Why what was measured for such problems is not used, in one line; empty if it is, or if there is nothing.
std::string unused_reason(const Winners& winners, const algorithms::Algorithm& algorithm, const gpu::DeviceInfo* device,
                          const algorithms::ProblemForm& form);

}  // namespace texelsort::app
