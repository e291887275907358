#pragma once

#include <string>
#include <vector>

#include "app/problem/budget_options.h"
#include "app/problem/problem_spec.h"
#include "app/tuning/sweeps/sweep_file.h"
#include "app/tuning/sweeps/sweep_space.h"
#include "compute/gpu/device.h"

namespace texelsort::app {

/// A sweep as text, from the command line or the window.
struct SweepRequest {
  std::vector<std::string> competitors, axes{};  ///< algorithms, "radix/srts@compute:digit=4"; axes, "tile=1..64:x2"
  std::vector<std::string> sizes{}, types{"u32"}, distributions{"uniform"};
  ProblemSpec problem{};          ///< properties that all problems share: seed, order, payload
  BudgetOptions budget{1};        ///< measuring effort per configuration
  bool passes = false;            ///< true if each pass is timed too
  std::string command = "sweep";  ///< name of the command that has these options

  /// Adds the options -a and -p. Returns -a.
  CLI::Option* add_configuration_options(const OptionGroup& group, const std::string& algorithms_help = "",
                                         const std::string& axes_help = "");
  /// Adds the options that define sorting problems: -n, -t, -d, --seed, --order, --payload and others.
  void add_problem_options(const OptionGroup& group);
  void add_budget_options(const OptionGroup& group);
  void add_passes_option(const OptionGroup& group);
};

/// Returns the space of the sweep. The default size is 2^16 keys. Throws UsageError for invalid words.
SweepSpace space_of(const SweepRequest& request, const cuda::ExecutionOptions& execution);

/// Returns the command's arguments that repeat the measurements, except for the output file. They end with
/// `device_words`.
std::string repeating_command(const SweepRequest& request, const std::string& device_words = {});

/// Returns whether a competitor needs OpenGL.
bool needs_device(const SweepSpace& space);

/// Returns the first line of the result file. `device` is null if only the CPU is used.
SweepHeader header_of(const SweepRequest& request, const std::string& device_words, const gpu::DeviceInfo* device,
                      std::size_t trials);

}  // namespace texelsort::app
