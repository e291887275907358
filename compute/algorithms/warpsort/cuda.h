#pragma once

#include "compute/algorithms/cuda/cuda_run.h"
#include "compute/algorithms/warpsort/claims.h"
#include "compute/algorithms/warpsort/cuda/launch.h"
#include "compute/cuda/buffer.h"

namespace texelsort::algorithms::warpsort {

/// Run that executes the passes of a Warpsort plan by CUDA kernels.
class WarpsortRun final : public CudaRun {
 public:
  WarpsortRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const Plan& plan);

 private:
  void execute(const WarpsortStep& step);
  Counters cost(const WarpsortStep& step) const;
  std::uint64_t table_bytes(const WarpsortStep& step) const;
  Scene scene() const;
  Splitters splitters() const;

  std::vector<View> table_views() const override;

  std::uint64_t* numbers(const GuardedBuffer& table) const { return static_cast<std::uint64_t*>(pointer(table)); }

  Plan plan_;
  const GuardedBuffer &keys_, &key_places_, &one_value_, &bounds_, &places_;
  cuda::Buffer drawn_;
};

}  // namespace texelsort::algorithms::warpsort
