#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/tuning/sweeps/sweep_file.h"
#include "app/tuning/sweeps/sweep_space.h"
#include "compute/gpu/device.h"
#include "compute/measure/statistics.h"

namespace texelsort::app {

/// Search strategy. Local: moves from the default to faster neighbours, and restarts elsewhere if there are none.
enum class Strategy : std::uint8_t { random, local };

std::string_view name(Strategy strategy);
std::optional<Strategy> parse_strategy(std::string_view word);
constexpr auto strategies = "local, random";

/// One algorithm on one problem, to search for faster parameters.
struct SearchSpace {
  algorithms::Configuration competitor;  ///< algorithm, with values that the search does not change
  ProblemSpec problem;                   ///< a generated problem with a size
  std::vector<Axis> axes{};  ///< parameters to search, with their values; if empty, all parameters over their domains
  cuda::ExecutionOptions execution{};
};

/// Returns the values that a search tries for a parameter, in the domain's order, including `own`. Wide ranges are
/// sampled at 1, 2, 3, 4, 6, 8, 12 and so on.
std::vector<std::string> search_values(const algorithms::ParameterSpec& spec, const std::string& own);

/// Progress of a search.
struct SearchProgress {
  std::uint64_t tried = 0;
  double seconds_left = 0, own_ms = 0, best_ms = 0;
};

struct SearchControl {
  Strategy strategy = Strategy::local;
  double seconds = 60;
  std::uint64_t seed = 1;
  std::vector<TrialResult> done{};  ///< results of an earlier part of this search; their time counts against the limit
  std::function<bool()> cancelled = [] { return false; };
  std::function<void(const SearchProgress&)> progress = [](const SearchProgress&) {};
  /// Callback for each result. After the confirmation run, the best configurations are reported again; the later result
  /// counts.
  std::function<void(const TrialResult&)> result = [](const TrialResult&) {};
};

struct SearchOutcome {
  std::uint64_t combinations = 0, covered = 0;  ///< number of all combinations of values; of those that trials cover
  std::uint64_t measured = 0, stopped = 0, refused = 0, failed = 0;  ///< numbers of trials; measured includes stopped
  double seconds = 0;
  bool cancelled = false;  ///< true if cancelled before the confirmation run
  TrialResult own{};       ///< result of the default in the confirmation run
  TrialResult winner{};    ///< result of the fastest configuration in the confirmation run, possibly the default
  measure::Ratio ratio{};  ///< winner's time over the default's

  bool own_wins() const { return winner.key() == own.key(); }
  /// Returns whether the winner is faster than the default and their intervals do not overlap.
  bool beaten() const { return !cancelled && !own_wins() && measure::separated(winner.ms, own.ms) && ratio.high < 1; }
};

/// Searches for the fastest configuration within a time limit. Verifies and interleaves trials like a sweep. Stops a
/// trial after a few samples if its interval lies above the interval of the best trial. Skips a trial that needs
/// several times as long for fewer keys. Finally, a confirmation run measures the fastest trials and the default again.
/// Its new samples decide, because the earlier ones were used for the selection. With a payload, rejects configurations
/// that do not keep the order of equal keys if the default does. Throws UsageError for an axis without an accepted
/// value, a default that cannot run, or too short a time.
SearchOutcome search(const SearchSpace& space, gpu::Device* device, const SearchControl& control);

}  // namespace texelsort::app
