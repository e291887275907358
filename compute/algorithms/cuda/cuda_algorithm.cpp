#include "compute/algorithms/cuda/cuda_algorithm.h"

#include <algorithm>

#include <fmt/format.h>

#include "compute/algorithms/records/cuda_mover.h"
#include "compute/algorithms/records/record_parameters.h"
#include "compute/cuda/choice.h"

namespace texelsort::algorithms {

CudaAlgorithm::CudaAlgorithm(AlgorithmInfo info, std::vector<ParameterSpec> parameters)
    : info_(std::move(info)), parameters_(std::move(parameters)) {
  info_.backend = Backend::cuda;
}

std::uint64_t CudaAlgorithm::Size::array_bytes() const {
  return n * (data::key_bytes(type) + data::payload_bytes(payload));
}

Availability CudaAlgorithm::availability(const gpu::DeviceInfo* device) const {
  if (!cuda::devices().reason.empty()) return {false, cuda::devices().reason};
  if (device == nullptr) return {false, "its arrays are OpenGL buffers, and no OpenGL context can be made here"};
  return {};
}

std::optional<std::string> CudaAlgorithm::refusal(const gpu::DeviceInfo* device, std::uint64_t n, data::KeyType type,
                                                  data::PayloadKind payload, const Parameters& parameters) const {
  if (device == nullptr) return std::nullopt;
  const cuda::Choice choice = cuda::choose(*device);
  if (!choice.ordinal) return std::nullopt;
  const Size size{n, type, payload};
  if (auto reason = kernel_refusal(cuda::device(*choice.ordinal), size, parameters)) return reason;
  const std::uint64_t largest = n * std::max(data::key_bytes(type), data::payload_bytes(payload));
  return too_large(*device, n, device_bytes(size, parameters), largest);
}

std::optional<std::string> CudaAlgorithm::too_large(const gpu::DeviceInfo& device, std::uint64_t n, std::uint64_t bytes,
                                                    std::uint64_t largest) const {
  const cuda::Choice choice = cuda::choose(device);
  // Copies stand beside OpenGL's own buffers if both are on the one device; those of several objects are not mapped
  // without.
  const bool several = choice.sharing == cuda::Sharing::mapped && largest > gpu::Buffer::most_in_one;
  const bool copies = choice.sharing >= cuda::Sharing::copied || several;
  const bool twice = copies && device.cuda_ordinal == choice.ordinal;
  return memory_refusal(n, (twice ? 2 : 1) * bytes, cuda::memory(*choice.ordinal));
}

std::optional<std::string> CudaAlgorithm::refusal_of_records(const gpu::DeviceInfo* device, const ProblemForm& form,
                                                             const Parameters& parameters) const {
  if (device == nullptr || !cuda::choose(*device).ordinal) return std::nullopt;
  const bool direct = parameters.text("records") == "direct";
  if (direct && form.shape.layout == data::Layout::by_record) {
    return "records = direct: the keys of by-record layouts are taken out of the records first, which are then sorted "
           "indirectly; choose indirect";
  }
  if (!direct && rearrange_of(parameters) == Rearrange::cycle) {
    return Algorithm::refusal_of_records(device, form, parameters);
  }
  const Size keys{form.n, form.type, direct ? data::PayloadKind::record : data::PayloadKind::index};
  const std::uint64_t words = CudaMover::device_bytes(form);  // of two arrays
  return too_large(*device, form.n, device_bytes(keys, parameters) + words,
                   std::max(form.n * data::key_bytes(form.type), words / 2));
}

std::map<std::string, std::string> CudaAlgorithm::tuned_records(const gpu::DeviceInfo*, const ProblemForm& form) const {
  const bool columns = form.shape.layout == data::Layout::by_field;
  const Rearrange best = !columns ? Rearrange::group : form.shape.fields > 1 ? Rearrange::transpose : Rearrange::gather;
  return {{"rearrange", std::string(algorithms::name(best))}};
}

/// Along cycles compute shaders move: their buffers are the same.
std::unique_ptr<RecordMover> CudaAlgorithm::make_mover(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                                       Run& sorter, const Parameters& parameters) const {
  const Rearrange rearrange = rearrange_of(parameters);
  if (rearrange == Rearrange::cycle) return Algorithm::make_mover(device, std::move(problem), sorter, parameters);
  return std::make_unique<CudaMover>(dynamic_cast<CudaRun&>(sorter), std::move(problem), rearrange);
}

std::map<std::string, std::string> CudaAlgorithm::tuned(const gpu::DeviceInfo* device, std::uint64_t n,
                                                        data::KeyType type) const {
  if (device == nullptr) return {};
  const cuda::Choice choice = cuda::choose(*device);
  if (!choice.ordinal) return {};
  return tuned_for(cuda::device(*choice.ordinal), n, type);
}

std::optional<std::string> memory_refusal(std::uint64_t n, std::uint64_t bytes, const cuda::Memory& memory) {
  if (bytes <= memory.free) return std::nullopt;
  return fmt::format(
      "n = {} needs {} bytes of the CUDA device's memory, and {} of its {} are free: at most about n = {}", n, bytes,
      memory.free, memory.total,
      static_cast<std::uint64_t>(static_cast<double>(n) * static_cast<double>(memory.free) /
                                 static_cast<double>(bytes)));
}

}  // namespace texelsort::algorithms
