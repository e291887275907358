#pragma once

#include "compute/algorithms/cuda/cuda_field_run.h"
#include "compute/algorithms/cuda/kernels/launch.h"

namespace texelsort::algorithms {

/// Run that sorts a small input by merging in one or two launches. CUDA sorts use this run instead of their own passes
/// if launch overhead would dominate.
class SmallInputRun final : public CudaFieldRun {
 public:
  /// Makes a run for at most largest_small_input() keys. If `grouped` is true, groups of threads move whole records;
  /// see ProblemForm::grouped.
  SmallInputRun(gpu::Device& device, std::shared_ptr<const Problem> problem, bool grouped);

  /// Returns the bytes of device memory that a run needs in addition to the front and back arrays.
  static std::uint64_t table_bytes(const ProblemForm& form);

 private:
  Pass tiles_pass();
  Pass parts_pass();
  Counters cost() const;
  const kernels::SmallInputLaunches& kernels() const { return launches<kernels::SmallInputLaunches>(problem().type()); }

  kernels::KeyParts parts_;
  bool grouped_;
  const GuardedBuffer& splitters_;
};

/// Returns the maximum number of keys of a small input of this form.
std::uint64_t largest_small_input(const ProblemForm& form);
/// Returns why a device cannot run the kernels for small inputs of a form. Returns null if the device can.
std::optional<std::string> small_input_refusal(const ProblemForm& form, std::uint64_t max_shared_bytes);

}  // namespace texelsort::algorithms
