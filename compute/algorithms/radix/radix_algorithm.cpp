#include "compute/algorithms/radix/radix_algorithm.h"

#include "compute/algorithms/primitives/compute_limits.h"
#include "compute/algorithms/radix/radix_run.h"

namespace texelsort::algorithms {

RadixAlgorithm::RadixAlgorithm(AlgorithmInfo info, std::array<std::string, 3> labels,
                               std::vector<ParameterSpec> parameters)
    : info_(std::move(info)), labels_(std::move(labels)), parameters_(common_radix_parameters()) {
  info_.family = "radix";
  info_.backend = Backend::compute;
  info_.stable = true;
  parameters_.insert(parameters_.end(), parameters.begin(), parameters.end());
}

Availability RadixAlgorithm::availability(const gpu::DeviceInfo* device) const {
  return compute_availability(device);
}

std::optional<std::string> RadixAlgorithm::refusal(const gpu::DeviceInfo* device, std::uint64_t n, data::KeyType type,
                                                   data::PayloadKind payload, const Parameters& parameters) const {
  return plan(n, type, payload, parameters).refusal(*device);
}

std::unique_ptr<Run> RadixAlgorithm::make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                              const Parameters& parameters) const {
  const RadixPlan chosen = plan(problem->n(), problem->type(), problem->payload, parameters);
  return std::make_unique<RadixRun>(*device, std::move(problem), chosen, labels_);
}

}  // namespace texelsort::algorithms
