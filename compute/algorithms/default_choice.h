#pragma once

#include <optional>
#include <string>

#include "compute/algorithms/prepare.h"

namespace texelsort::algorithms {

/// Default algorithm, with the reason for the choice in a few words.
struct DefaultChoice {
  const Algorithm* algorithm = nullptr;
  std::string reason;
  std::optional<Prepared> prepared{};  ///< With tuned settings. Null if it does not accept the problem.
};

/// Returns the sort that accepts problems of this form and is likely the fastest, including shader compilation. Depends
/// on the device (null: none) and the number of keys. A pure function.
DefaultChoice default_sort(const gpu::DeviceInfo* device, const ProblemForm& form);

/// Returns the default selection in the same way.
DefaultChoice default_selection(const gpu::DeviceInfo* device, const ProblemForm& form);

/// Returns whether an algorithm runs on this machine and may be a default. Kernels that the CPU executes thread by
/// thread are only for viewing.
bool may_be_chosen(const Algorithm& algorithm, const gpu::DeviceInfo* device, const cuda::ExecutionOptions& execution);

}  // namespace texelsort::algorithms
