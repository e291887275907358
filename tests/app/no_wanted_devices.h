#pragma once

#include "compute/cuda/choice.h"
#include "compute/cuda/several.h"

namespace texelsort::app {

/// Forgets which devices options have named, at the start and at the end of its life. Options that are read store the
/// names in the process, where later tests would find them.
class NoWantedDevices {
 public:
  NoWantedDevices() { forget(); }
  ~NoWantedDevices() { forget(); }
  NoWantedDevices(const NoWantedDevices&) = delete;
  NoWantedDevices& operator=(const NoWantedDevices&) = delete;

 private:
  static void forget() {
    cuda::wanted_devices().clear();
    cuda::wanted_engine() = cuda::Engine::cuda;
  }
};

}  // namespace texelsort::app
