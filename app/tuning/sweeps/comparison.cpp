#include "app/tuning/sweeps/comparison.h"

#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>

namespace texelsort::app {

namespace {

constexpr std::array change_names{"SAME", "FASTER", "SLOWER", "UNDECIDED", "WRONG"};

/// Returns why a comparison of blocks has no verdict, or an empty text if it has one.
std::string reason_of(const TrialResult& before, const TrialResult& after, const measure::BlockComparison& times) {
  const std::size_t fewest = std::min(before.blocks.p5_ms.size(), after.blocks.p5_ms.size());
  if (times.verdict != measure::Verdict::undecided) return {};
  if (fewest < measure::least_for_interval) {
    return fmt::format("{} of {} blocks: use bench --repetitions {}", fewest, measure::least_for_interval,
                       measure::least_for_interval);
  }
  if (!times.has_control) return "no control in both files: use bench --repetitions";
  if (times.machine_changed) {
    return fmt::format("the machine changed by a factor of {:.3f} [{:.3f}, {:.3f}]", times.control.estimate,
                       times.control.low, times.control.high);
  }
  return "an interval crosses the tolerance";
}

ComparedTrial compared(const TrialResult& before, const TrialResult& after, double tolerance) {
  ComparedTrial trial{.before = &before, .after = &after};
  if (before.partial || after.partial) {
    trial.reason = "a measurement was interrupted: continue the sweep with --resume";
    return trial;
  }
  if (before.blocks.p5_ms.empty() || after.blocks.p5_ms.empty()) {
    trial.reason = "a file of an earlier version has no samples";
    return trial;
  }
  if (before.clock != after.clock || before.clock == several_clocks) {
    trial.reason = fmt::format("different clocks: {} before, {} after; measure again", before.clock, after.clock);
    return trial;
  }
  trial.times = measure::compare_blocks(before.blocks, after.blocks, tolerance);
  trial.verdict = static_cast<Change>(trial.times.verdict);
  trial.reason = reason_of(before, after, trial.times);
  if (before.samples_ms != after.samples_ms) return trial;
  trial.verdict = Change::same;
  trial.reason = "identical samples";
  return trial;
}

std::map<std::string, const TrialResult*> by_key(const SweepResults& results) {
  std::map<std::string, const TrialResult*> rows;
  for (const TrialResult& row : results.rows) rows[row.key()] = &row;
  return rows;
}

}  // namespace

std::string_view name(Change verdict) {
  return change_names.at(static_cast<std::size_t>(verdict));
}

std::uint64_t SweepComparison::count(Change verdict) const {
  return static_cast<std::uint64_t>(std::ranges::count(trials, verdict, &ComparedTrial::verdict));
}

SweepComparison compare(const SweepResults& before, const SweepResults& after, double tolerance) {
  SweepComparison comparison{.tolerance = tolerance};
  auto old = by_key(before);
  for (const TrialResult& row : after.rows) {
    const auto found = old.find(row.key());
    const TrialResult* other = found == old.end() ? nullptr : found->second;
    if (found != old.end()) old.erase(found);
    const bool was_measured = other != nullptr && other->status == TrialStatus::measured;
    if (was_measured && row.status == TrialStatus::measured) {
      comparison.trials.push_back(compared(*other, row, tolerance));
    } else if (was_measured && row.status == TrialStatus::failed) {
      comparison.trials.push_back({other, &row, {}, Change::wrong, row.reason});
    } else if (was_measured) {
      comparison.missing.push_back(other);
    } else if (row.status == TrialStatus::measured) {
      comparison.added.push_back(&row);
    }
  }
  for (const auto& [key, row] : old) {
    if (row->status == TrialStatus::measured) comparison.missing.push_back(row);
  }
  return comparison;
}

}  // namespace texelsort::app
