#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
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
  bool decides = true;  ///< true if the trials are all that may be the fastest; false for a part of a search
  /// Results of trials that were measured before. They are not measured again, except in the final comparison.
  std::vector<TrialResult> done{};
  /// Returns whether a result of `done` needs no further samples. The others get further samples, interleaved with
  /// those of the same trials as before.
  std::function<bool(const TrialResult&)> enough = [](const TrialResult& row) { return !row.partial; };
  bool times_copies = false;  ///< true to time the control of measure::CopyControl in each round
  /// True if all trials form one group, even with different problems. They must then fit into memory together. If
  /// `done` has results of all trials from one group, this group gets further samples. Otherwise, a new group measures
  /// all trials.
  bool together = false;
  std::function<bool()> cancelled = [] { return false; };
  /// Returns true to end the sweep with the samples so far.
  std::function<bool()> late{};
  std::function<void(const SweepProgress&)> progress = [](const SweepProgress&) {};
  std::function<void(const TrialResult&)> result = [](const TrialResult&) {};
  /// Receives the results so far of all trials of a group at the end of a round. The time between two calls is at
  /// least `pause`, and a fifth of the group's time so far. Trials whose result is complete already are left out.
  std::function<void(std::span<const TrialResult>)> partial{};
  /// Least seconds between two calls of `partial`, and between two looks at the GPUs' clocks. Writing to the disk after
  /// each round of a fast sort would take longer than the sort.
  double pause = 0.25;
};

/// Seconds that a sweep lasted.
struct SweepTime {
  double all = 0;
  double trials = 0;  ///< seconds of warm-ups, samples and checks of all trials
};

/// Runs trials in random order, and samples each trial of a group once per round. The trials of a group must fit into
/// memory together. If a problem needs several groups, a final group then measures the fastest trials of the problem
/// together, and reports them again. Reports rejected trials first, without running them. Marks a trial with wrong
/// output as failed, and names the first violated claim. Returns when all trials are done or the sweep is cancelled.
/// Every result that SweepControl::result receives is complete, even after a cancellation.
SweepTime run_sweep(const std::vector<Trial>& trials, gpu::Device* device, const SweepControl& control);

/// Adds a result to the results of a sweep, or replaces the earlier result of the same trial.
void put(std::vector<TrialResult>& rows, const TrialResult& row);

/// Verdict on a row of a ranking, from the interval of its paired ratio to the first row.
/// - fastest: all other rows are slower.
/// - tied: neither this row nor the first one is certainly faster.
/// - slower: the row is slower than the first one.
/// - stopped: the trial was stopped after a few samples, because others were certainly faster.
/// - unpaired: the row was not measured in the same rounds as the first one, so that their times do not compare.
/// - few: there are too few rounds for an interval.
enum class RankVerdict : std::uint8_t { fastest, tied, slower, stopped, unpaired, few };

std::string_view name(RankVerdict verdict);

struct RankedRow {
  std::size_t row = 0;     ///< index of the row in the ranked list
  measure::Ratio ratio{};  ///< time of the row divided by that of the first one; unset if the verdict is unpaired
  RankVerdict verdict = RankVerdict::unpaired;

  /// Returns whether the time compares with that of the first row: both are from all of the same rounds.
  bool is_compared() const { return verdict != RankVerdict::stopped && verdict != RankVerdict::unpaired; }
};

/// Returns one problem's measured rows, fastest first, with verdicts. Rows that compare with the first one precede all
/// others: the final group, or else the group of the fastest row. Trials that were stopped after a few samples are
/// last.
std::vector<RankedRow> ranked(const std::vector<TrialResult>& rows);

/// Returns a ranking for each problem of a sweep, by key type, distribution and number of keys. RankedRow::row is an
/// index of `rows`.
std::vector<std::vector<RankedRow>> rankings(const std::vector<TrialResult>& rows);

}  // namespace texelsort::app
