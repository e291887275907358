#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compute/algorithms/scripted/claims.h"
#include "compute/algorithms/scripted/run.h"
#include "compute/data/text/nearest.h"

namespace texelsort::algorithms::scripted {

/// A run of the passes of a script, on the arrays or textures of `Base`. Constructors of derived classes end with calls
/// of add_planned_passes() and rewind().
template <typename Base>
class ScriptedRun : public Base {
 public:
  std::vector<std::vector<NetworkStep>> steps_of_passes() const override {
    std::vector<std::vector<NetworkStep>> all;
    if (plan_->decides) return all;
    for (const auto& call : plan_->passes) {
      auto steps = steps_of(*call, *plan_->description, this->n());
      if (!steps) return {};
      all.push_back(*std::move(steps));
    }
    return all;
  }

 protected:
  /// `base` are the arguments of the constructor of `Base`.
  template <typename... Arguments>
  explicit ScriptedRun(std::shared_ptr<const ScriptPlan> plan, Arguments&&... base)
      : Base(std::forward<Arguments>(base)...), plan_(std::move(plan)), progress_(plan_) {}

  virtual Pass pass_of(const std::shared_ptr<const PassCall>& call) = 0;
  /// Returns the result of a request other than `pass`. Throws ScriptError.
  virtual script::Value answer(const script::Request& request) const = 0;

  const script::Script& script() const { return plan_->description->script(); }
  [[noreturn]] void refuse(int line, const std::string& message) const {
    throw script::ScriptError(script().at(line, message));
  }

  void add_planned_passes() {
    if (plan_->decides) return;
    for (const auto& call : plan_->passes) this->add_pass(pass_of(call));
  }
  /// Returns a pass with header, detail and claim. `buffers` are those that the claim reads.
  Pass described_pass(const std::shared_ptr<const PassCall>& call, std::shared_ptr<const ClaimBuffers> buffers) {
    Pass pass;
    pass.header = [call, stage = stages_.next(call->stage), file = script().file()] {
      return PassHeader{0, stage, call->stage, call->label, fmt::format("{}:{}", file, call->line)};
    };
    pass.claim = [this, call, buffers = std::move(buffers)] {
      return claim_of(*call, {plan_->description, this->shared_problem(), buffers});
    };
    pass.detail = [this, call] { return detail_of(*call, *plan_->description, this->n()); };
    return pass;
  }
  /// Number of comparators of a pass that claims compare-exchange steps, or 0.
  std::uint64_t comparators_of(const PassCall& call) const {
    std::uint64_t comparators = 0;
    if (const auto steps = steps_of(call, *plan_->description, this->n())) {
      for (const NetworkStep& step : *steps) comparators += network::count_comparators(*step, this->n());
    }
    return comparators;
  }
  /// Answers `read`. `kind` is the noun for one of `names`; `count(name)` is its number of words, and
  /// `words(name, first, count)` reads some.
  template <typename Count, typename Words>
  script::Value read_words(const script::Request& request, std::string_view kind, const std::vector<std::string>& names,
                           const Count& count, const Words& words) const {
    const ReadRequest read = read_request(script(), request);
    if (std::ranges::find(names, read.buffer) == names.end()) {
      refuse(request.line, fmt::format("read: no {} '{}', but {}{}", kind, read.buffer, fmt::join(names, ", "),
                                       data::did_you_mean(read.buffer, names)));
    }
    const std::uint64_t all = count(read.buffer);
    if (read.first > all || read.count > all - read.first) {
      refuse(request.line, fmt::format("read: words {} to {} of {} {}, which has {}", read.first,
                                       read.first + read.count, kind, read.buffer, all));
    }
    script::Table list;
    for (const std::uint64_t word : words(read.buffer, read.first, read.count)) list.elements.emplace_back(word);
    return list;
  }

  bool decides() const override { return plan_->decides; }
  bool ended() const override { return decides() ? progress_.ended() : Base::ended(); }
  std::optional<Pass> next_pass() override {
    if (!decides()) return Base::next_pass();
    const auto call = progress_.next([this](const script::Request& request) { return answer(request); });
    if (call == nullptr) return std::nullopt;
    return pass_of(call);
  }
  void forget() override {
    progress_.restart();
    if (decides()) stages_.restart();
  }

  const ScriptPlan& plan() const { return *plan_; }
  Progress& progress() { return progress_; }
  const Progress& progress() const { return progress_; }

 private:
  std::shared_ptr<const ScriptPlan> plan_;
  Progress progress_;
  StageCounter stages_;
};

}  // namespace texelsort::algorithms::scripted
