#pragma once

#include <vector>

#include "compute/cuda/execution.h"

/// Selection of the devices for a multi-device sort. One thread uses all of them.
namespace texelsort::cuda {

/// Returns the ordinals of the devices that `execution` names, or of all usable devices if it names none. Returns only
/// the CPU if the CPU executes the kernels.
std::vector<int> devices_to_share(const ExecutionOptions& execution);

/// Returns whether kernels on each of these devices can access the memory of all others. Returns true for a single
/// device.
bool reach_each_other(const std::vector<int>& ordinals);

/// Returns the ordinal of the device that use() has selected for this thread.
int present_ordinal();

/// Selects a device for this thread as long as the object exists, and the previous device afterwards.
class DeviceGuard {
 public:
  explicit DeviceGuard(int ordinal);
  ~DeviceGuard();
  DeviceGuard(const DeviceGuard&) = delete;
  DeviceGuard& operator=(const DeviceGuard&) = delete;

 private:
  int before_;
};

}  // namespace texelsort::cuda
