#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/tuning/sweeps/configurations.h"
#include "app/tuning/sweeps/sweep_request.h"
#include "compute/measure/cache_estimate.h"

/// Claims of papers as data: the measurements, the claims about these measurements, and the numbers of the papers.
namespace texelsort::app {

/// Amount of measuring, which determines the sizes of the problems. `quick` lasts at most two minutes with software
/// rendering, and `software` longer. `gpu` has sizes for a GPU.
enum class Effort : std::uint8_t { quick, software, gpu };

/// Configurations of an experiment, and the problems on which they are measured. Without sizes for an effort, nothing
/// is measured at that effort.
struct MeasuredSet {
  /// Values of a sweep's options -a and -p; "ID:paper" selects the values of the cited source.
  std::vector<std::string> configurations, axes;
  std::vector<std::string> quick, software, gpu;  ///< sizes of the problems for each effort
  std::vector<std::string> types, distributions, payloads;
  /// Options that define the task: "--sequences 32", "-k 1000"; if empty, the task is sorting. A task that begins with
  /// the word "external-sort" sorts a file of records with the options that follow; see external_rows().
  std::vector<std::string> tasks;
  bool passes = false;  ///< true if each pass is also timed on its own

  const std::vector<std::string>& sizes(Effort effort) const;
};

/// Selects results of an experiment by configuration, by task options, and by values of "n", "type", "distribution" or
/// "payload". "n=largest" and "n=smallest" select one of the measured sizes. "n=2^20|2^22" selects both sizes.
struct RowSelector {
  std::string text;
  algorithms::Configuration competitor;
  std::map<std::string, std::vector<std::string>> where;
};

/// Quantity by which a claim compares two rows: total time, time per key, time per pass, or bytes of device memory.
enum class ClaimUnit : std::uint8_t { whole, key, pass, memory };

/// Problems that a paper measured, each as the values of one property of a row: "n", "type", "distribution", "payload"
/// or "task". Two sizes are the ends of a range.
using PaperProblems = std::map<std::string, std::vector<std::string>>;

/// Values of parameters that a paper measured, by the parameter's name.
using PaperValues = std::map<std::string, std::vector<std::string>>;

/// Unit of a rate that the paper states, such as keys per second, to compare with measured rates. `none` means that the
/// claim has no rate.
enum class ClaimRate : std::uint8_t { none, keys, compare_and_swaps };

/// A claim that each configuration of `faster` is faster than each of `than` on the same problem. Compared results
/// differ only in properties that the selectors name. The ratio is the time of `than` divided by the time of `faster`.
/// A claim with a rate has no `than`. Its ratio is the rate of `faster` divided by `per_second`, the paper's rate. A
/// claim about a cache has no `than` either. Its ratio is the contrast of the jump of the times.
struct Claim {
  std::string says;   ///< statement of the claim in the paper's words
  std::string where;  ///< place in the paper: figure, table or section
  std::string paper;  ///< the paper's number as the paper writes it, "1.7 times"; may be empty
  /// The paper's number as a range of ratios. Without an upper end, the paper states a minimum ("at least 20 %").
  std::optional<double> paper_low{}, paper_high{};
  RowSelector faster;
  std::vector<RowSelector> than;
  /// Bounds within which the ratio agrees with the paper. By default, the paper's range, widened by `tolerance` at both
  /// ends, but not below 1 for an order. Without a number, the claim is an order: the ratio is above 1, and there is no
  /// upper bound.
  double at_least = 1;
  std::optional<double> at_most{};
  bool trend = false;              ///< true if the claim is about the growth with n, which needs several sizes
  bool central = false;            ///< true if the claim is one of the main results of the paper
  std::string not_comparable{};    ///< missing hardware or fact without which the claim has no verdict; may be empty
  PaperProblems paper_problems{};  ///< problems of the paper, from the claim or else from its experiment
  /// Values of parameters that the paper ran for this claim, if they are not the paper values of the settings.
  PaperValues paper_values{};
  /// Differences from the paper that no setting shows, such as a newer library.
  std::vector<std::string> differs{};
  ClaimUnit unit = ClaimUnit::whole;
  /// Shell patterns "STAGE" or "STAGE/PASS" that select the passes to compare, for each side of the claim; if empty,
  /// all passes.
  std::vector<std::string> faster_in{}, than_in{};
  ClaimRate rate = ClaimRate::none;
  double per_second = 0;
  /// Parameter of a cache that the times of the passes show; null if the claim is about another quantity.
  std::optional<measure::CacheParameter> cache{};
  /// Explanations to print with a verdict. The key is a verdict, optionally with the kind of machine: "holds",
  /// "reversed-gpu".
  std::map<std::string, std::string> why{};
  std::size_t number = 0, line = 0;  ///< number of the claim, and its line in the experiment's file, both from 1

  /// Returns whether the claim states that two quantities are the same, or that one is a share of the other: it has an
  /// upper bound, and its lower bound is below 1.
  bool states_equality() const { return at_least < 1 && at_most.has_value(); }
  /// Returns whether the claim compares two rows with each other.
  bool compares_rows() const { return rate == ClaimRate::none && !cache; }
};

/// First word of the task of an external sort.
inline constexpr std::string_view external_task = "external-sort";

/// Returns whether a task, as in MeasuredSet::tasks and TrialResult::task, is an external sort.
constexpr bool is_external(std::string_view task) {
  return task.starts_with(external_task);
}

/// Share by which the bounds of a claim exceed the paper's numbers, unless the claim has bounds of its own.
inline constexpr double tolerance = 0.1;
/// Smallest number of sizes that decides a claim about a trend.
inline constexpr std::size_t trend_sizes = 4;

struct Experiment {
  std::string file, title, source, hardware, notes{};
  std::vector<MeasuredSet> sets;
  std::vector<Claim> claims;
};

/// Returns a problem with a payload ("none", "index", "record:4:hybrid") and a task ("--sequences 32"). Throws
/// UsageError for an invalid payload or task.
ProblemSpec problem_with(const std::string& payload, const std::string& task = {});

/// Reads an experiment from text. Throws UsageError with file and line for invalid text.
Experiment read_experiment(std::string_view text, const std::string& file);

/// Returns the built-in experiments, in the order of the papers.
const std::vector<Experiment>& experiments();

/// Returns the short name of an experiment: "bitonic-methods" for "experiments/bitonic-methods.toml".
std::string short_name_of(const Experiment& experiment);
std::vector<std::string> experiment_names();

/// Returns the name by which find_experiment() finds an experiment: the short name, or the path if the experiment is
/// not built in.
std::string name_or_path(const Experiment& experiment);

/// Finds an experiment by short name or path. Throws UsageError, which suggests the nearest name, if there is no such
/// experiment.
Experiment find_experiment(const std::string& name_or_path);

}  // namespace texelsort::app
