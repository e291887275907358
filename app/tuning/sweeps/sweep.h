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

/// How far a sweep is.
struct SweepProgress {
  std::uint64_t done = 0, of = 0;
  double seconds_left = 0;  ///< as long as those before took on average; 0 while nothing is known
};

/// What a sweep is given besides its trials.
struct SweepControl {
  measure::Budget budget;  ///< of one trial
  std::uint64_t seed = 1;
  std::shared_ptr<const algorithms::Problem> problem{};  ///< of all trials; null: made for them
  std::uint64_t groups_before = 0;                       ///< groups are numbered from here
  bool together = false;  ///< all trials are one group, whatever their problems: they must have room together
  std::function<bool()> cancelled = [] { return false; };
  std::function<void(const SweepProgress&)> progress = [](const SweepProgress&) {};
  std::function<void(const TrialResult&)> result = [](const TrialResult&) {};  ///< called as results come
};

/// How a sweep's time was spent, in seconds.
struct SweepTime {
  double all = 0;
  double trials = 0;  ///< in warm-ups, samples and checks of trials
};

/// Runs trials in random order, in groups that are interleaved sample by sample and have room in memory together.
/// Refused ones come first, without running. A trial whose output is wrong is failed, with the first pass whose claim
/// does not hold. Returns once all are done, or when it is cancelled: what has a result then is whole.
SweepTime run_sweep(const std::vector<Trial>& trials, gpu::Device* device, const SweepControl& control);

/// Indices of measured rows of one problem, the fastest first; behind them those that were stopped after few samples,
/// which have no rank.
std::vector<std::size_t> ranked(const std::vector<TrialResult>& rows);

}  // namespace texelsort::app
