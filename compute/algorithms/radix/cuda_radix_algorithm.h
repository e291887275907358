#pragma once

#include "compute/algorithms/cuda/cuda_algorithm.h"
#include "compute/algorithms/radix/cuda_radix_plan.h"

namespace texelsort::algorithms {

/// What the radix sorts on CUDA share as algorithms.
class CudaRadixAlgorithm : public CudaAlgorithm {
 public:
  bool moves_records() const final { return true; }

  bool prefers_direct(const ProblemForm& form) const final;

  virtual CudaRadixPlan plan(std::uint64_t n, data::KeyType type, data::PayloadKind payload,
                             const Parameters& parameters) const = 0;

 protected:
  /// `parameters` come after the common ones, whose values in the source are named first.
  CudaRadixAlgorithm(AlgorithmInfo info, std::string paper_digit, std::string paper_shape,
                     std::vector<ParameterSpec> parameters);

  /// Bytes on the device beside the two arrays.
  virtual std::uint64_t tables_bytes(const CudaRadixPlan& plan, const Parameters& parameters) const = 0;

  std::uint64_t device_bytes(const Size& size, const Parameters& parameters) const final;
  std::optional<std::string> kernel_refusal(const cuda::DeviceInfo& device, const Size& size,
                                            const Parameters& parameters) const override;
  std::map<std::string, std::string> tuned_for(const cuda::DeviceInfo& device, std::uint64_t n,
                                               data::KeyType type) const override;
};

}  // namespace texelsort::algorithms
