#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "app/tuning/sweeps/sweep_space.h"
#include "compute/gpu/device.h"

namespace texelsort::app {

/// Tells trials that would take a search's whole time from others, by runs with fewer keys: one thread that sorts
/// millions of keys cannot be interrupted.
class TrialProbe {
 public:
  explicit TrialProbe(gpu::Device* device) : device_(device) {}

  /// Why a trial has no chance against `best_ms`: it takes several times as long for fewer keys. Nothing if it may
  /// have one.
  std::optional<std::string> hopeless(const Trial& trial, double best_ms);

 private:
  std::optional<double> time(const Trial& trial, std::uint64_t n, double enough_ms);

  gpu::Device* device_;
  std::map<std::uint64_t, std::shared_ptr<const algorithms::Problem>> problems_;
};

}  // namespace texelsort::app
