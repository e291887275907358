#pragma once

#include <optional>
#include <string>

#include "compute/algorithms/prepare.h"

namespace texelsort::algorithms {

/// The default algorithm for a problem, and the reason for the choice in a few words.
struct DefaultChoice {
  const Algorithm* algorithm = nullptr;
  std::string reason;
  std::optional<Prepared> prepared{};  ///< The algorithm with tuned settings. Null if it does not accept the problem.
};

/// Returns the sort that accepts problems of this form and is probably the fastest, including the time to compile
/// shaders. The choice depends on the device (null: none) and the number of keys. A pure function.
DefaultChoice default_sort(const gpu::DeviceInfo* device, const ProblemForm& form);

/// Returns the default selection for problems of this form, as default_sort() does for sorts.
DefaultChoice default_selection(const gpu::DeviceInfo* device, const ProblemForm& form);

/// Returns the backend of all algorithms that the requested device executes: CUDA for kernels on the CPU, and compute
/// shaders for shaders on the CPU. Returns null if no such device is requested.
std::optional<Backend> requested_backend(const cuda::ExecutionOptions& execution);

/// Returns whether an algorithm runs on this machine and may be a default. The CPU executes kernels and shaders only
/// for views and checks. If such a device is requested, only its algorithms may be a default, and otherwise none of
/// them.
bool may_be_chosen(const Algorithm& algorithm, const gpu::DeviceInfo* device, const cuda::ExecutionOptions& execution);

}  // namespace texelsort::algorithms
