#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compute/cuda/engine.h"

namespace texelsort::cuda {

struct DeviceInfo {
  int ordinal = 0;  ///< CUDA's number for it, or cpu_ordinal
  Engine engine = Engine::cuda;
  std::string name;
  int major = 0, minor = 0;  ///< compute capability
  std::uint32_t multiprocessors = 0;
  std::uint64_t memory_bytes = 0, l2_bytes = 0;
  std::uint64_t max_shared_bytes = 0;  ///< of one thread block, once a kernel has asked for more than 48 KiB
  std::string unfit;                   ///< why it cannot be used; empty if it can
};

/// The CPU's number: kernels are executed thread by thread, see compute/simt. Every machine has this device.
inline constexpr int cpu_ordinal = -1;
const DeviceInfo& cpu_device();
/// Why this program executes no kernels on the CPU; empty if it does.
std::string_view cpu_absence();
/// It takes seconds for these; a GPU, and a sort for CPUs, some thousandth of that.
inline constexpr std::uint64_t most_keys_on_cpu = std::uint64_t{1} << 18;

/// What this machine has of NVIDIA's devices.
struct DeviceList {
  std::vector<DeviceInfo> devices;
  std::string reason;       ///< why none of them can be used, in one line; empty if one can
  int driver_version = 0;   ///< the newest CUDA that the driver knows, 13000 for 13.0; 0: no driver
  int runtime_version = 0;  ///< of the toolkit that built this program; 0: built without CUDA
};

/// Asked for once; never throws.
const DeviceList& devices();

/// The device of that number; throws InternalError if there is none.
const DeviceInfo& device(int ordinal);

/// That which use() has made the present one.
const DeviceInfo& present_device();

/// "13.0" for 13000.
std::string version_text(int version);

struct Memory {
  std::uint64_t free = 0, total = 0;  ///< bytes
};
Memory memory(int ordinal);

/// Makes it the device of the calls and launches that follow in this thread.
void use(int ordinal);
const DeviceInfo& present_device();

/// The devices of the OpenGL context that is current, of whatever kind it is; none if CUDA knows none.
std::vector<int> devices_of_current_context();

/// Milliseconds for one copy of `bytes` within a device's memory, the median of some.
double copy_ms(int ordinal, std::uint64_t bytes);

}  // namespace texelsort::cuda
