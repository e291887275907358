#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/tuning/sweeps/configurations.h"
#include "app/tuning/sweeps/sweep_request.h"

/// Claims of papers as data: the measurements, the claims about them, and the papers' results.
namespace texelsort::app {

/// Amount of measuring, which decides the problem sizes: at most two minutes on software rendering, longer on software
/// rendering, or sizes for a GPU.
enum class Effort : std::uint8_t { quick, software, gpu };

/// Configurations and the problems to measure them on. Efforts without sizes are not measured.
struct MeasuredSet {
  std::vector<std::string> configurations, axes;  ///< words of a sweep's -a and -p, or "ID:paper": values of its source
  std::vector<std::string> quick, software, gpu;  ///< sizes of the problems, per effort
  std::vector<std::string> types, distributions, payloads;
  std::vector<std::string> tasks;  ///< options that define the task: "--sequences 32", "-k 1000"; sorts only if empty
  bool passes = false;             ///< true if each pass is timed too

  const std::vector<std::string>& sizes(Effort effort) const;
};

/// Selects rows of an experiment by configuration, by values of "n", "type", "distribution" or "payload", and by a task
/// given as options. "n=largest" and "n=smallest" refer to the measured sizes. "n=2^20|2^22" selects both sizes.
struct RowSelector {
  std::string text;
  algorithms::Configuration competitor;
  std::map<std::string, std::vector<std::string>> where;
};

/// Quantity compared between two rows: total time, time per key, time per pass, or bytes of device memory.
enum class ClaimUnit : std::uint8_t { whole, key, pass, memory };

/// Unit of the paper's rate that a measured rate is compared with: keys or compare-and-swaps per second, or no rate.
enum class ClaimRate : std::uint8_t { none, keys, compare_and_swaps };

/// A claim that the configurations `faster` are faster than the configurations `than`. Each row of `faster` is compared
/// with each row of `than` for the same problem, except for properties that the selectors name. The ratio is the time
/// of `than` over the time of `faster`. A claim with a rate has no `than`. Its ratio is the rate of `faster` over
/// `per_second`.
struct Claim {
  std::string says;                                 ///< statement of the claim in the paper's words
  std::string where;                                ///< place in the paper: figure, table or section
  std::string paper;                                ///< the paper's number as written, "1.7 times"; may be empty
  std::optional<double> paper_low{}, paper_high{};  ///< the paper's number as ratios
  RowSelector faster;
  std::vector<RowSelector> than;
  double at_least = 1;              ///< lower bound for the ratio's interval; the paper's number by default
  std::optional<double> at_most{};  ///< upper bound for the ratio's interval, if given
  ClaimUnit unit = ClaimUnit::whole;
  std::vector<std::string> faster_in{}, than_in{};  ///< shell patterns of passes, "STAGE" or "STAGE/PASS"; all if empty
  ClaimRate rate = ClaimRate::none;
  double per_second = 0;
  std::map<std::string, std::string> why{};  ///< explanations by verdict and kind of machine: "holds", "reversed-gpu"
  std::size_t number = 0, line = 0;          ///< number of the claim, and its line in the file, from 1
};

struct Experiment {
  std::string file, title, source, hardware, notes{};
  std::vector<MeasuredSet> sets;
  std::vector<Claim> claims;
};

/// Returns a problem with this payload ("none", "index", "record:4:hybrid") and task ("--sequences 32"). Throws
/// UsageError for an invalid payload or task.
ProblemSpec problem_with(const std::string& payload, const std::string& task = {});

/// Reads an experiment. Throws UsageError with file and line for invalid text.
Experiment read_experiment(std::string_view text, const std::string& file);

/// Returns the built-in experiments, in the order of the papers.
const std::vector<Experiment>& experiments();

/// Returns "bitonic-methods" for "experiments/bitonic-methods.toml".
std::string short_name_of(const Experiment& experiment);
std::vector<std::string> experiment_names();

/// Returns a name for find_experiment(): the short name, or the path if the experiment is not built in.
std::string name_or_path(const Experiment& experiment);

/// Finds an experiment by short name or path. Throws UsageError with the nearest name.
Experiment find_experiment(const std::string& name_or_path);

}  // namespace texelsort::app
