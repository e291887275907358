#pragma once

#include <string_view>

#include "compute/algorithms/core/algorithm.h"
#include "compute/cuda/choice.h"
#include "compute/cuda/device.h"

namespace texelsort::algorithms {

/// Up to this many keys are sorted to be looked at: sorts choose parts, sequences and rounds that show what they do.
inline constexpr std::uint64_t most_keys_shown = 256;

/// Why no kernels can run here; those `by_cuda_alone` not on the CPU either.
Availability cuda_availability(const gpu::DeviceInfo* device, const cuda::ExecutionOptions& execution,
                               bool by_cuda_alone);

/// Why n keys are too many for kernels on the CPU, which takes at most `most`; nothing if they are not, or on another
/// device.
std::optional<std::string> cpu_refusal(const cuda::DeviceInfo& device, std::uint64_t n, std::uint64_t most);

/// Why a run that takes `bytes` on the CUDA device beside this OpenGL device, `largest` of them in one array,
/// does not fit; nothing if it does.
std::optional<std::string> cuda_memory_refusal(const gpu::DeviceInfo& device, const ProblemForm& form,
                                               std::uint64_t bytes, std::uint64_t largest);

/// Why this many bytes do not fit what is free of a device's memory; nothing if they do.
std::optional<std::string> memory_refusal(std::uint64_t n, std::uint64_t bytes, const cuda::Memory& memory);

/// The bytes of a form's keys and their payload once.
std::uint64_t array_bytes(const ProblemForm& form);

/// What algorithms on CUDA share: why they cannot run here, and why a problem is too large for the device's memory,
/// told before anything is copied. Without CUDA they are built all the same, and are not available.
template <typename S, typename P = S>
class CudaAlgorithmWith : public AlgorithmWith<S, P> {
 public:
  Availability availability(const gpu::DeviceInfo* device, const cuda::ExecutionOptions& execution) const final {
    return cuda_availability(device, execution, by_cuda_alone());
  }

 protected:
  CudaAlgorithmWith(AlgorithmInfo info, const SettingsTable<S>& table)
      : AlgorithmWith<S, P>((info.backend = Backend::cuda, std::move(info)), table) {}

  /// Whether its kernels are CUDA's own libraries', which nothing but CUDA compiles.
  virtual bool by_cuda_alone() const { return false; }
  /// What takes the CPU, executing kernels thread by thread, some seconds.
  virtual std::uint64_t most_keys_on_cpu() const { return cuda::most_keys_on_cpu; }
  std::uint64_t cuda_bytes(const ProblemForm& form, const P& settled) const override = 0;
  /// What the device cannot do besides, shared memory for one; asked before the memory.
  virtual std::optional<std::string> kernel_refusal(const cuda::DeviceInfo&, const ProblemForm&, const P&) const {
    return std::nullopt;
  }
  virtual S tuned_for(const cuda::DeviceInfo&, const ProblemForm&, const Given<S>&) const { return {}; }

  std::optional<std::string> refusal(const gpu::DeviceInfo* device, const ProblemForm& form,
                                     const P& settled) const final {
    if (device == nullptr) return std::nullopt;
    const cuda::DeviceInfo& beside = cuda::device(cuda::choose(*device, form.execution).ordinal);
    const bool on_cpu = beside.engine == cuda::Engine::cpu;
    if (on_cpu && (by_cuda_alone() || !cuda::cpu_absence().empty())) return std::nullopt;  // it is not available
    cuda::use(beside.ordinal);
    if (auto reason = kernel_refusal(beside, form, settled)) return reason;
    if (auto reason = cpu_refusal(beside, form.n, most_keys_on_cpu())) return reason;
    const std::uint64_t largest = form.n * std::max(data::key_bytes(form.type), data::payload_bytes(form.payload));
    return cuda_memory_refusal(*device, form, cuda_bytes(form, settled), largest);
  }
  S tuned(const gpu::DeviceInfo* device, const ProblemForm& form, const Given<S>& given) const final {
    if (device == nullptr) return {};
    return tuned_for(cuda::device(cuda::choose(*device, form.execution).ordinal), form, given);
  }
};

}  // namespace texelsort::algorithms
