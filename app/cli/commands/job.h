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
  bool explain = false;   ///< true to only show how texelsort parses the input
  bool shortest = false;  ///< true to write numbers in their shortest form, false to keep their original form
  bool trace = false, hashes = false, timing = false, passes = false, json = false;
  BudgetOptions budget;
};

/// A loaded problem, and the algorithm and device that solve it.
struct Job {
  algorithms::Prepared prepared;
  gpu::Device* device = nullptr;  ///< device of the algorithm; null if the job runs on the CPU
  LoadedProblem loaded;
  std::string reason;                ///< reason for choosing the algorithm; empty if the user named it
  std::string note;                  ///< explanation for users who expect another algorithm; may be empty
  std::optional<Winner> measured{};  ///< search that found the parameter values; empty if the values are not tuned
  PhaseTimes parts{};  ///< durations of the command's phases so far: start, device, read and parse, or make

  const algorithms::Algorithm& algorithm() const { return prepared.algorithm(); }
  std::unique_ptr<algorithms::Run> start() const { return prepared.start(device, loaded.problem); }

  /// Returns the progress text for executing the job: "sorting 1 000 000 keys with bitonic/compute".
  std::string working_text() const;
};

/// Returns the job with the requested algorithm. By default, chooses the fastest algorithm for the problem on this
/// machine. To show passes, chooses the algorithm of the cited slides, or without OpenGL a substitute with a note.
/// Rejects impossible jobs before generating keys. Throws UsageError and UnavailableError.
Job take_job(JobOptions& options);

/// A measurement, and the copy bandwidth from which its times are predicted.
struct Timing {
  measure::Measurement measurement;
  double bytes_per_second = 0;  ///< bandwidth of a copy, measured with the same kind of passes as the algorithm's
};

/// Measures the times of whole runs, then the times of single passes.
Timing take_timing(const Job& job, const measure::Budget& budget);

/// Returns the costs of each pass, one line per pass. Returns an empty list if nothing was measured.
std::vector<std::string> cost_lines(const std::optional<Timing>& timing);

/// Prints the measured times as a table or JSON. `parts` contains the durations of the command's phases. Throws Error
/// (check_failed) if the sorted output was not verified.
void print_timing(const JobOptions& options, const Job& job, const Timing& timing, const PhaseTimes& parts);

}  // namespace texelsort::app
