#pragma once

#include <optional>
#include <string>

#include "app/cli/options/device_options.h"
#include "app/problem/cli_fwd.h"
#include "app/tuning/sweeps/sweep_file.h"
#include "app/tuning/sweeps/sweep_request.h"

namespace texelsort::app {

/// What `sweep` and `tune` share: problems, where results go, and the device.
struct SweptOptions {
  SweepRequest request;
  DeviceOptions device;
  std::string output;
  bool resume = false;
  std::uint64_t top = 10;

  /// --top, -o, --resume and those of the device; `resume_help` says what is gone on with.
  void add_result_options(CLI::App& app, const std::string& resume_help);

  /// Throws UsageError for --resume without a file.
  void require_file_to_resume() const;
  /// Throws UsageError if --devices was given and nothing that is measured shares keys among devices.
  static void require_used_devices(const SweepSpace& space);
  /// The results to go on with; nothing if none are. Throws UsageError if those of the file are another sweep's.
  std::optional<SweepResults> results_before(const SweepHeader& header) const;
  /// The file asked for, behind what is in it already; else nothing is kept.
  SweepWriter writer(const SweepHeader& header, const std::optional<SweepResults>& before) const;
};

}  // namespace texelsort::app
