#include "app/tuning/sweeps/search.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "app/tuning/sweeps/search_points.h"
#include "app/tuning/sweeps/sweep.h"
#include "app/tuning/sweeps/trial_probe.h"
#include "compute/data/error.h"

namespace texelsort::app {

namespace {

using Stopwatch = std::chrono::steady_clock;

/// Number of trials whose samples are interleaved, and number of contenders of the confirmation run.
constexpr std::size_t batch_trials = 8, contenders = search_contenders;
constexpr std::uint64_t few_samples = 3;
/// Fewest rounds of the confirmation run in which an interval of this confidence exists.
constexpr std::uint64_t least_rounds = 7;

class Search {
 public:
  Search(const SearchSpace& space, gpu::Device* device, const SearchControl& control)
      : space_(space),
        device_(device),
        info_(device == nullptr ? nullptr : &device->info()),
        control_(control),
        own_trial_(default_choice()),
        points_(axes(), *own_trial_.prepared, control.strategy, control.seed),
        probe_(device) {
    // The points include the default, unless the given values exclude it.
    const auto own_point = points_.cover(own_trial_.used);
    if (own_point) taken_.emplace(own_trial_.key(), *own_point);
    outcome_.own_is_outside = !own_point;
    for (const TrialResult& row : control_.done) {
      spent_ += row.seconds + row.earlier_seconds;
      if (const auto point = points_.cover(row.parameters)) taken_.emplace(row.key(), *point);
      if (row.partial && !row.stopped) {
        begun_.push_back(row);
        group_ = std::max(group_, row.group);
      } else {
        note(row);
      }
    }
    points_.end_batch();
  }

  SearchOutcome run() {
    problem_ = load(space_.problem, space_.execution).problem;
    measure_own();
    if (!control_.cancelled() && trials_in_time() > 0) run_batch(begun_trials());
    while (!control_.cancelled()) {
      const std::size_t room = trials_in_time();
      if (room == 0) break;
      const std::vector<Trial> batch = propose(room);
      if (batch.empty()) break;
      run_batch(batch);
    }
    run_final();
    count();
    outcome_.combinations = points_.combinations();
    outcome_.covered = outcome_.measured + outcome_.refused + outcome_.failed + outcome_.skipped;
    if (outcome_.own_is_outside && known_.contains(own_trial_.key())) --outcome_.covered;
    outcome_.seconds = seconds();
    outcome_.cancelled = control_.cancelled();
    return outcome_;
  }

 private:
  double seconds() const { return spent_ + std::chrono::duration<double>(Stopwatch::now() - start_).count(); }

  Trial trial_of(const algorithms::Configuration& competitor, const std::map<std::string, std::string>& values) const {
    return make_trial(competitor, space_.problem, values, info_, space_.execution);
  }

  /// Returns the trials of which an interrupted search has the first samples.
  std::vector<Trial> begun_trials() const {
    std::vector<Trial> trials;
    for (const TrialResult& row : begun_) {
      if (!known_.contains(row.key())) trials.push_back(trial_of({space_.competitor.algorithm, row.given}, {}));
    }
    return trials;
  }

  Trial default_choice() const {
    Trial own = trial_of({space_.competitor.algorithm, {}}, {});
    if (!own.prepared) throw UsageError(fmt::format("{}: {}", own.configuration.algorithm->info().id, own.refusal));
    return own;
  }

  std::vector<Axis> axes() const {
    const auto& algorithm = *space_.competitor.algorithm;
    const auto own = own_trial_.prepared->parameters().values();
    const bool all = std::ranges::all_of(space_.axes, [](const Axis& axis) { return axis.expression.has_value(); });
    std::vector<Axis> axes;
    for (const auto& spec : algorithms::parameters_for(algorithm, space_.problem.payload)) {
      const auto given = std::ranges::find(space_.axes, spec.name, &Axis::name);
      const auto fixed = space_.competitor.values.find(spec.name);
      if (fixed != space_.competitor.values.end()) {
        axes.push_back({spec.name, {fixed->second}});
      } else if (given != space_.axes.end() && given->expression) {
        continue;
      } else if (given != space_.axes.end()) {
        axes.push_back(*given);
      } else if (all && spec.name != "seed") {
        axes.push_back({spec.name, search_values(spec, own.at(spec.name))});
      }
    }
    const auto specs = algorithms::parameters_for(algorithm, space_.problem.payload);
    for (const Axis& axis : space_.axes) {
      if (std::ranges::find(specs, axis.name, &algorithms::ParameterSpec::name) == specs.end()) {
        throw UsageError(fmt::format("-p {}: {} has no such parameter", axis.name, algorithm.info().id));
      }
    }
    if (axes.empty()) throw UsageError(algorithm.info().id + " does not have a parameter to search");
    for (const Axis& axis : space_.axes) require_taken(axis);
    return axes;
  }

  /// Throws UsageError if no value of the axis is accepted. All other parameters have their default values.
  void require_taken(const Axis& axis) const {
    if (axis.expression) return;
    std::string refusal;
    for (const std::string& value : axis.values) {
      const Trial trial = trial_of(space_.competitor, {{axis.name, value}});
      if (trial.prepared && trial.configuration.values.contains(axis.name)) return;
      if (!trial.refusal.empty()) refusal = ": " + trial.refusal;
    }
    throw UsageError(fmt::format("-p {}: the algorithm can use none of these values{}", axis.name, refusal));
  }

  void measure_own() {
    const double before = seconds();
    if (!known_.contains(own_trial_.key())) run_batch({own_trial_}, control_.seconds);
    if (control_.cancelled()) return;
    const auto found = known_.find(own_trial_.key());
    own_cost_ = std::max(seconds() - before, found == known_.end() ? 0 : found->second.seconds);
    if (found == known_.end()) refuse_short_time();
    const TrialResult& own = found->second;
    if (own.status != TrialStatus::measured) {
      throw Error(own.status == TrialStatus::failed ? ExitCode::check_failed : ExitCode::usage,
                  fmt::format("{}: {}", configuration_text(own), own.reason));
    }
    if (own_cost_ * 4 > control_.seconds) refuse_short_time();
    outcome_.own = outcome_.winner = own;
    own_ms_ = own.ms.median;
  }

  [[noreturn]] void refuse_short_time() const {
    throw UsageError(
        fmt::format("--budget {}: too short, because measuring only the default takes {:.2g} s: give at least {}",
                    control_.seconds, own_cost_, std::ceil(own_cost_ * 8)));
  }

  /// Returns the seconds to reserve for the confirmation run, which starts, verifies and samples several
  /// configurations.
  double reserve() const {
    const double each = 1.5 * own_cost_ * static_cast<double>(contenders + 1);
    return std::clamp(each, 0.08 * control_.seconds, 0.4 * control_.seconds);
  }

  std::size_t trials_in_time() const {
    const double left = control_.seconds - reserve() - seconds();
    const double cost = ran_ == 0 ? own_cost_ : std::max(batch_seconds_ / static_cast<double>(ran_), 1e-6);
    return static_cast<std::size_t>(std::clamp(left / cost, 0.0, static_cast<double>(batch_trials)));
  }

  std::vector<Trial> propose(std::size_t count) {
    const auto start = Stopwatch::now();
    std::vector<Trial> batch;
    while (batch.size() < count && !control_.cancelled() && seconds() < control_.seconds - reserve()) {
      const auto point = points_.next();
      if (!point) break;
      auto derived = make_derived_trial(space_.competitor, space_.problem, points_.values(*point), space_.axes,
                                        space_.restrictions, info_, space_.execution);
      if (!derived || known_.contains(derived->key()) || !taken_.emplace(derived->key(), *point).second) {
        ++outcome_.skipped;
        continue;
      }
      Trial trial = std::move(*derived);
      refuse_hopeless(trial);
      trial.refusal.empty() ? batch.push_back(std::move(trial)) : give(describe(trial));
    }
    batch_seconds_ += std::chrono::duration<double>(Stopwatch::now() - start).count();
    return batch;
  }

  void refuse_hopeless(Trial& trial) {
    if (!trial.prepared) return;
    if (space_.problem.payload != data::PayloadKind::none && own_trial_.prepared->keeps_ties() &&
        !trial.prepared->keeps_ties()) {
      trial.refusal = "equal keys would not keep their order, as they do with the default";
    } else if (const auto reason = probe_.hopeless(trial, best_->ms.high)) {
      trial.refusal = *reason;
      trial.timeout = true;
    }
    if (!trial.refusal.empty()) trial.prepared.reset();
  }

  void run_batch(const std::vector<Trial>& batch) { run_batch(batch, control_.seconds - reserve()); }

  /// Measures trials together until the search has lasted for `end` seconds.
  void run_batch(const std::vector<Trial>& batch, double end) {
    if (batch.empty()) return;
    const auto start = Stopwatch::now();
    measure::Budget budget{.min_samples = measure::least_for_interval,
                           .max_samples = 15,
                           .seconds = std::clamp(control_.seconds / 60, 0.05, 1.0),
                           .stop_after = few_samples};
    if (best_) budget.beat_ms = best_->ms.high;
    sweep(batch, budget, false, end);
    batch_seconds_ += std::chrono::duration<double>(Stopwatch::now() - start).count();
    ran_ += batch.size();
    points_.end_batch();
    count();
    control_.progress(
        {outcome_.measured, std::max(control_.seconds - seconds(), 0.0), own_ms_, best_ ? best_->ms.median : 0});
  }

  void sweep(const std::vector<Trial>& trials, const measure::Budget& budget, bool decides, double end) {
    SweepControl control{.budget = budget, .seed = control_.seed + group_, .problem = problem_};
    control.groups_before = group_;
    control.decides = decides;
    control.cancelled = control_.cancelled;
    control.late = [this, end] { return seconds() >= end; };
    for (const TrialResult& row : begun_) {
      if (!known_.contains(row.key())) control.done.push_back(row);
    }
    control.result = [this](const TrialResult& row) { give(row); };
    // A complete result stays until the confirmation run replaces it.
    if (control_.partial) {
      control.partial = [this](std::span<const TrialResult> rows) {
        std::vector<TrialResult> fresh;
        std::ranges::remove_copy_if(rows, std::back_inserter(fresh),
                                    [this](const TrialResult& row) { return known_.contains(row.key()); });
        if (!fresh.empty()) control_.partial(fresh);
      };
    }
    run_sweep(trials, device_, control);
  }

  void give(const TrialResult& row) {
    control_.result(row);
    note(row);
  }

  void note(const TrialResult& row) {
    const std::string key = row.key();
    group_ = std::max(group_, row.group);
    known_.insert_or_assign(key, row);
    if (row.status == TrialStatus::measured) {
      if (const auto point = taken_.find(key); point != taken_.end()) points_.tell(point->second, row.ms.median);
      if (!best_ || row.ms.median < best_->ms.median) best_ = row;
    }
  }

  /// Counts the results of the whole search, including its earlier parts.
  void count() {
    outcome_.measured = outcome_.stopped = outcome_.refused = outcome_.failed = 0;
    for (const auto& [key, row] : known_) {
      outcome_.measured += row.status == TrialStatus::measured;
      outcome_.stopped += row.stopped;
      outcome_.refused += row.status == TrialStatus::refused;
      outcome_.failed += row.status == TrialStatus::failed;
    }
  }

  /// Returns all measured trials except the default configuration, fastest first.
  std::vector<TrialResult> fastest() const {
    std::vector<TrialResult> rows;
    for (const auto& [key, row] : known_) {
      if (row.status == TrialStatus::measured && key != own_trial_.key()) rows.push_back(row);
    }
    std::ranges::stable_sort(rows, {}, [](const TrialResult& row) { return std::pair(row.stopped, row.ms.median); });
    if (rows.size() > contenders) rows.resize(contenders);
    return rows;
  }

  void run_final() {
    if (control_.cancelled()) return;
    // A search that was resumed without time for further trials has its confirmation run already.
    if (ran_ == 0 && known_.at(own_trial_.key()).is_final) return decide(known_.at(own_trial_.key()).group);
    std::vector<Trial> trials{own_trial_};
    // A slow sort has time for the rounds of fewer contenders only. The runs before the first round take time, too.
    constexpr double runs_before = 3;
    const double each = (static_cast<double>(least_rounds) + runs_before) * own_ms_ / 1000;
    const double room = std::max(reserve() / std::max(each, 1e-9), 2.0);
    for (const TrialResult& row : fastest()) {
      if (static_cast<double>(trials.size() + 1) > room) break;
      trials.push_back(trial_of({space_.competitor.algorithm, row.given}, {}));
    }
    if (trials.size() == 1) return;
    const double rounds = reserve() * 1000 / (static_cast<double>(trials.size()) * std::max(own_ms_, 1e-6));
    const auto least = static_cast<std::uint64_t>(std::clamp(rounds / 2, static_cast<double>(least_rounds), 21.0));
    sweep(trials,
          {.min_samples = least,
           .max_samples = 101,
           .relative_width = 0.005,
           .seconds = std::max(reserve() / static_cast<double>(2 * trials.size()), 0.1)},
          true, control_.seconds - seconds() > reserve() / 2 ? control_.seconds : seconds() + reserve());
    if (!control_.cancelled()) decide(group_);
  }

  /// Finds the winner among the trials of the confirmation run, whose group has this number.
  void decide(std::uint64_t group) {
    const TrialResult& own = known_.at(own_trial_.key());
    outcome_.confirmed = own.group == group && own.is_final && !own.samples_ms.empty();
    if (!outcome_.confirmed) return;
    outcome_.own = outcome_.winner = own;
    for (const auto& [key, row] : known_) {
      const bool competes = row.status == TrialStatus::measured && row.is_final && row.group == group;
      if (competes && row.ms.median < outcome_.winner.ms.median) outcome_.winner = row;
    }
    outcome_.ratio = measure::paired_ratio(outcome_.winner.samples_ms, outcome_.own.samples_ms, search_confidence);
  }

  const SearchSpace& space_;
  gpu::Device* device_;
  const gpu::DeviceInfo* info_;
  const SearchControl& control_;
  Stopwatch::time_point start_ = Stopwatch::now();
  Trial own_trial_;
  SearchPoints points_;
  TrialProbe probe_;
  std::shared_ptr<const algorithms::Problem> problem_;
  std::map<std::string, TrialResult> known_;
  std::map<std::string, SearchPoint> taken_;
  std::vector<TrialResult> begun_;  ///< results of an interrupted batch, with the first samples only
  std::optional<TrialResult> best_;
  SearchOutcome outcome_;
  double spent_ = 0, own_cost_ = 0, own_ms_ = 0, batch_seconds_ = 0;
  std::size_t ran_ = 0;
  std::uint64_t group_ = 0;
};

}  // namespace

std::string_view name(Strategy strategy) {
  return strategy == Strategy::random ? "random" : "local";
}

std::optional<Strategy> parse_strategy(std::string_view word) {
  for (const Strategy strategy : {Strategy::random, Strategy::local}) {
    if (word == name(strategy)) return strategy;
  }
  return std::nullopt;
}

SearchOutcome search(const SearchSpace& space, gpu::Device* device, const SearchControl& control) {
  return Search(space, device, control).run();
}

}  // namespace texelsort::app
