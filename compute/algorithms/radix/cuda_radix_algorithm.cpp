#include "compute/algorithms/radix/cuda_radix_algorithm.h"

#include "compute/algorithms/radix/digits.h"

namespace texelsort::algorithms {
namespace {

std::vector<ParameterSpec> joined(std::vector<ParameterSpec> first, const std::vector<ParameterSpec>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

}  // namespace

CudaRadixAlgorithm::CudaRadixAlgorithm(AlgorithmInfo info, std::string paper_digit, std::string paper_shape,
                                       std::vector<ParameterSpec> parameters)
    : CudaAlgorithm(std::move(info),
                    joined(cuda_radix_parameters(std::move(paper_digit), std::move(paper_shape)), parameters)) {}

bool CudaRadixAlgorithm::prefers_direct(const ProblemForm& form) const {
  // A few columns move with their keys in less time than indices, and turning the columns, take; measured on an H200.
  constexpr std::uint32_t few = 3;
  return form.shape.layout == data::Layout::by_field && form.shape.fields <= few;
}

std::uint64_t CudaRadixAlgorithm::device_bytes(const Size& size, const Parameters& parameters) const {
  return 2 * size.array_bytes() + tables_bytes(plan(size.n, size.type, size.payload, parameters), parameters);
}

std::optional<std::string> CudaRadixAlgorithm::kernel_refusal(const cuda::DeviceInfo& device, const Size& size,
                                                              const Parameters& parameters) const {
  return shape_refusal(plan(size.n, size.type, size.payload, parameters), device.max_shared_bytes);
}

std::map<std::string, std::string> CudaRadixAlgorithm::tuned_for(const cuda::DeviceInfo&, std::uint64_t n,
                                                                 data::KeyType) const {
  return {{"digit", tuned_digit(n)}};
}

}  // namespace texelsort::algorithms
