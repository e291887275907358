#pragma once

#include <optional>
#include <string>

#include "app/cli/options/device_options.h"
#include "app/problem/cli_fwd.h"
#include "app/tuning/sweeps/sweep_file.h"
#include "app/tuning/sweeps/sweep_request.h"

namespace texelsort::app {

/// Common options of `sweep` and `tune`: problems, result file and device.
struct SweptOptions {
  SweepRequest request;
  DeviceOptions device;
  std::string output;
  bool resume = false;
  std::uint64_t top = 10;

  /// Adds --top, -o, --resume and the device options. `resume_help` is the help text of --resume.
  void add_result_options(CLI::App& app, const std::string& resume_help);

  /// Throws UsageError if --resume is used without a result file.
  void require_file_to_resume() const;
  /// Calls require_used_devices() with the measured algorithms.
  static void require_used_devices(const SweepSpace& space);
  /// Returns the results in the file to resume, or nothing without --resume. Throws UsageError if the file belongs to
  /// another sweep.
  std::optional<SweepResults> results_before(const SweepHeader& header) const;
  /// Returns a writer that appends results to the file of -o. Without a file, the writer discards all results.
  SweepWriter writer(const SweepHeader& header, const std::optional<SweepResults>& before) const;
};

}  // namespace texelsort::app
