#pragma once

#include <utility>

#include "compute/algorithms/core/algorithm.h"
#include "compute/algorithms/primitives/step_schedule.h"

namespace texelsort::algorithms {

/// Arguments from which every method makes a run of a network.
struct NetworkStart {
  gpu::Device* device = nullptr;  ///< device of the passes; null for runs on the CPU
  std::shared_ptr<const Problem> problem;
  std::shared_ptr<const Schedule> schedule;  ///< the network's schedule, with one step per pass
};

/// Base class of the runs of all methods for networks. A method defines the execution and the cost of a pass.
class NetworkRun : public Run {
 public:
  std::vector<std::vector<NetworkStep>> steps_of_passes() const final;

 protected:
  /// Makes a run. It executes the passes of `schedule`, which may join steps, or one pass per step if `schedule` is
  /// null.
  NetworkRun(const NetworkStart& start, Backend backend, std::shared_ptr<const Schedule> schedule = nullptr);

  /// Executes one pass on the run's current data.
  virtual void execute(const NetworkPass& pass) = 0;
  virtual Counters count(const NetworkPass& pass) const = 0;
  virtual std::vector<Quad> quads(const NetworkPass&) const { return {}; }
  /// Returns the steps that a pass executes, for display.
  virtual std::vector<NetworkStep> steps(const NetworkPass& pass) const { return pass.steps; }
  /// Returns the postcondition of the pass's steps.
  virtual Claim claim(const NetworkPass& pass) const;

  /// Returns the total number of comparators in the steps of a pass.
  std::uint64_t comparators(const NetworkPass& pass) const;

 private:
  Pass pass_of(const NetworkPass& pass, bool draws);

  std::shared_ptr<const Schedule> schedule_;
};

/// Base class of runs of a network that have their own arrays.
template <typename Arrays>
class NetworkRunOn : public NetworkRun {
 public:
  std::vector<View> views() const final { return arrays_.views(); }
  data::State read(std::uint64_t first, std::uint64_t count) const final { return arrays_.read(first, count); }
  std::optional<std::string> find_guard_damage() const final { return arrays_.find_guard_damage(); }
  KeyPlace key_place(std::uint64_t i) const final {
    if constexpr (requires { arrays_.key_place(i); }) {
      return arrays_.key_place(i);
    } else {
      return Run::key_place(i);
    }
  }

 protected:
  /// Makes the arrays from the constructor arguments `shape`, and a run on them.
  template <typename... Shape>
  NetworkRunOn(const NetworkStart& start, Backend backend, std::shared_ptr<const Schedule> schedule, Shape&&... shape)
      : NetworkRun(start, backend, std::move(schedule)), arrays_(std::forward<Shape>(shape)...) {
    rewind();
  }
  void load(const data::StateView& state) final { arrays_.load(state); }

  Arrays arrays_;
};

}  // namespace texelsort::algorithms
