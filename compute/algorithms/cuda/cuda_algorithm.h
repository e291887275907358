#pragma once

#include <string_view>

#include "compute/algorithms/core/algorithm.h"
#include "compute/cuda/choice.h"
#include "compute/cuda/device.h"

namespace texelsort::algorithms {

/// Maximum number of keys for which sorts choose small parts, sequences and rounds, so that a display of all keys shows
/// the method.
inline constexpr std::uint64_t most_keys_shown = 256;

/// Returns whether kernels can run on this device. Kernels of CUDA's libraries (`by_cuda_alone`) cannot run on the CPU.
Availability cuda_availability(const gpu::DeviceInfo* device, const cuda::ExecutionOptions& execution,
                               bool by_cuda_alone);

/// Returns why n keys are too many for kernels on the CPU, which accept at most `most` keys. Returns null if n is small
/// enough or if the kernels run on a GPU.
std::optional<std::string> cpu_refusal(const cuda::DeviceInfo& device, std::uint64_t n, std::uint64_t most);

/// Returns why a run does not fit into the memory of the CUDA device that is paired with this OpenGL device. The run
/// needs `bytes` bytes, and its largest array has `largest` bytes. Returns null if the run fits.
std::optional<std::string> cuda_memory_refusal(const gpu::DeviceInfo& device, const ProblemForm& form,
                                               std::uint64_t bytes, std::uint64_t largest);

/// Returns why `bytes` bytes exceed the free memory of a device. Returns null if the bytes fit.
std::optional<std::string> memory_refusal(std::uint64_t n, std::uint64_t bytes, const cuda::Memory& memory);

/// Returns the total bytes of one array of keys and one array of payload, for problems of a form.
std::uint64_t array_bytes(const ProblemForm& form);

/// Base class of CUDA algorithms. Before a run copies any data, the class finds why the algorithm cannot run, or why a
/// problem exceeds the device's memory. Builds without CUDA contain these algorithms, but they are unavailable.
template <typename S, typename P = S>
class CudaAlgorithmWith : public AlgorithmWith<S, P> {
 public:
  Availability availability(const gpu::DeviceInfo* device, const cuda::ExecutionOptions& execution) const final {
    return cuda_availability(device, execution, by_cuda_alone());
  }

 protected:
  CudaAlgorithmWith(AlgorithmInfo info, const SettingsTable<S>& table)
      : AlgorithmWith<S, P>((info.backend = Backend::cuda, std::move(info)), table) {}

  /// Returns whether the kernels belong to CUDA's libraries, so that only a CUDA device can run them.
  virtual bool by_cuda_alone() const { return false; }
  /// Returns the maximum number of keys for kernels on the CPU. With this number, a sort takes some seconds.
  virtual std::uint64_t most_keys_on_cpu() const { return cuda::most_keys_on_cpu; }
  std::uint64_t cuda_bytes(const ProblemForm& form, const P& settled) const override = 0;
  /// Returns why the device lacks a resource other than memory for the arrays, such as shared memory. Returns null if
  /// the resources suffice. This check precedes the check of the memory.
  virtual std::optional<std::string> kernel_refusal(const cuda::DeviceInfo&, const ProblemForm&, const P&) const {
    return std::nullopt;
  }
  virtual S tuned_for(const cuda::DeviceInfo&, const ProblemForm&, const Given<S>&) const { return {}; }

  std::optional<std::string> refusal(const gpu::DeviceInfo* device, const ProblemForm& form,
                                     const P& settled) const final {
    if (device == nullptr) return std::nullopt;
    const cuda::DeviceInfo& beside = cuda::device(cuda::choose(*device, form.execution).ordinal);
    const bool on_cpu = beside.engine == cuda::Engine::cpu;
    // unavailable kernels refuse no problem, because availability() already reports the reason
    if (on_cpu && (by_cuda_alone() || !cuda::cpu_absence().empty())) return std::nullopt;
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
