#pragma once

#include "compute/algorithms/cuda/cuda_field_run.h"
#include "compute/algorithms/radix/cuda_plan.h"

namespace texelsort::algorithms {

/// What the radix sorts on CUDA share: moves by one digit from the front to the back.
class CudaRadixRun : public CudaFieldRun {
 protected:
  CudaRadixRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const CudaRadixPlan& plan)
      : CudaFieldRun(device, std::move(problem)), plan_(plan) {}

  const CudaRadixPlan& plan() const { return plan_; }
  /// Inside a pass's execute.
  radix::Move move_by(const DigitPass& digit) const;
  /// Its tables after a pass.
  virtual std::vector<View> digit_views(std::uint64_t pass) const = 0;

 private:
  std::vector<View> more_views() const final {
    return passes_done() > 0 ? digit_views(passes_done() - 1) : std::vector<View>{};
  }
  CudaRadixPlan plan_;
};

/// Runs of SRTS and GRS, and of Onesweep, and the bytes that each takes on the device beside the two arrays.
std::unique_ptr<Run> make_cuda_radix_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                         const CudaRadixPlan& plan);
std::uint64_t cuda_radix_bytes(const CudaRadixPlan& plan);
std::unique_ptr<Run> make_onesweep_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                       const CudaRadixPlan& plan, std::uint32_t patience);
std::uint64_t onesweep_bytes(const CudaRadixPlan& plan);

}  // namespace texelsort::algorithms
