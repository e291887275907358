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
#include "compute/measure/ratio.h"

namespace texelsort::app {

/// How a search goes through a space. Local: from the default to a neighbour that is faster, again and
/// again; where none is, it starts elsewhere.
enum class Strategy : std::uint8_t { random, local };

std::string_view name(Strategy strategy);
std::optional<Strategy> parse_strategy(std::string_view word);
constexpr auto strategies = "local, random";

/// What is searched: one algorithm on one problem.
struct SearchSpace {
  algorithms::Configuration competitor;  ///< its values stay as they are
  ProblemSpec problem;                   ///< generated, with a size
  std::vector<Axis> axes{};              ///< none: all its parameters, each over its domain
  cuda::ExecutionOptions execution{};
};

/// The values that a search gives a parameter: those of its domain, of wide ranges 1, 2, 3, 4, 6, 8, 12 and so on; with
/// `own` among them, in the domain's order.
std::vector<std::string> search_values(const algorithms::ParameterSpec& spec, const std::string& own);

/// How far a search is.
struct SearchProgress {
  std::uint64_t tried = 0;
  double seconds_left = 0, own_ms = 0, best_ms = 0;
};

struct SearchControl {
  Strategy strategy = Strategy::local;
  double seconds = 60;
  std::uint64_t seed = 1;
  std::vector<TrialResult> done{};  ///< of an earlier part of this search; their time counts
  std::function<bool()> cancelled = [] { return false; };
  std::function<void(const SearchProgress&)> progress = [](const SearchProgress&) {};
  /// Called as results come; the best ones come again, from the final, which counts.
  std::function<void(const TrialResult&)> result = [](const TrialResult&) {};
};

struct SearchOutcome {
  std::uint64_t combinations = 0, covered = 0;  ///< of the values of all parameters; those that the trials stand for
  std::uint64_t measured = 0, stopped = 0, refused = 0, failed = 0;  ///< trials, the stopped ones among the measured
  double seconds = 0;
  bool cancelled = false;  ///< without a final
  TrialResult own{};       ///< the default, from the final
  TrialResult winner{};    ///< the fastest of the final; may be the default
  measure::Ratio ratio{};  ///< of the winner's time to the default's

  bool own_wins() const { return winner.key() == own.key(); }
  /// The default is beaten with intervals that do not overlap.
  bool beaten() const { return !cancelled && !own_wins() && measure::separated(winner.ms, own.ms) && ratio.high < 1; }
};

/// Looks for the fastest configuration within a time. Trials are verified and interleaved as in a sweep; one whose
/// interval lies above the best one's after a few samples gets no more, and one that takes several times as long for
/// fewer keys is not tried at all. The fastest ones and the default then have a final of their own, so that no one
/// wins by samples that it was selected for. Where a payload shows the order of equal keys, and the default keeps
/// it, what does not is refused. Throws UsageError for an axis with no value that can be taken, for a default that
/// cannot run, and for a time that is too short for more than it.
SearchOutcome search(const SearchSpace& space, gpu::Device* device, const SearchControl& control);

}  // namespace texelsort::app
