#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/tuning/sweeps/sweep_file.h"
#include "app/tuning/sweeps/sweep_space.h"
#include "compute/gpu/device.h"
#include "compute/measure/statistics.h"

namespace texelsort::app {

/// Strategy of a search. `local` moves from the default to faster neighbours, and restarts elsewhere if no neighbour is
/// faster.
enum class Strategy : std::uint8_t { random, local };

std::string_view name(Strategy strategy);
std::optional<Strategy> parse_strategy(std::string_view word);
constexpr auto strategies = "local, random";

/// One algorithm and one problem for which a search finds fast parameter values.
struct SearchSpace {
  algorithms::Configuration competitor;  ///< algorithm, with parameter values that the search does not change
  ProblemSpec problem;                   ///< generated problem whose size is set
  /// Parameters to search, and the values to try; if empty, all parameters over their whole domains.
  std::vector<Axis> axes{};
  cuda::ExecutionOptions execution{};
  std::vector<Expression> restrictions{};  ///< conditions that every tried configuration must meet
};

/// Returns the values that a search tries for a parameter, in the domain's order. They include `own`, the default. Wide
/// ranges are sampled at 1, 2, 3, 4, 6, 8, 12 and so on.
std::vector<std::string> search_values(const algorithms::ParameterSpec& spec, const std::string& own);

struct SearchProgress {
  std::uint64_t tried = 0;
  double seconds_left = 0, own_ms = 0, best_ms = 0;
};

struct SearchControl {
  Strategy strategy = Strategy::local;
  /// Time limit. The search ends at most one run later, and the verification of the present outputs.
  double seconds = 60;
  std::uint64_t seed = 1;
  /// Results of an earlier part of the same search. Their measuring time counts towards the time limit. Trials with the
  /// first samples only get the others.
  std::vector<TrialResult> done{};
  std::function<bool()> cancelled = [] { return false; };
  std::function<void(const SearchProgress&)> progress = [](const SearchProgress&) {};
  /// Callback for each result. The confirmation run reports the best configurations again. Its results replace the
  /// earlier ones.
  std::function<void(const TrialResult&)> result = [](const TrialResult&) {};
  /// Callback for the results so far of trials without a result; see SweepControl::partial.
  std::function<void(std::span<const TrialResult>)> partial{};
};

/// Number of fastest configurations that the confirmation run compares with the default.
inline constexpr std::size_t search_contenders = 3;
/// Confidence of the interval that decides. The fastest of several contenders is compared with the default, so each
/// contender may be wrong with only its share of 5 %.
inline constexpr double search_confidence = 1 - 0.05 / search_contenders;

struct SearchOutcome {
  /// Number of all combinations of parameter values, and number of combinations that the search has tried or rejected.
  std::uint64_t combinations = 0, covered = 0;
  /// Number of covered combinations that differ from another one only in unused values or that a restriction excludes.
  std::uint64_t skipped = 0;
  /// Numbers of trials by result, including those of earlier parts of the search. `measured` includes `stopped`, the
  /// trials that were stopped after a few samples.
  std::uint64_t measured = 0, stopped = 0, refused = 0, failed = 0;
  double seconds = 0;
  /// True if the default is not among the combinations. It is measured nevertheless.
  bool own_is_outside = false;
  bool cancelled = false;  ///< true if the search was cancelled before its confirmation run
  /// True if the confirmation run measured the default configuration. False if the time was over before.
  bool confirmed = false;
  TrialResult own{};     ///< result of the default configuration in the confirmation run
  TrialResult winner{};  ///< result of the fastest configuration in the confirmation run, which may be the default
  /// Winner's time divided by the default's time, paired by round. All intervals of this kind, one for each contender,
  /// hold together with 95 % confidence.
  measure::Ratio ratio{};

  /// Returns whether the time was over before a result of another configuration than the default.
  bool only_own() const { return measured + refused + failed <= 1 && covered < combinations; }
  bool own_wins() const { return winner.key() == own.key(); }
  /// Returns whether the winner is faster than the default, by the interval of the ratio.
  bool beaten() const { return !cancelled && !own_wins() && measure::verdict_of(ratio) == measure::Verdict::faster; }
};

/// Searches for the fastest configuration within a time limit. Verifies and interleaves trials like a sweep.
/// - Stops a trial after a few samples if its interval lies above the interval of the best trial.
/// - Skips a trial that needs several times as long as the best trial, even for fewer keys.
/// - Finally measures the fastest trials and the default again. Only this confirmation run decides, because the earlier
/// samples selected its trials.
/// - With a payload, rejects configurations that do not keep the order of equal keys if the default keeps it.
///
/// Throws UsageError for an axis without an accepted value, a default that cannot run, or too short a time.
SearchOutcome search(const SearchSpace& space, gpu::Device* device, const SearchControl& control);

}  // namespace texelsort::app
