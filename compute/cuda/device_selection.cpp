#include "compute/cuda/device_selection.h"

#include "compute/cuda/device.h"
#include "compute/cuda/topology.h"
#include "compute/data/error.h"

namespace texelsort::cuda {

std::vector<int> devices_to_share(const ExecutionOptions& execution) {
  const DeviceList& list = devices();
  if (execution.engine == Engine::cpu || !list.reason.empty()) return {cpu_ordinal};
  if (!execution.devices.empty()) return execution.devices;
  std::vector<int> ordinals;
  for (const DeviceInfo& one : list.devices) {
    if (one.unfit.empty()) ordinals.push_back(one.ordinal);
  }
  return ordinals;
}

bool reach_each_other(const std::vector<int>& ordinals) {
  for (const int one : ordinals) {
    for (const int other : ordinals) {
      const auto link = link_between(one, other);
      if (one != other && (!link || !link->reaches)) return false;
    }
  }
  return true;
}

DeviceGuard::DeviceGuard(int ordinal) : before_(present_ordinal()) {
  use(ordinal);
}

DeviceGuard::~DeviceGuard() {
  // Do not select a CUDA device again that was only the default and is unusable.
  if (before_ != cpu_ordinal && !devices().reason.empty()) return;
  try {
    use(before_);
  } catch (const Error&) {
    // Ignore a failure of the device, because its next use reports the error.
  }
}

}  // namespace texelsort::cuda
