#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "compute/algorithms/core/algorithm.h"

/// Functions that return why a device does not meet a requirement of a compute algorithm, with the numbers. They return
/// null if the device meets the requirement.
namespace texelsort::algorithms {

/// Returns whether the device has compute shaders, which need OpenGL 4.3.
Availability compute_availability(const gpu::DeviceInfo* device);

/// Returns why an array exceeds the device's storage buffers. `what` is the name of the array in the message: "the
/// keys", "the table".
std::optional<std::string> storage_refusal(const gpu::DeviceInfo& device, std::uint64_t n, std::string_view what,
                                           std::uint64_t bytes);
std::optional<std::string> workgroup_refusal(const gpu::DeviceInfo& device, std::uint64_t invocations);
/// Returns why the device cannot rank keys by subgroups (ranking = subgroups).
std::optional<std::string> subgroup_refusal(const gpu::DeviceInfo& device, std::uint64_t invocations);
/// Returns why a device would abort a shader invocation that runs too long. `rounds` is the maximum total number of the
/// invocation's loop iterations. `advice` tells the user how to reduce it.
std::optional<std::string> loop_refusal(const gpu::DeviceInfo& device, std::string_view what, std::uint64_t rounds,
                                        std::string_view advice);
std::optional<std::string> shared_memory_refusal(const gpu::DeviceInfo& device, std::string_view what,
                                                 std::uint64_t bytes);

/// Bytes per word (u32) in the tables of shaders and kernels.
inline constexpr std::uint64_t word_bytes = sizeof(std::uint32_t);

}  // namespace texelsort::algorithms
