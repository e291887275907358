#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/problem/problem_spec.h"
#include "app/tuning/environment.h"
#include "app/tuning/sweeps/configurations.h"
#include "app/tuning/sweeps/winners.h"
#include "compute/measure/measure.h"

namespace texelsort::app {

/// Returns the environment of a measurement, with the load by other programs in percent and the clocks of NVIDIA GPUs.
nlohmann::ordered_json environment_json(const Environment& environment, std::optional<double> load);

/// Result of one competitor on one problem.
struct BenchRow {
  algorithms::Configuration competitor;
  ProblemSpec spec;
  std::uint64_t n = 0;
  std::string obstacle;  ///< reason why the competitor was not measured; empty if it was measured
  bool refused = false;  ///< true if the competitor rejects the problem, false if the machine is the obstacle
  std::optional<measure::Measurement> measurement;
  double predicted_ms = 0;    ///< time predicted from the moved bytes, in ms; 0 if the bandwidth was not measured
  bool values_given = false;  ///< true if the command line sets parameter values
  std::optional<Winner> measured{};  ///< search that found the parameter values; empty if the values are not tuned
};

/// Results of `texelsort bench` as table, CSV or JSON. A group contains the rows of competitors that were measured
/// together.
class BenchReport {
 public:
  /// Starts a report. `command` is the command line that repeats the whole comparison.
  explicit BenchReport(std::string command) : command_(std::move(command)) {}

  /// Adds the rows of one problem, the baseline first.
  void add_group(std::vector<BenchRow> rows) { groups_.push_back(std::move(rows)); }

  /// Returns the report in a format: "table", "csv" or "json". `device` is null if all competitors ran on the CPU.
  /// `load` is the percentage of the processors' time that other programs used, or null if it is unknown.
  std::string text(const std::string& format, const gpu::DeviceInfo* device, const Environment& environment,
                   std::optional<double> load) const;

  /// Throws Error (check_failed) for the first wrong output. Throws UnavailableError or UsageError if no competitor was
  /// measured.
  void require_good() const;

 private:
  std::string command_;
  std::vector<std::vector<BenchRow>> groups_;
};

}  // namespace texelsort::app
