#include "compute/algorithms/primitives/compute_limits.h"

#include <fmt/format.h>

namespace texelsort::algorithms {

Availability compute_availability(const gpu::DeviceInfo* device) {
  if (device == nullptr) return {false, "needs OpenGL 4.3, but this machine has no usable OpenGL"};
  if (!device->compute) {
    return {false, fmt::format("needs compute shaders (OpenGL 4.3), but this device has {} {}.{}", device->api,
                               device->major, device->minor)};
  }
  return {};
}

std::optional<std::string> storage_refusal(const gpu::DeviceInfo& device, std::uint64_t n, std::string_view what,
                                           std::uint64_t bytes) {
  if (bytes <= device.max_storage_bytes) return std::nullopt;
  std::string reason = fmt::format("n = {} needs a storage block of {} bytes for {}, but this device's limit is {}", n,
                                   bytes, what, device.max_storage_bytes);
  if (bytes % n == 0) reason += fmt::format(": choose at most n = {}", device.max_storage_bytes / (bytes / n));
  return reason;
}

std::optional<std::string> workgroup_refusal(const gpu::DeviceInfo& device, std::uint64_t invocations) {
  if (invocations <= device.max_workgroup_size) return std::nullopt;
  return fmt::format("workgroup = {} is beyond this device's limit of {} invocations: choose a smaller workgroup",
                     invocations, device.max_workgroup_size);
}

std::optional<std::string> subgroup_refusal(const gpu::DeviceInfo& device, std::uint64_t invocations) {
  constexpr std::uint64_t lanes = 32;
  if (device.subgroup_lanes == lanes && invocations % lanes == 0) return std::nullopt;
  return fmt::format(
      "ranking = subgroups needs workgroups of whole subgroups of {} invocations (KHR_shader_subgroup), but {}: choose "
      "ranking = matching",
      lanes, device.subgroup_lanes == lanes ? fmt::format("workgroup = {}", invocations) : "this device has none");
}

std::optional<std::string> loop_refusal(const gpu::DeviceInfo& device, std::string_view what, std::uint64_t rounds,
                                        std::string_view advice) {
  if (rounds <= device.max_loop_rounds) return std::nullopt;
  return fmt::format("{}: an invocation needs up to {} loop iterations, but this device ends loops after {}: choose {}",
                     what, rounds, device.max_loop_rounds, advice);
}

std::optional<std::string> shared_memory_refusal(const gpu::DeviceInfo& device, std::string_view what,
                                                 std::uint64_t bytes) {
  if (bytes <= device.max_shared_bytes) return std::nullopt;
  return fmt::format("{} needs {} bytes of shared memory, but this device's limit is {}", what, bytes,
                     device.max_shared_bytes);
}

}  // namespace texelsort::algorithms
