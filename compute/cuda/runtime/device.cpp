#include "compute/cuda/device.h"

#include <algorithm>
#include <array>

#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include "compute/cuda/buffer.h"
#include "compute/cuda/error.h"
#include "compute/cuda/event.h"

namespace texelsort::cuda {
namespace {

// Oldest compute capability that this program is compiled for, as cmake/cuda.cmake sets it.
constexpr int oldest_major = 7, oldest_minor = 5;

DeviceInfo read_info(int ordinal) {
  cudaDeviceProp properties{};
  check(cudaGetDeviceProperties(&properties, ordinal), "cudaGetDeviceProperties");
  int mode = cudaComputeModeDefault;
  check(cudaDeviceGetAttribute(&mode, cudaDevAttrComputeMode, ordinal), "cudaDeviceGetAttribute");
  DeviceInfo info;
  info.ordinal = ordinal;
  info.name = properties.name;
  info.major = properties.major;
  info.minor = properties.minor;
  info.multiprocessors = static_cast<std::uint32_t>(properties.multiProcessorCount);
  info.memory_bytes = properties.totalGlobalMem;
  info.l2_bytes = static_cast<std::uint64_t>(properties.l2CacheSize);
  info.max_shared_bytes = properties.sharedMemPerBlockOptin;
  if (info.major < oldest_major || (info.major == oldest_major && info.minor < oldest_minor)) {
    info.unfit = fmt::format("{} has compute capability {}.{}, but texelsort needs {}.{} or later", info.name,
                             info.major, info.minor, oldest_major, oldest_minor);
  } else if (mode == cudaComputeModeProhibited) {
    info.unfit = fmt::format("{} has a compute mode that prohibits computing", info.name);
  }
  return info;
}

/// CUDA reports the same error for a missing driver and for a driver that is too old.
std::string reason_of(cudaError_t error, const DeviceList& list) {
  if (list.driver_version == 0) {
    return fmt::format("this machine has no CUDA driver: install an NVIDIA driver that supports CUDA {} or later",
                       version_text(list.runtime_version));
  }
  if (error == cudaErrorInsufficientDriver) {
    return fmt::format("the driver supports CUDA {}, but this texelsort needs {}: update the driver",
                       version_text(list.driver_version), version_text(list.runtime_version));
  }
  if (error == cudaErrorNoDevice) return "this machine has no CUDA device, although a driver is installed";
  return fmt::format("CUDA cannot be used on this machine: {} ({})", cudaGetErrorString(error),
                     cudaGetErrorName(error));
}

DeviceList list_devices() {
  DeviceList list;
  cudaRuntimeGetVersion(&list.runtime_version);
  cudaDriverGetVersion(&list.driver_version);
  int count = 0;
  if (const cudaError_t error = cudaGetDeviceCount(&count); error != cudaSuccess) {
    cudaGetLastError();
    list.reason = reason_of(error, list);
    return list;
  }
  for (int ordinal = 0; ordinal < count; ++ordinal) list.devices.push_back(read_info(ordinal));
  const auto fit = [](const DeviceInfo& one) { return one.unfit.empty(); };
  if (!std::ranges::any_of(list.devices, fit)) {
    list.reason = list.devices.empty() ? reason_of(cudaErrorNoDevice, list) : list.devices.front().unfit;
  }
  return list;
}

}  // namespace

const DeviceList& devices() {
  static const DeviceList list = [] {
    try {
      return list_devices();
    } catch (const std::exception& error) {
      DeviceList none;
      none.reason = error.what();
      return none;
    }
  }();
  return list;
}

}  // namespace texelsort::cuda
