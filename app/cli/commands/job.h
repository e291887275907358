#pragma once

#include <string>

#include "app/cli/commands/phase_times.h"
#include "app/cli/options/device_options.h"
#include "app/tuning/sweeps/winners.h"

namespace texelsort::app {

/// Common options of sort, merge and select: the problem, the algorithm, the device, and the use of the result.
struct JobOptions {
  algorithms::Task task = algorithms::Task::sort;
  ProblemSpec problem;
  AlgorithmOptions algorithm;
  DeviceOptions device;
  std::string output;
  bool explain = false;   ///< only show how the input is parsed
  bool shortest = false;  ///< print the shortest form of numbers instead of the original form
  bool trace = false, hashes = false, timing = false, passes = false, json = false;
  BudgetOptions budget;
};

/// A loaded problem, the prepared algorithm, and its device.
struct Job {
  algorithms::Prepared prepared;
  gpu::Device* device = nullptr;  ///< null if the job runs on the CPU
  LoadedProblem loaded;
  std::string reason;                ///< why this algorithm was chosen; empty if the user named it
  std::string note;                  ///< explanation for users who expect another algorithm
  std::optional<Winner> measured{};  ///< source of the values; empty unless they are tuned
  PhaseTimes parts{};                ///< phases of the command so far: start, device, read and parse, or make

  const algorithms::Algorithm& algorithm() const { return prepared.algorithm(); }
  std::unique_ptr<algorithms::Run> start() const { return prepared.start(device, loaded.problem); }

  /// Returns the progress text "sorting 1 000 000 keys with bitonic/compute".
  std::string working_text() const;
};

/// Returns the job with the requested algorithm. By default, it has the fastest algorithm for this problem and machine.
/// If passes are shown, it has the algorithm whose passes the slides show, or a substitute with a note if there is no
/// OpenGL. Rejects impossible jobs before it generates gigabytes of keys. Throws UsageError, UnavailableError.
Job take_job(JobOptions& options);

/// A measurement and the bandwidth for predicted times.
struct Timing {
  measure::Measurement measurement;
  double bytes_per_second = 0;  ///< bandwidth of a copy by passes of this kind
};

/// Measures totals, then single passes.
Timing take_timing(const Job& job, const measure::Budget& budget);

/// Returns one line of costs per pass for a trace. Empty without a timing.
std::vector<std::string> cost_lines(const std::optional<Timing>& timing);

/// Prints a table or JSON. `parts`: phases of the whole command. Throws check_failed if the output was not verified.
void print_timing(const JobOptions& options, const Job& job, const Timing& timing, const PhaseTimes& parts);

}  // namespace texelsort::app
