#include <algorithm>

#include <fmt/format.h>

#include "compute/cuda/device.h"
#include "compute/data/error.h"

namespace texelsort::cuda {

std::string version_text(int version) {
  return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

const DeviceInfo& device(int ordinal) {
  if (ordinal == cpu_ordinal) return cpu_device();
  const auto found = std::ranges::find(devices().devices, ordinal, &DeviceInfo::ordinal);
  if (found == devices().devices.end()) throw InternalError(fmt::format("there is no CUDA device {}", ordinal));
  return *found;
}

}  // namespace texelsort::cuda
