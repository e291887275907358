#pragma once

#include <optional>
#include <string>

#include "compute/algorithms/prepare.h"

namespace texelsort::algorithms {

/// An algorithm for who asked for none, and why it is this one, in a few words.
struct DefaultChoice {
  const Algorithm* algorithm = nullptr;
  std::string reason;
  std::optional<Prepared> prepared{};  ///< with tuned settings, if it takes the problem
};

/// The sort that takes problems of this form and is likely the fastest here, compiling its shaders included: by what
/// the device can do (null: no device) and by the number of keys. A pure function.
DefaultChoice default_sort(const gpu::DeviceInfo* device, const ProblemForm& form);

/// The same of the selections.
DefaultChoice default_selection(const gpu::DeviceInfo* device, const ProblemForm& form);

/// Whether an algorithm can run here and may be chosen for who asked for none: kernels that the CPU executes thread by
/// thread are for looking at.
bool may_be_chosen(const Algorithm& algorithm, const gpu::DeviceInfo* device, const cuda::ExecutionOptions& execution);

}  // namespace texelsort::algorithms
