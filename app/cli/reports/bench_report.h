#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/problem/problem_spec.h"
#include "app/tuning/sweeps/configurations.h"
#include "app/tuning/sweeps/winners.h"
#include "compute/measure/measure.h"

namespace texelsort::app {

/// Result of one competitor on one problem.
struct BenchRow {
  algorithms::Configuration competitor;
  ProblemSpec spec;
  std::uint64_t n = 0;
  std::string obstacle;  ///< reason why it was not measured; empty if it was
  bool refused = false;  ///< true if the problem is the reason, false if the machine is
  std::optional<measure::Measurement> measurement;
  double predicted_ms = 0;           ///< time predicted from the bytes; 0 if the bandwidth was not measured
  bool values_given = false;         ///< true if the command names the parameter values
  std::optional<Winner> measured{};  ///< search that found the parameter values; empty unless they are tuned
};

/// Groups of rows that were measured together, printed as table, CSV or JSON.
class BenchReport {
 public:
  /// Starts a report. `command` repeats the whole comparison.
  explicit BenchReport(std::string command) : command_(std::move(command)) {}

  /// Adds the rows of one problem, the baseline first.
  void add_group(std::vector<BenchRow> rows) { groups_.push_back(std::move(rows)); }

  /// Returns the report in a format: "table", "csv" or "json". `device` is null if everything ran on the CPU.
  std::string text(const std::string& format, const gpu::DeviceInfo* device) const;

  /// Throws Error (check failed) for the first wrong output. Throws UnavailableError or UsageError if nothing was
  /// measured.
  void require_good() const;

 private:
  std::string command_;
  std::vector<std::vector<BenchRow>> groups_;
};

}  // namespace texelsort::app
