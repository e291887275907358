#pragma once

#include "compute/algorithms/arrays/texel_limits.h"
#include "compute/algorithms/core/algorithm.h"

namespace texelsort::algorithms {

/// Why selections refuse a form on every device: they move no payload and need a key.
std::optional<std::string> selection_refusal(const ProblemForm& form);

/// Why the keys' texture does not take it, or its keys have no `key_bits`.
std::optional<std::string> counting_refusal(const gpu::DeviceInfo& device, const ProblemForm& form, std::uint64_t width,
                                            unsigned key_bits);

/// What the selections on the keys' texture have in common. S has `width` and `key_bits`.
template <typename S>
class CountingAlgorithm : public AlgorithmWith<S> {
 public:
  Availability availability(const gpu::DeviceInfo* device) const final { return texture_availability(device); }

 protected:
  using AlgorithmWith<S>::AlgorithmWith;
  S tuned(const gpu::DeviceInfo*, const ProblemForm& form, const Given<S>&) const final {
    S settings;
    settings.width = TexelArrays::square_width(form.n);
    return settings;
  }
  std::optional<std::string> refusal(const gpu::DeviceInfo* device, const ProblemForm& form,
                                     const S& settings) const final {
    return counting_refusal(*device, form, settings.width, settings.key_bits);
  }
};

std::unique_ptr<Algorithm> make_select_depth();
std::unique_ptr<Algorithm> make_select_discard();
std::unique_ptr<Algorithm> make_select_histogram();
std::unique_ptr<Algorithm> make_nth_element();

}  // namespace texelsort::algorithms
