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

/// Progress of a sweep.
struct SweepProgress {
  std::uint64_t done = 0, of = 0;
  double seconds_left = 0;  ///< remaining time, estimated from the mean time of the finished trials; 0 if unknown
};

/// Options of a sweep, other than its trials.
struct SweepControl {
  measure::Budget budget;  ///< measuring effort per trial
  std::uint64_t seed = 1;
  std::shared_ptr<const algorithms::Problem> problem{};  ///< problem of all trials; null if each has its own
  std::uint64_t groups_before = 0;                       ///< number of the last group before this sweep
  bool together = false;  ///< true if all trials are one group, even with different problems; they must fit into memory
  std::function<bool()> cancelled = [] { return false; };
  std::function<void(const SweepProgress&)> progress = [](const SweepProgress&) {};
  std::function<void(const TrialResult&)> result = [](const TrialResult&) {};  ///< callback for each result
};

/// Time spent in a sweep, in seconds.
struct SweepTime {
  double all = 0;
  double trials = 0;  ///< time of warm-ups, samples and checks of the trials
};

/// Runs trials in random order. Interleaves the samples of each group, whose trials must fit into memory together.
/// Reports rejected trials first, without running them. Marks a trial with wrong output as failed and names its first
/// violated claim. Returns once all trials are done or the sweep is cancelled. Every reported result is complete, even
/// after a cancellation.
SweepTime run_sweep(const std::vector<Trial>& trials, gpu::Device* device, const SweepControl& control);

/// Returns the indices of the measured rows of one problem, fastest first. Trials stopped after few samples follow;
/// they have no rank.
std::vector<std::size_t> ranked(const std::vector<TrialResult>& rows);

}  // namespace texelsort::app
