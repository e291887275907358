#pragma once

#include <array>
#include <string>

#include "compute/algorithms/core/text_algorithm.h"
#include "compute/algorithms/radix/radix_plan.h"

namespace texelsort::algorithms {

/// What the radix sorts share as algorithms; each has parameters, tuned values and a plan of its own.
class RadixAlgorithm : public TextAlgorithm {
 public:
  const AlgorithmInfo& info() const final { return info_; }
  const std::vector<ParameterSpec>& parameters() const final { return parameters_; }
  Availability availability(const gpu::DeviceInfo* device) const final;
  std::optional<std::string> refusal(const gpu::DeviceInfo* device, std::uint64_t n, data::KeyType type,
                                     data::PayloadKind payload, const Parameters& parameters) const final;
  std::map<std::string, std::string> tuned(const gpu::DeviceInfo* device, std::uint64_t n,
                                           data::KeyType type) const final {
    return tuned_beside(device, n, type, {});
  }

  virtual RadixPlan plan(std::uint64_t n, data::KeyType type, data::PayloadKind payload,
                         const Parameters& parameters) const = 0;

 protected:
  /// `labels` name the three passes of a digit; `parameters` come after the common ones.
  RadixAlgorithm(AlgorithmInfo info, std::array<std::string, 3> labels, std::vector<ParameterSpec> parameters);
  std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                const Parameters& parameters) const final;

 private:
  AlgorithmInfo info_;
  std::array<std::string, 3> labels_;
  std::vector<ParameterSpec> parameters_;
};

}  // namespace texelsort::algorithms
