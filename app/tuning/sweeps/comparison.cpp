#include "app/tuning/sweeps/comparison.h"

#include <algorithm>
#include <array>
#include <map>

namespace texelsort::app {

namespace {

constexpr std::array change_names{"SAME", "FASTER", "SLOWER", "UNDECIDED", "WRONG"};

Change verdict_of(const TrialResult& before, const TrialResult& after, const measure::Ratio& ratio, double tolerance) {
  if (before.samples_ms == after.samples_ms) return Change::same;
  return static_cast<Change>(measure::verdict_of(ratio, tolerance));
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
      const measure::Ratio ratio = measure::ratio_of(row.samples_ms, other->samples_ms);
      comparison.trials.push_back({other, &row, ratio, verdict_of(*other, row, ratio, tolerance)});
    } else if (was_measured && row.status == TrialStatus::failed) {
      comparison.trials.push_back({other, &row, {}, Change::wrong});
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
