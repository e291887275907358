#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/problem/budget_options.h"
#include "app/problem/problem_spec.h"
#include "app/tuning/sweeps/sweep_file.h"
#include "app/tuning/sweeps/sweep_space.h"
#include "compute/gpu/device.h"

namespace texelsort::app {

/// Options of a sweep as text, from the command line or the window.
struct SweepRequest {
  /// Algorithms, such as "radix/srts@compute:digit=4", and axes, such as "tile=1..64:x2".
  std::vector<std::string> competitors, axes{};
  std::vector<std::string> restrictions{};  ///< conditions over parameter values, such as "tile*workgroup<=4096"
  std::vector<std::string> sizes{}, types{"u32"}, distributions{"uniform"};
  ProblemSpec problem{};          ///< properties that all problems share: seed, order and payload
  BudgetOptions budget{1};        ///< limit of measurements per configuration
  bool passes = false;            ///< true if each pass is also timed on its own
  std::string command = "sweep";  ///< name of the command that has these options, such as "sweep"

  /// Adds the options -a and -p, and returns -a.
  CLI::Option* add_configuration_options(const OptionGroup& group, const std::string& algorithms_help = "",
                                         const std::string& axes_help = "");
  /// Adds the options that define sorting problems: -n, -t, -d, --seed, --order, --payload and others.
  void add_problem_options(const OptionGroup& group);
  void add_budget_options(const OptionGroup& group);
  void add_passes_option(const OptionGroup& group);
};

/// Returns the configurations and problems of a sweep. The default size is 2^16 keys. Throws UsageError for invalid
/// options.
SweepSpace space_of(const SweepRequest& request, const cuda::ExecutionOptions& execution);

/// Returns the arguments that repeat a sweep's measurements, without the output file. `device_words` follow at the end.
std::string repeating_command(const SweepRequest& request, const std::string& device_words = {});

/// A command of `texelsort sweep` or `texelsort tune`, read back from the header of a result file.
struct ReadCommand {
  SweepRequest request{};
  std::vector<std::string> device_words{};  ///< options that do not belong to the request, such as --device
};

/// Reads a command that repeating_command() has returned. Throws UsageError for other texts.
ReadCommand read_command(const std::string& command);

/// Throws UsageError if a result file cannot be continued under the header `own`: it was measured on another machine,
/// by another version or with other input. The request may have other algorithms, values, sizes, types and
/// distributions, and another limit of measurements.
void require_same(const std::string& path, const SweepHeader& found, const SweepHeader& own);

/// Throws UsageError if `trials` lack a trial that the result file contains.
void require_covered(const std::string& path, const std::vector<TrialResult>& rows, const std::vector<Trial>& trials);

/// Returns a function that returns whether a result of a file has enough samples for a request. A result has enough if
/// its measurement ended under a limit that allows as many samples and seconds as the request does.
std::function<bool(const TrialResult&)> enough_for(const SweepResults& results, const SweepRequest& request);

/// Returns whether at least one competitor of a sweep needs OpenGL.
bool needs_device(const SweepSpace& space);

/// Returns the definitions of all competitors that are not built in, by their ids.
std::map<std::string, std::string> definitions_of(const SweepSpace& space);

/// Returns the header of a sweep's result file, which is its first line. `device` is null if the sweep uses only the
/// CPU.
SweepHeader header_of(const SweepRequest& request, const std::string& device_words, const gpu::DeviceInfo* device,
                      std::size_t trials);

}  // namespace texelsort::app
