#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "app/tuning/sweeps/sweep_space.h"
#include "compute/gpu/device.h"

namespace texelsort::app {

/// Finds trials that are too slow for a search by running them with fewer keys first. A full run cannot be interrupted,
/// for example while one thread sorts millions of keys.
class TrialProbe {
 public:
  explicit TrialProbe(gpu::Device* device) : device_(device) {}

  /// Returns the reason why a trial cannot reach `best_ms`: it needs several times as long for fewer keys. Returns
  /// nothing if the trial may reach `best_ms`.
  std::optional<std::string> hopeless(const Trial& trial, double best_ms);

 private:
  std::optional<double> time(const Trial& trial, std::uint64_t n, double enough_ms);

  gpu::Device* device_;
  std::map<std::uint64_t, std::shared_ptr<const algorithms::Problem>> problems_;
};

}  // namespace texelsort::app
