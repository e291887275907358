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

/// One competitor on one problem.
struct BenchRow {
  algorithms::Configuration competitor;
  ProblemSpec spec;
  std::uint64_t n = 0;
  std::string obstacle;  ///< why it was not measured; empty if it was
  bool refused = false;  ///< the problem is the obstacle, not the machine
  std::optional<measure::Measurement> measurement;
  double predicted_ms = 0;           ///< prediction from the bytes, if measured
  bool values_given = false;         ///< the command names the parameter values
  std::optional<Winner> measured{};  ///< source of the values, if they are tuned
};

/// Groups of rows that were measured together, printed as table, CSV or JSON.
class BenchReport {
 public:
  /// `command` repeats the whole comparison.
  explicit BenchReport(std::string command) : command_(std::move(command)) {}

  /// Adds the rows of one problem, the baseline first.
  void add_group(std::vector<BenchRow> rows) { groups_.push_back(std::move(rows)); }

  /// `format`: "table", "csv" or "json". `device`: null if everything ran on the CPU.
  std::string text(const std::string& format, const gpu::DeviceInfo* device) const;

  /// Throws Error (check failed) for the first wrong output. Throws UnavailableError or UsageError if nothing was
  /// measured.
  void require_good() const;

 private:
  std::string command_;
  std::vector<std::vector<BenchRow>> groups_;
};

}  // namespace texelsort::app
