#include "compute/cuda/driver.h"
#include "compute/data/error.h"

namespace texelsort::cuda {

std::string_view cpu_absence() {
  return "a web page cannot execute CUDA kernels, because WebAssembly does not support their threads (fibers)";
}

Driver& cpu_driver() {
  throw UnavailableError(std::string(cpu_absence()));
}

const DeviceInfo& cpu_device() {
  static const DeviceInfo none = [] {
    DeviceInfo info;
    info.ordinal = cpu_ordinal;
    info.engine = Engine::cpu;
    info.name = "none";
    // Use the same properties as on the desktop, so that the page lists the same parameter values.
    info.major = 9;
    info.multiprocessors = 132;
    info.memory_bytes = 1ull << 30;
    info.l2_bytes = 50ull << 20;
    info.max_shared_bytes = 227 * 1024;
    info.unfit = cpu_absence();
    return info;
  }();
  return none;
}

}  // namespace texelsort::cuda
