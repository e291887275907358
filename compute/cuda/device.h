#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compute/cuda/execution.h"

namespace texelsort::cuda {

struct DeviceInfo {
  int ordinal = 0;  ///< CUDA ordinal of the device, or `cpu_ordinal` for the CPU
  Engine engine = Engine::cuda;
  std::string name;
  int major = 0, minor = 0;  ///< compute capability of the device, such as 9 and 0
  std::uint32_t multiprocessors = 0;
  std::uint64_t memory_bytes = 0, l2_bytes = 0;
  /// Maximum bytes of shared memory per thread block. Kernels must request sizes above 48 KiB.
  std::uint64_t max_shared_bytes = 0;
  std::string unfit;  ///< reason why the device cannot be used; empty if it can
};

/// Ordinal of the CPU, which executes kernels thread by thread (see compute/simt). Every machine has this device.
inline constexpr int cpu_ordinal = -1;
const DeviceInfo& cpu_device();
/// Returns the reason why this program cannot execute kernels on the CPU, or an empty string if it can.
std::string_view cpu_absence();
/// Maximum number of keys for kernels on the CPU. More keys take too long, because a GPU or a CPU sort is about a
/// thousand times faster.
inline constexpr std::uint64_t most_keys_on_cpu = std::uint64_t{1} << 18;

/// NVIDIA devices of this machine, and the CUDA versions of driver and toolkit.
struct DeviceList {
  std::vector<DeviceInfo> devices;
  std::string reason;  ///< reason why no device can be used, in one line; empty if a device can be used
  /// Newest CUDA version that the driver supports, such as 13000 for 13.0; 0 if there is no driver.
  int driver_version = 0;
  int runtime_version = 0;  ///< CUDA version of the toolkit that built this program; 0 if built without CUDA
};

/// Returns the NVIDIA devices of this machine, which the first call finds. Never throws.
const DeviceList& devices();

/// Returns the properties of the device with this ordinal. Throws InternalError if no such device exists.
const DeviceInfo& device(int ordinal);

/// Returns the properties of the device that use() has selected for this thread.
const DeviceInfo& present_device();

/// Formats a CUDA version, such as "13.0" for 13000.
std::string version_text(int version);

struct Memory {
  std::uint64_t free = 0, total = 0;  ///< free and total memory of a device in bytes
};
Memory memory(int ordinal);

/// Selects the device for later calls and kernel launches of this thread.
void use(int ordinal);
const DeviceInfo& present_device();

/// Returns the ordinals of the CUDA devices that the current OpenGL context uses. Returns an empty list if OpenGL uses
/// no CUDA device.
std::vector<int> devices_of_current_context();

/// Returns the median time of several copies of `bytes` bytes within the memory of a device, in milliseconds.
double copy_ms(int ordinal, std::uint64_t bytes);

}  // namespace texelsort::cuda
