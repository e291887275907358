#pragma once

#include "compute/algorithms/core/algorithm.h"

namespace texelsort::algorithms {

/// An algorithm whose settings are text.
class TextAlgorithm : public Algorithm {
 public:
  TextValues tuned_values(const gpu::DeviceInfo* device, const ProblemForm& form, const TextValues& given) const final {
    return tuned_beside(device, form.n, form.type, given);
  }
  std::unique_ptr<const RunPlan> plan(const gpu::DeviceInfo* device, const ProblemForm& form,
                                      const TextValues& given) const final;

  virtual std::optional<std::string> refusal(const gpu::DeviceInfo* device, std::uint64_t n, data::KeyType type,
                                             data::PayloadKind payload, const Parameters& parameters) const = 0;
  virtual TextValues tuned(const gpu::DeviceInfo* device, std::uint64_t n, data::KeyType type) const = 0;
  virtual TextValues tuned_beside(const gpu::DeviceInfo* device, std::uint64_t n, data::KeyType type,
                                  const TextValues&) const {
    return tuned(device, n, type);
  }
  virtual bool keeps_ties(const Parameters&) const { return info().stable; }
  virtual std::optional<std::string> refusal_of_sequences(const gpu::DeviceInfo*, const ProblemForm&,
                                                          const Parameters&) const {
    return std::nullopt;
  }
  virtual std::uint64_t cuda_bytes(const ProblemForm&, const Parameters&) const { return 0; }

 protected:
  virtual std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                        const Parameters& parameters) const = 0;

 private:
  class TextPlan;
};

}  // namespace texelsort::algorithms
