#pragma once

#include <string>
#include <vector>

#include "app/problem/budget_options.h"
#include "app/problem/problem_spec.h"
#include "app/tuning/sweeps/sweep_file.h"
#include "app/tuning/sweeps/sweep_space.h"
#include "compute/gpu/device.h"

namespace texelsort::app {

/// A sweep as people write it, on the command line and in the window.
struct SweepRequest {
  std::vector<std::string> competitors, axes{};  ///< "radix/srts@compute:digit=4"; "tile=1024..16384:x2"
  std::vector<std::string> sizes{}, types{"u32"}, distributions{"uniform"};
  ProblemSpec problem{};          ///< what all problems share: seed, order, payload
  BudgetOptions budget{1};        ///< of one configuration
  bool passes = false;            ///< each pass is timed too
  std::string command = "sweep";  ///< whose words these are

  /// -a and -p. Returns -a as it is declared.
  CLI::Option* add_configuration_options(const OptionGroup& group, const std::string& algorithms_help = "",
                                         const std::string& axes_help = "");
  /// -n, -t, -d, --seed, --order, --payload and the others of sorted problems.
  void add_problem_options(const OptionGroup& group);
  void add_budget_options(const OptionGroup& group);
  void add_passes_option(const OptionGroup& group);
};

/// What it goes through; one size of 2^16 keys where none is named. Throws UsageError for what makes no sense.
SweepSpace space_of(const SweepRequest& request, const cuda::ExecutionOptions& execution);

/// The words that make the same trials and measure them in the same way; where they are kept is left out.
/// `device_words` are behind them.
std::string repeating_command(const SweepRequest& request, const std::string& device_words = {});

/// Whether some competitor needs OpenGL.
bool needs_device(const SweepSpace& space);

/// The first line of its file. `device` is null if only the CPU takes part.
SweepHeader header_of(const SweepRequest& request, const std::string& device_words, const gpu::DeviceInfo* device,
                      std::size_t trials);

}  // namespace texelsort::app
