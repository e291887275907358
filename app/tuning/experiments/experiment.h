#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/tuning/sweeps/configurations.h"
#include "app/tuning/sweeps/sweep_request.h"

/// Claims of papers as data: what is measured, what is claimed of it, and what the paper found.
namespace texelsort::app {

/// How large the problems are: what ends in two minutes on software rendering, what suits it, what suits a GPU.
enum class Effort : std::uint8_t { quick, software, gpu };

/// Configurations on problems of some sizes. Sizes of an effort that has none are not measured.
struct MeasuredSet {
  std::vector<std::string> configurations, axes;  ///< as of a sweep; "ID:paper" has the cited source's values
  std::vector<std::string> quick, software, gpu;  ///< sizes
  std::vector<std::string> types, distributions, payloads;
  std::vector<std::string> tasks;  ///< "--sequences 32", "-k 1000"; none: all are sorts
  bool passes = false;             ///< each pass is timed too

  const std::vector<std::string>& sizes(Effort effort) const;
};

/// Rows of an experiment: a configuration, values of "n", "type", "distribution" or "payload", and a task as options.
/// "n=largest" and "n=smallest" are of those that were measured; "n=2^20|2^22" are both, one after the other.
struct RowSelector {
  std::string text;
  algorithms::Configuration competitor;
  std::map<std::string, std::vector<std::string>> where;
};

/// The quantity that is compared between two rows: the time of the whole, of a key, or of a pass; or bytes of memory.
enum class ClaimUnit : std::uint8_t { whole, key, pass, memory };

/// What is compared with a number of the paper: so many a second.
enum class ClaimRate : std::uint8_t { none, keys, compare_and_swaps };

/// "This is faster than those." Each row of `faster` is compared with each row of `than` that is about the same
/// problem, but for what the selectors themselves name. The ratio is the time of `than` over that of `faster`. A claim
/// with a rate has no `than`: the ratio is the rate of `faster` over `per_second`.
struct Claim {
  std::string says;                                 ///< the paper's statement
  std::string where;                                ///< figure, table, section
  std::string paper;                                ///< its number as it gives it: "1.7 times"; empty where it has none
  std::optional<double> paper_low{}, paper_high{};  ///< the same as ratios
  RowSelector faster;
  std::vector<RowSelector> than;
  double at_least = 1;              ///< the claim holds if the ratio's interval lies above; the paper's unless given
  std::optional<double> at_most{};  ///< and below this, if it is there
  ClaimUnit unit = ClaimUnit::whole;
  std::vector<std::string> faster_in{}, than_in{};  ///< shell patterns of passes, "STAGE" or "STAGE/PASS"; none: all
  ClaimRate rate = ClaimRate::none;
  double per_second = 0;
  std::map<std::string, std::string> why{};  ///< a sentence for a verdict on a kind of machine: "holds", "reversed-gpu"
  std::size_t number = 0, line = 0;          ///< in its file, from 1
};

struct Experiment {
  std::string file, title, source, hardware, notes{};
  std::vector<MeasuredSet> sets;
  std::vector<Claim> claims;
};

/// A problem with that payload and task: "none", "index", "record:4:hybrid"; "--sequences 32". Throws UsageError for
/// what is none.
ProblemSpec problem_with(const std::string& payload, const std::string& task = {});

/// Reads an experiment. Throws UsageError with file and line for what is none.
Experiment read_experiment(std::string_view text, const std::string& file);

/// Those that the program carries, in the order of the papers.
const std::vector<Experiment>& experiments();

/// "bitonic-methods" for "experiments/bitonic-methods.toml".
std::string short_name_of(const Experiment& experiment);
std::vector<std::string> experiment_names();

/// What finds it again: its short name, or the path of one that the program does not carry.
std::string name_or_path(const Experiment& experiment);

/// By short name or path. Throws UsageError with the nearest name.
Experiment find_experiment(const std::string& name_or_path);

}  // namespace texelsort::app
