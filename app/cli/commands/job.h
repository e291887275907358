#pragma once

#include <string>

#include "app/cli/commands/phase_times.h"
#include "app/cli/options/device_options.h"
#include "app/tuning/sweeps/winners.h"

namespace texelsort::app {

/// Common options of sort, merge and select: the problem, the algorithm, the device, and the output.
struct JobOptions {
  algorithms::Task task = algorithms::Task::sort;
  ProblemSpec problem;
  AlgorithmOptions algorithm;
  DeviceOptions device;
  std::string output;
  bool explain = false;   ///< true to only show how the input is parsed
  bool shortest = false;  ///< true to print numbers in their shortest instead of their original form
  bool trace = false, hashes = false, timing = false, passes = false, json = false;
  BudgetOptions budget;
};

/// A loaded problem with its prepared algorithm and device.
struct Job {
  algorithms::Prepared prepared;
  gpu::Device* device = nullptr;  ///< null if the job runs on the CPU
  LoadedProblem loaded;
  std::string reason;                ///< reason for the choice of the algorithm; empty if the user named it
  std::string note;                  ///< explanation for users who expect another algorithm; may be empty
  std::optional<Winner> measured{};  ///< search that found the parameter values; empty unless they are tuned
  PhaseTimes parts{};  ///< durations of the command's phases so far: start, device, read and parse, or make

  const algorithms::Algorithm& algorithm() const { return prepared.algorithm(); }
  std::unique_ptr<algorithms::Run> start() const { return prepared.start(device, loaded.problem); }

  /// Returns the progress text "sorting 1 000 000 keys with bitonic/compute".
  std::string working_text() const;
};

/// Returns the job with the requested algorithm. By default, it has the fastest algorithm for this problem and machine.
/// If passes are shown, it has the algorithm whose passes the slides show, or a substitute with a note if there is no
/// OpenGL. Rejects impossible jobs before it generates gigabytes of keys. Throws UsageError, UnavailableError.
Job take_job(JobOptions& options);

/// A measurement, and the bandwidth from which times are predicted.
struct Timing {
  measure::Measurement measurement;
  double bytes_per_second = 0;  ///< bandwidth of a copy by passes like the algorithm's
};

/// Measures the times of whole runs, then of single passes.
Timing take_timing(const Job& job, const measure::Budget& budget);

/// Returns one line per pass with its costs, for a trace. Empty without a timing.
std::vector<std::string> cost_lines(const std::optional<Timing>& timing);

/// Prints the times as a table or JSON. `parts` contains the phases of the whole command. Throws check_failed if the
/// output was not verified.
void print_timing(const JobOptions& options, const Job& job, const Timing& timing, const PhaseTimes& parts);

}  // namespace texelsort::app
