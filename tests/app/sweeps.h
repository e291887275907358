#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/tuning/sweeps/sweep.h"
#include "tests/measure/scripted_algorithm.h"

namespace texelsort::app {

/// Returns the header of results that a processor measured.
inline SweepHeader header_on(const std::string& processor, std::uint64_t trials = 0, const std::string& command = "c") {
  SweepHeader header;
  header.version = "1";
  header.command = command;
  header.processor = processor;
  header.trials = trials;
  return header;
}

inline ProblemSpec sixteen_keys() {
  ProblemSpec spec;
  spec.n = 16;
  spec.type = data::KeyType::u32;
  return spec;
}

/// Returns trials of scripted algorithms on one problem.
inline std::vector<Trial> trials_for(const std::vector<const measure::ScriptedAlgorithm*>& algorithms) {
  std::vector<Trial> trials;
  for (const measure::ScriptedAlgorithm* algorithm : algorithms) {
    trials.push_back(
        {.configuration = {algorithm}, .spec = sixteen_keys(), .n = 16, .prepared = measure::scripted(*algorithm)});
  }
  return trials;
}

/// Runs a sweep over algorithms that the test defines, and returns its results.
inline std::vector<TrialResult> results_of(
    const std::vector<const measure::ScriptedAlgorithm*>& algorithms,
    const std::function<bool()>& cancelled = [] { return false; }) {
  std::vector<TrialResult> rows;
  SweepControl control{.budget = {.min_samples = 15, .max_samples = 15}};
  control.cancelled = cancelled;
  control.result = [&rows](const TrialResult& row) { put(rows, row); };
  run_sweep(trials_for(algorithms), nullptr, control);
  return rows;
}

/// Returns a function of times around a median. Equal seeds give equal times.
inline std::function<double(std::uint64_t)> around(double median, std::uint64_t seed) {
  return [median, seed](std::uint64_t sample) {
    return median * (1 + 0.01 * static_cast<double>((sample * 7919 + seed * 104729) % 17) / 17);
  };
}

/// Returns results as of a folder with the files of `processes` processes, each with a control.
inline SweepResults sweep_of(double slowed, std::size_t processes = 8) {
  const measure::ScriptedAlgorithm a({.id = "test/a", .total_ms = around(2, slowed > 1 ? 5 : 1)}),
      b({.id = "test/b", .total_ms = around(3 * slowed, slowed > 1 ? 6 : 2)});
  SweepResults results{.header = {}, .rows = results_of({&a, &b})};
  for (TrialResult& row : results.rows) {
    row.blocks = {};
    for (std::size_t i = 0; i < processes; ++i) {
      row.blocks.p5_ms.push_back(row.samples_ms.at(i));
      row.blocks.control_p5_ms.push_back(1 + 0.001 * static_cast<double>(i % 3));
    }
  }
  return results;
}

}  // namespace texelsort::app
