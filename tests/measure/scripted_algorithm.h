#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "compute/algorithms/algorithm.h"
#include "compute/data/check.h"

namespace texelsort::measure {

/// What a ScriptedAlgorithm does: its times come from a function, and it may sort wrongly.
struct Script {
  std::string id = "test/scripted";
  std::function<double(std::uint64_t sample)> total_ms = [](std::uint64_t) { return 1.0; };
  std::vector<std::string> stages{"stage 1", "stage 2", "stage 2"};  ///< of each pass
  std::vector<double> pass_ms{1, 2, 3};
  bool wrong_from_start = false;
  std::uint64_t wrong_after_samples = ~std::uint64_t{0};
  std::function<std::optional<algorithms::Violation>(const algorithms::Observation&)> claim{};  ///< of every pass
  std::vector<std::string>* log = nullptr;  ///< gets the id at each timed_finish()
};

/// Sorts u32 keys on the last of its passes and tells scripted times.
class ScriptedRun final : public algorithms::Run {
 public:
  ScriptedRun(const Script& script, std::shared_ptr<const algorithms::Problem> problem)
      : script_(script), problem_(std::move(problem)) {
    rewind();
  }

  std::optional<algorithms::PassRecord> step() override {
    if (done_ == script_.stages.size()) return std::nullopt;
    algorithms::PassRecord record;
    record.header = header(done_);
    record.counters.bytes = 100 * (done_ + 1);
    record.claim = {"scripted", script_.claim};
    if (++done_ == script_.stages.size()) sort();
    return record;
  }
  void finish() override {
    while (step()) {
    }
  }
  void rewind() override {
    done_ = 0;
    keys_ = std::get<std::vector<std::uint32_t>>(problem_->keys);
  }
  std::uint64_t passes_done() const override { return done_; }
  std::vector<algorithms::PassHeader> known_passes() const override {
    std::vector<algorithms::PassHeader> headers;
    for (std::uint64_t i = 0; i < script_.stages.size(); ++i) headers.push_back(header(i));
    return headers;
  }
  std::optional<std::uint64_t> total_passes() const override { return script_.stages.size(); }
  std::vector<algorithms::View> views() const override { return {}; }
  data::State read(std::uint64_t first, std::uint64_t count) const override {
    return {data::slice(keys_, first, count), {}};
  }
  std::uint64_t n() const override { return keys_.size(); }
  void restore(const algorithms::Snapshot&) override {}
  std::optional<std::string> find_guard_damage() const override { return std::nullopt; }
  double timed_finish() override {
    finish();
    if (script_.log != nullptr) script_.log->push_back(script_.id);
    return script_.total_ms(samples_++);
  }
  void time_passes(bool) override {}
  std::vector<double> take_pass_times() override { return script_.pass_ms; }
  gpu::Clock clock() const override { return gpu::Clock::cpu_steady; }

 private:
  algorithms::PassHeader header(std::uint64_t pass) const {
    std::uint64_t stage = 0;
    for (std::uint64_t i = 1; i <= pass; ++i) stage += script_.stages[i] != script_.stages[i - 1];
    return {pass, stage, script_.stages[pass], "step " + std::to_string(pass + 1)};
  }
  void sort() {
    std::sort(keys_.begin(), keys_.end());
    if (script_.wrong_from_start || samples_ >= script_.wrong_after_samples) std::swap(keys_.front(), keys_.back());
  }

  Script script_;
  std::shared_ptr<const algorithms::Problem> problem_;
  std::vector<std::uint32_t> keys_;
  std::uint64_t done_ = 0, samples_ = 0;
};

class ScriptedAlgorithm final : public algorithms::Algorithm {
 public:
  explicit ScriptedAlgorithm(Script script) : script_(std::move(script)) {
    info_.id = info_.title = script_.id;
    info_.family = "test";
  }
  const algorithms::AlgorithmInfo& info() const override { return info_; }
  const std::vector<algorithms::ParameterSpec>& parameters() const override { return specs_; }
  algorithms::Availability availability(const gpu::DeviceInfo*) const override { return {}; }
  std::optional<std::string> refusal(const gpu::DeviceInfo*, std::uint64_t, data::KeyType, data::PayloadKind,
                                     const algorithms::Parameters&) const override {
    return std::nullopt;
  }
  std::map<std::string, std::string> tuned(const gpu::DeviceInfo*, std::uint64_t, data::KeyType) const override {
    return {};
  }

 protected:
  std::unique_ptr<algorithms::Run> make_run(gpu::Device*, std::shared_ptr<const algorithms::Problem> problem,
                                            const algorithms::Parameters&) const override {
    return std::make_unique<ScriptedRun>(script_, std::move(problem));
  }

 private:
  Script script_;
  algorithms::AlgorithmInfo info_;
  std::vector<algorithms::ParameterSpec> specs_;
};

}  // namespace texelsort::measure
