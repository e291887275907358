#pragma once

#include <string>

#include "app/cli/commands/phase_times.h"
#include "app/cli/options/device_options.h"
#include "app/tuning/sweeps/winners.h"

namespace texelsort::app {

/// What sort, merge and select have in common: a problem, who solves it, and what is done with the result.
struct JobOptions {
  algorithms::Task task = algorithms::Task::sort;
  ProblemSpec problem;
  AlgorithmOptions algorithm;
  DeviceOptions device;
  std::string output;
  bool explain = false;   ///< how the input is understood, and nothing else
  bool shortest = false;  ///< numbers in their shortest form, not as they were read
  bool trace = false, hashes = false, timing = false, passes = false, json = false;
  BudgetOptions budget;
};

/// A problem with who solves it, where, and with which settings.
struct Job {
  algorithms::Prepared prepared;
  gpu::Device* device = nullptr;  ///< null: on the CPU
  LoadedProblem loaded;
  std::string reason;  ///< why it is this algorithm; empty if it was asked for
  std::string note;    ///< for people who would expect another one
  std::optional<Winner>
      measured{};      ///< whose values it has, by a search on this machine; nothing: they are not from one
  PhaseTimes parts{};  ///< of the command up to here: start, device, read and parse, or make

  const algorithms::Algorithm& algorithm() const { return prepared.algorithm(); }
  std::unique_ptr<algorithms::Run> start() const { return prepared.start(device, loaded.problem); }

  /// "sorting 1 000 000 keys with bitonic/compute", for the progress.
  std::string working_text() const;
};

/// Takes the algorithm asked for. Without one the fastest that takes the problem here, or, where the passes are to be
/// looked at, the one whose passes the slides show; where there is no OpenGL with a note. What is impossible is refused
/// before gigabytes of keys are made for it. Throws UsageError, UnavailableError.
Job take_job(JobOptions& options);

/// A measurement, and the bandwidth that predicts it.
struct Timing {
  measure::Measurement measurement;
  double bytes_per_second = 0;  ///< of a copy by passes of this kind
};

/// Totals, then single passes.
Timing take_timing(const Job& job, const measure::Budget& budget);

/// The costs of the passes for a trace, a line each; nothing without a timing.
std::vector<std::string> cost_lines(const std::optional<Timing>& timing);

/// As a table, or as JSON. `parts` are those of the whole command. Throws check_failed if the output was not verified.
void print_timing(const JobOptions& options, const Job& job, const Timing& timing, const PhaseTimes& parts);

}  // namespace texelsort::app
