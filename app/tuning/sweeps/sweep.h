#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/tuning/sweeps/sweep_file.h"
#include "app/tuning/sweeps/sweep_space.h"
#include "compute/gpu/device.h"
#include "compute/measure/measure.h"

namespace texelsort::app {

struct SweepProgress {
  std::uint64_t done = 0, of = 0;
  /// Remaining time in seconds, estimated from the mean time of finished trials; 0 if unknown.
  double seconds_left = 0;
};

/// Options of run_sweep(), in addition to the trials.
struct SweepControl {
  measure::Budget budget;  ///< limit of measurements per trial
  std::uint64_t seed = 1;
  /// Problem that all trials share; null if each trial has its own problem.
  std::shared_ptr<const algorithms::Problem> problem{};
  std::uint64_t groups_before = 0;  ///< number of groups that were measured before this sweep
  /// True if all trials form one group, even with different problems. They must then fit into memory together.
  bool together = false;
  std::function<bool()> cancelled = [] { return false; };
  std::function<void(const SweepProgress&)> progress = [](const SweepProgress&) {};
  std::function<void(const TrialResult&)> result = [](const TrialResult&) {};
};

/// Seconds that a sweep lasted.
struct SweepTime {
  double all = 0;
  double trials = 0;  ///< seconds of warm-ups, samples and checks of all trials
};

/// Runs trials in random order, and interleaves the samples of each group. The trials of a group must fit into memory
/// together. Reports rejected trials first, without running them. Marks a trial with wrong output as failed, and names
/// the first violated claim. Returns when all trials are done or the sweep is cancelled. Every reported result is
/// complete, even after a cancellation.
SweepTime run_sweep(const std::vector<Trial>& trials, gpu::Device* device, const SweepControl& control);

/// Returns the indices of one problem's measured rows, fastest first. Trials that were stopped after a few samples
/// follow without a rank.
std::vector<std::size_t> ranked(const std::vector<TrialResult>& rows);

}  // namespace texelsort::app
