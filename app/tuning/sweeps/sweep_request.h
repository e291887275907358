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
  std::vector<std::string> competitors, axes{};  ///< "radix/srts@compute:digit=4"; "tile=1024..16384:x2"
  std::vector<std::string> sizes{}, types{"u32"}, distributions{"uniform"};
  ProblemSpec problem{};          ///< shared by all problems: seed, order, payload
  BudgetOptions budget{1};        ///< per configuration
  bool passes = false;            ///< whether to time each pass too
  std::string command = "sweep";  ///< the command with these options

  /// Adds -a and -p. Returns -a.
  CLI::Option* add_configuration_options(const OptionGroup& group, const std::string& algorithms_help = "",
                                         const std::string& axes_help = "");
  /// Adds -n, -t, -d, --seed, --order, --payload and the other options of sorting problems.
  void add_problem_options(const OptionGroup& group);
  void add_budget_options(const OptionGroup& group);
  void add_passes_option(const OptionGroup& group);
};

/// Returns the space of the sweep. The default size is 2^16 keys. Throws UsageError for invalid words.
SweepSpace space_of(const SweepRequest& request, const cuda::ExecutionOptions& execution);

/// Returns the arguments that measure the same trials in the same way, followed by `device_words`. Leaves out the
/// output file.
std::string repeating_command(const SweepRequest& request, const std::string& device_words = {});

/// Returns whether a competitor needs OpenGL.
bool needs_device(const SweepSpace& space);

/// Returns the first line of the result file. `device` is null if only the CPU is used.
SweepHeader header_of(const SweepRequest& request, const std::string& device_words, const gpu::DeviceInfo* device,
                      std::size_t trials);

}  // namespace texelsort::app
