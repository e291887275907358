#pragma once

#include <vector>

#include "compute/cuda/execution.h"

/// Selects the devices of a multi-device sort, and lets one thread use all of them.
namespace texelsort::cuda {

/// Returns the devices that `execution` names, or all usable ones. Returns the CPU if it executes the kernels.
std::vector<int> devices_to_share(const ExecutionOptions& execution);

/// Returns whether kernels on each device can access the memory of all others. Always true for one device.
bool reach_each_other(const std::vector<int>& ordinals);

/// Returns the ordinal of the present device; see use().
int present_ordinal();

/// Selects a device during its lifetime.
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
