#pragma once

#include <vector>

#include "compute/cuda/execution.h"

/// Which devices a sort across several of them works on, and how one thread works on all of them.
namespace texelsort::cuda {

/// The devices that `execution` names, or all that are fit; the CPU where it executes the kernels.
std::vector<int> devices_to_share(const ExecutionOptions& execution);

/// Whether kernels of each read and write the memory of all: where they are one, too.
bool reach_each_other(const std::vector<int>& ordinals);

/// The present device's number; see use().
int present_ordinal();

/// Makes a device the present one for as long as this lives.
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
