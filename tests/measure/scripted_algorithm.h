#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "compute/algorithms/core/settings.h"
#include "compute/algorithms/prepare.h"
#include "compute/data/keys/check.h"

namespace texelsort::measure {

/// Behaviour of a ScriptedAlgorithm, which reports times from a function and may sort wrongly.
struct Script {
  std::string id = "test/scripted";
  std::function<double(std::uint64_t sample)> total_ms = [](std::uint64_t) { return 1.0; };
  std::vector<std::string> stages{"stage 1", "stage 2", "stage 2"};
  std::vector<double> pass_ms{1, 2, 3};
  bool wrong_from_start = false;
  std::uint64_t wrong_after_samples = ~std::uint64_t{0};
  std::function<std::optional<algorithms::Violation>(const algorithms::Observation&)> claim{};
  /// List to which each call of timed_finish() appends the algorithm's id; may be null.
  std::vector<std::string>* log = nullptr;
};

/// Pass timer that returns the times of a script instead of measuring.
class ScriptedTimer final : public algorithms::PassTimer {
 public:
  explicit ScriptedTimer(const Script& script) : script_(script) {}
  void begin(std::string_view) override {}
  void end() override {}
  void time_passes(bool) override {}
  std::vector<double> take() override { return script_.pass_ms; }
  double time(const std::function<void()>& work, bool) override {
    work();
    if (script_.log != nullptr) script_.log->push_back(script_.id);
    return script_.total_ms(samples++);
  }
  gpu::Clock clock() const override { return gpu::Clock::cpu_steady; }

  std::uint64_t samples = 0;

 private:
  Script script_;
};

/// Run that sorts u32 keys in its last pass.
class ScriptedRun final : public algorithms::Run {
 public:
  ScriptedRun(const Script& script, std::shared_ptr<const algorithms::Problem> problem)
      : Run(std::move(problem), std::make_unique<ScriptedTimer>(script)), script_(script) {
    for (std::uint64_t i = 0; i < script_.stages.size(); ++i) add_pass(pass_of(i));
    rewind();
  }
  std::vector<algorithms::View> views() const override { return {}; }
  data::State read(std::uint64_t first, std::uint64_t count) const override {
    return {data::slice(keys_, first, count), {}};
  }

 private:
  algorithms::Pass pass_of(std::uint64_t index) {
    std::uint64_t stage = 0;
    for (std::uint64_t i = 1; i <= index; ++i) stage += script_.stages[i] != script_.stages[i - 1];
    algorithms::Pass pass;
    pass.header = [this, index, stage] {
      return algorithms::PassHeader{index, stage, script_.stages[index], "step " + std::to_string(index + 1)};
    };
    pass.execute = [this, last = index + 1 == script_.stages.size()] {
      if (last) sort();
    };
    pass.cost = [index] { return algorithms::Counters{.bytes = 100 * (index + 1)}; };
    pass.claim = [this] { return algorithms::Claim{"scripted", script_.claim}; };
    return pass;
  }
  void load(const data::StateView& state) override { keys_ = std::get<std::vector<std::uint32_t>>(state.keys); }
  void sort() {
    const std::uint64_t samples = static_cast<ScriptedTimer&>(timer()).samples;
    std::sort(keys_.begin(), keys_.end());
    if (script_.wrong_from_start || samples >= script_.wrong_after_samples) std::swap(keys_.front(), keys_.back());
  }

  Script script_;
  std::vector<std::uint32_t> keys_;
};

class ScriptedAlgorithm final : public algorithms::AlgorithmWith<algorithms::NoSettings> {
 public:
  explicit ScriptedAlgorithm(Script script)
      : AlgorithmWith({.id = script.id, .title = script.id, .family = "test", .summary = {}, .citation = {}},
                      algorithms::no_settings),
        script_(std::move(script)) {}
  algorithms::Availability availability(const gpu::DeviceInfo*, const cuda::ExecutionOptions&) const override {
    return {};
  }

 protected:
  std::optional<std::string> refusal(const gpu::DeviceInfo*, const algorithms::ProblemForm&,
                                     const algorithms::NoSettings&) const override {
    return std::nullopt;
  }
  std::unique_ptr<algorithms::Run> make_run(gpu::Device*, std::shared_ptr<const algorithms::Problem> problem,
                                            const algorithms::NoSettings&) const override {
    return std::make_unique<ScriptedRun>(script_, std::move(problem));
  }

 private:
  Script script_;
};

inline algorithms::Prepared prepared_for(const algorithms::Algorithm& algorithm, std::uint64_t n) {
  return algorithms::prepare(algorithm, nullptr, {n}, {});
}

/// Prepares a scripted algorithm for 16 keys, the size of these tests.
inline algorithms::Prepared scripted(const ScriptedAlgorithm& algorithm, data::Order order = data::Order::ascending) {
  return algorithms::prepare(algorithm, nullptr, {.n = 16, .order = order}, {});
}

}  // namespace texelsort::measure
