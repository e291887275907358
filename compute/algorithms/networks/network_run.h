#pragma once

#include <utility>

#include "compute/algorithms/core/algorithm.h"
#include "compute/algorithms/primitives/step_schedule.h"

namespace texelsort::algorithms {

/// What a run of a network starts with.
struct NetworkStart {
  gpu::Device* device = nullptr;  ///< null on the CPU, if there is none
  std::shared_ptr<const Problem> problem;
  std::shared_ptr<const Schedule> schedule;  ///< a pass a step
};

/// What all methods of running a network share. A method says how one pass is executed and what it costs.
class NetworkRun : public Run {
 public:
  std::vector<std::vector<NetworkStep>> steps_of_passes() const final;

 protected:
  /// The passes are those of `schedule`; without one, of the start.
  NetworkRun(const NetworkStart& start, Backend backend, std::shared_ptr<const Schedule> schedule = nullptr);

  /// Executes one pass on the present data.
  virtual void execute(const NetworkPass& pass) = 0;
  virtual Counters count(const NetworkPass& pass) const = 0;
  virtual std::vector<Quad> quads(const NetworkPass&) const { return {}; }
  /// The steps that a pass executes, as others are shown them.
  virtual std::vector<NetworkStep> steps(const NetworkPass& pass) const { return pass.steps; }
  /// What the pass's steps promise.
  virtual Claim claim(const NetworkPass& pass) const;

  /// Comparators of all steps of a pass.
  std::uint64_t comparators(const NetworkPass& pass) const;

 private:
  Pass pass_of(const NetworkPass& pass, bool draws);

  std::shared_ptr<const Schedule> schedule_;
};

/// A network's run on arrays that it alone has.
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
  /// `shape`: what the arrays are made with.
  template <typename... Shape>
  NetworkRunOn(const NetworkStart& start, Backend backend, std::shared_ptr<const Schedule> schedule, Shape&&... shape)
      : NetworkRun(start, backend, std::move(schedule)), arrays_(std::forward<Shape>(shape)...) {
    rewind();
  }
  void load(const data::StateView& state) final { arrays_.load(state); }

  Arrays arrays_;
};

}  // namespace texelsort::algorithms
