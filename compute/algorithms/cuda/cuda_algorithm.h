#pragma once

#include <string_view>

#include "compute/algorithms/core/algorithm.h"
#include "compute/cuda/device.h"

namespace texelsort::algorithms {

/// What algorithms on CUDA share: why they cannot run here, and why a problem is too large for the device's memory,
/// told before anything is copied. Without CUDA they are built all the same, and are not available.
class CudaAlgorithm : public Algorithm {
 public:
  const AlgorithmInfo& info() const final { return info_; }
  const std::vector<ParameterSpec>& parameters() const final { return parameters_; }
  Availability availability(const gpu::DeviceInfo* device) const final;
  std::optional<std::string> refusal(const gpu::DeviceInfo* device, std::uint64_t n, data::KeyType type,
                                     data::PayloadKind payload, const Parameters& parameters) const final;
  std::map<std::string, std::string> tuned(const gpu::DeviceInfo* device, std::uint64_t n,
                                           data::KeyType type) const final;

  std::optional<std::string> refusal_of_records(const gpu::DeviceInfo* device, const ProblemForm& form,
                                                const Parameters& parameters) const override;
  std::map<std::string, std::string> tuned_records(const gpu::DeviceInfo* device,
                                                   const ProblemForm& form) const override;

 protected:
  std::unique_ptr<RecordMover> make_mover(gpu::Device* device, std::shared_ptr<const Problem> problem, Run& sorter,
                                          const Parameters& parameters) const override;

  /// `info.backend` is set here; `info.family` is "cuda" or the library's name.
  CudaAlgorithm(AlgorithmInfo info, std::vector<ParameterSpec> parameters);

  /// A problem as its memory and its kernels see it.
  struct Size {
    std::uint64_t n = 0;
    data::KeyType type = data::KeyType::u32;
    data::PayloadKind payload = data::PayloadKind::none;
    std::uint64_t array_bytes() const;  ///< of the keys and their payload once
  };

  /// The device memory that a run takes, all arrays and tables together. The CUDA device is the present one.
  virtual std::uint64_t device_bytes(const Size& size, const Parameters& parameters) const = 0;
  /// What else the device cannot do, shared memory for one; asked before the memory.
  virtual std::optional<std::string> kernel_refusal(const cuda::DeviceInfo&, const Size&, const Parameters&) const {
    return std::nullopt;
  }
  /// The values for a CUDA device; see Algorithm::tuned.
  virtual std::map<std::string, std::string> tuned_for(const cuda::DeviceInfo&, std::uint64_t /*n*/,
                                                       data::KeyType) const {
    return {};
  }

 private:
  /// `bytes` on the device, of which the largest array has `largest`.
  std::optional<std::string> too_large(const gpu::DeviceInfo& device, std::uint64_t n, std::uint64_t bytes,
                                       std::uint64_t largest) const;

  AlgorithmInfo info_;
  std::vector<ParameterSpec> parameters_;
};

/// Why so many bytes do not fit what is free of a device's memory; nothing if they do.
std::optional<std::string> memory_refusal(std::uint64_t n, std::uint64_t bytes, const cuda::Memory& memory);

}  // namespace texelsort::algorithms
