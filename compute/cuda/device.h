#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compute/cuda/execution.h"

namespace texelsort::cuda {

struct DeviceInfo {
  int ordinal = 0;  ///< CUDA's ordinal, or cpu_ordinal
  Engine engine = Engine::cuda;
  std::string name;
  int major = 0, minor = 0;  ///< compute capability
  std::uint32_t multiprocessors = 0;
  std::uint64_t memory_bytes = 0, l2_bytes = 0;
  /// Maximum bytes of shared memory per thread block, if a kernel requests more than 48 KiB.
  std::uint64_t max_shared_bytes = 0;
  std::string unfit;  ///< reason why the device cannot be used; empty if it can
};

/// Ordinal of the CPU, which executes kernels thread by thread (see compute/simt). Every machine has this device.
inline constexpr int cpu_ordinal = -1;
const DeviceInfo& cpu_device();
/// Reason why this program cannot execute kernels on the CPU. Empty if it can.
std::string_view cpu_absence();
/// Maximum number of keys that kernels on the CPU process, which needs seconds. A GPU or a sort for CPUs is about a
/// thousand times faster.
inline constexpr std::uint64_t most_keys_on_cpu = std::uint64_t{1} << 18;

/// NVIDIA devices of this machine.
struct DeviceList {
  std::vector<DeviceInfo> devices;
  std::string reason;       ///< reason in one line why no device can be used; empty if one can
  int driver_version = 0;   ///< newest CUDA version that the driver supports: 13000 for 13.0; 0 if there is no driver
  int runtime_version = 0;  ///< version of the toolkit that built this program; 0 if built without CUDA
};

/// Returns the devices, found on the first call. Never throws.
const DeviceList& devices();

/// Returns the device with that ordinal. Throws InternalError if there is none.
const DeviceInfo& device(int ordinal);

/// Returns the device that use() has selected.
const DeviceInfo& present_device();

/// Formats a version: "13.0" for 13000.
std::string version_text(int version);

struct Memory {
  std::uint64_t free = 0, total = 0;  ///< free and total memory in bytes
};
Memory memory(int ordinal);

/// Selects the device for later calls and launches of this thread.
void use(int ordinal);
const DeviceInfo& present_device();

/// Returns the CUDA devices of the current OpenGL context of any kind. Empty if there are none.
std::vector<int> devices_of_current_context();

/// Returns the median time of several copies of `bytes` bytes within a device's memory, in milliseconds.
double copy_ms(int ordinal, std::uint64_t bytes);

}  // namespace texelsort::cuda
