#include "compute/algorithms/pass_run.h"

#include <utility>

#include "compute/algorithms/input_state.h"

namespace texelsort::algorithms {

PassRun::PassRun(std::shared_ptr<const Problem> problem, std::unique_ptr<PassTimer> timer)
    : problem_(std::move(problem)), timer_(std::move(timer)) {}

void PassRun::execute_timed(const Pass& pass) {
  timer_->begin(pass.label);
  pass.execute();
  timer_->end();
  if (pass.conclude) pass.conclude();
}

void PassRun::note(const Pass& pass) {
  if (next_ == headers_.size()) headers_.push_back({next_, pass.stage_index, pass.stage, pass.label});
  ++next_;
}

std::optional<PassRecord> PassRun::step() {
  const std::optional<Pass> pass = next_pass();
  if (!pass) {
    note_end();
    return std::nullopt;
  }
  execute_timed(*pass);
  note(*pass);
  if (ended()) note_end();
  PassRecord record{headers_[next_ - 1], pass->count(), pass->claim(), nullptr, pass->quads};
  if (pass->counted) record.counted = pass->counted();
  record.digit = pass->digit;
  if (pass->merging) record.merging = pass->merging();
  if (pass->buckets) record.buckets = pass->buckets();
  return record;
}

void PassRun::finish() {
  while (const std::optional<Pass> pass = next_pass()) {
    execute_timed(*pass);
    note(*pass);
  }
  note_end();
}

void PassRun::rewind() {
  if (changes_keys()) {
    if (kept_) {
      load_kept();
    } else {
      load(input_state(*problem_));
    }
  }
  forget();
  next_ = 0;
}

void PassRun::keep_input() {
  if (next_ == 0 && changes_keys()) kept_ = keep();
}

Snapshot PassRun::save() const {
  Snapshot snapshot{next_, changes_keys() ? read() : data::State{}};
  save_more(snapshot);
  return snapshot;
}

void PassRun::restore(const Snapshot& snapshot) {
  if (changes_keys()) load(snapshot.state);
  forget();
  restore_more(snapshot);
  next_ = snapshot.passes_done;
}

double PassRun::timed_finish() {
  return timer_->time([this] { finish(); });
}

}  // namespace texelsort::algorithms
