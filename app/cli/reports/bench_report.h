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
  std::string obstacle;  ///< why it could not take part; empty if it did
  bool refused = false;  ///< the obstacle is this problem, not this machine
  std::optional<measure::Measurement> measurement;
  double predicted_ms = 0;           ///< of a measured one, from its bytes
  bool values_given = false;         ///< by the command
  std::optional<Winner> measured{};  ///< whose values it has, if a search found them here
};

/// Groups of rows that were measured together, as table, CSV or JSON.
class BenchReport {
 public:
  /// `command` repeats the whole comparison.
  explicit BenchReport(std::string command) : command_(std::move(command)) {}

  /// Rows of one problem, the baseline first.
  void add_group(std::vector<BenchRow> rows) { groups_.push_back(std::move(rows)); }

  /// `format` is "table", "csv" or "json"; `device` is null if all ran on the CPU.
  std::string text(const std::string& format, const gpu::DeviceInfo* device) const;

  /// Throws Error (check failed) for the first wrong output, UnavailableError or UsageError when nothing
  /// could be measured.
  void require_good() const;

 private:
  std::string command_;
  std::vector<std::vector<BenchRow>> groups_;
};

}  // namespace texelsort::app
