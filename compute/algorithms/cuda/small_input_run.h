#pragma once

#include "compute/algorithms/cuda/cuda_field_run.h"
#include "compute/algorithms/cuda/kernels/launch.h"

namespace texelsort::algorithms {

/// Few keys sorted by merging in one launch or two: what sorts on CUDA do instead of their own passes where launches
/// would take most of the time.
class SmallInputRun final : public CudaFieldRun {
 public:
  /// Sorts largest_small_input() at the most. `grouped`: see ProblemForm.
  SmallInputRun(gpu::Device& device, std::shared_ptr<const Problem> problem, bool grouped);

  /// Bytes beside the two arrays.
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

/// What few keys of a form are at the most.
std::uint64_t largest_small_input(const ProblemForm& form);
/// Why a device cannot run the kernels of a form that has few keys.
std::optional<std::string> small_input_refusal(const ProblemForm& form, std::uint64_t max_shared_bytes);

}  // namespace texelsort::algorithms
