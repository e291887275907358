#include "compute/algorithms/core/run.h"

#include <utility>

#include "compute/algorithms/core/input_state.h"
#include "compute/data/error.h"

namespace texelsort::algorithms {
std::uint64_t Snapshot::bytes() const {
  std::uint64_t sum = data::bytes(state.keys).size() + state.payload.size() * sizeof(std::uint64_t) +
                      state.fields.size() * sizeof(std::uint32_t);
  for (const auto& table : tables) sum += table.size();
  return sum;
}

namespace {

PassHeader header_of(const std::function<PassHeader()>& made, std::uint64_t index) {
  PassHeader header = made();
  header.index = index;
  return header;
}

}  // namespace

Run::Run(std::shared_ptr<const Problem> problem, std::unique_ptr<PassTimer> timer)
    : problem_(std::move(problem)), timer_(std::move(timer)) {}

void Run::execute(const Pass& pass) {
  PassTimer& timer = pass.timer != nullptr ? *pass.timer : *timer_;
  timer.begin(timer.shows_labels() ? pass.header().label : std::string());
  pass.execute();
  timer.end();
}

void Run::note(const Pass& pass) {
  if (decides() && next_ == executed_.size()) executed_.push_back(pass.header);
  ++next_;
}

std::optional<PassRecord> Run::step() {
  watched_ = true;
  const std::optional<Pass> pass = next_pass();
  if (!pass) {
    total_ = next_;
    return std::nullopt;
  }
  execute(*pass);
  if (pass->conclude) pass->conclude();
  if (pass->observe) pass->observe();
  note(*pass);
  if (ended()) total_ = next_;
  PassRecord record{.header = header_of(pass->header, next_ - 1), .quads = pass->quads};
  if (pass->cost) record.counters = pass->cost();
  if (pass->claim) record.claim = pass->claim();
  if (pass->detail) record.detail = pass->detail();
  return record;
}

Pass Run::lent(Pass pass) {
  if (pass.timer == nullptr) pass.timer = timer_.get();
  pass.conclude = [this, header = pass.header, conclude = std::move(pass.conclude)] {
    if (conclude) conclude();
    Pass executed;
    executed.header = header;
    note(executed);
    if (ended()) total_ = next_;
  };
  return pass;
}

std::optional<Pass> Run::lend_pass(bool watched) {
  watched_ = watched;
  std::optional<Pass> pass = next_pass();
  if (pass) return lent(std::move(*pass));
  total_ = next_;
  return std::nullopt;
}

std::vector<Pass> Run::lend_batch() {
  watched_ = false;
  std::vector<Pass> batch = next_batch();
  for (Pass& pass : batch) pass = lent(std::move(pass));
  if (batch.empty()) total_ = next_;
  return batch;
}

KeyPlace Run::key_place(std::uint64_t i) const {
  const std::vector<View> shown = views();
  const View* keys = find_view(shown, tables::Keys{});
  if (keys == nullptr || std::holds_alternative<const gpu::Buffer*>(keys->holder)) return {};
  if (!std::holds_alternative<const gpu::Texture*>(keys->holder)) return {.holder = KeyPlace::Holder::host};
  return {.holder = KeyPlace::Holder::texture, .x = i % keys->width, .y = i / keys->width};
}

std::vector<Pass> Run::next_batch() {
  std::vector<Pass> batch;
  if (auto pass = next_pass()) batch.push_back(std::move(*pass));
  return batch;
}

void Run::finish() {
  watched_ = false;
  for (auto batch = next_batch(); !batch.empty(); batch = next_batch()) {
    for (const Pass& pass : batch) execute(pass);
    for (const Pass& pass : batch) {
      if (pass.conclude) pass.conclude();
      note(pass);
    }
  }
  total_ = next_;
}

void Run::load_input() {
  if (!changes_keys()) return;
  if (kept_) return load_kept();
  load(InputView(*problem_));
}

void Run::rewind() {
  load_input();
  forget();
  next_ = 0;
}

void Run::keep_input() {
  if (next_ == 0) kept_ = keep();
}

Snapshot Run::save() const {
  Snapshot snapshot{next_, changes_keys() ? read() : data::State{}};
  save_more(snapshot);
  return snapshot;
}

void Run::restore(const Snapshot& snapshot) {
  if (total_passes() && snapshot.passes_done > *total_passes()) throw InternalError("snapshot of another run");
  if (changes_keys()) load(snapshot.state);
  forget();
  restore_more(snapshot);
  next_ = snapshot.passes_done;
}

double Run::timed_finish() {
  return timer_->time([this] { finish(); }, decides());
}

std::optional<Pass> Run::next_pass() {
  if (next_ == plan_.size()) return std::nullopt;
  return plan_[next_];
}

std::vector<PassHeader> Run::known_passes() const {
  std::vector<PassHeader> headers;
  for (const Pass& pass : plan_) headers.push_back(header_of(pass.header, headers.size()));
  for (const auto& made : executed_) headers.push_back(header_of(made, headers.size()));
  if (const auto last = last_pass(); last && headers.size() == next_) headers.push_back(*last);
  return headers;
}

std::optional<std::uint64_t> Run::total_passes() const {
  if (!decides()) return plan_.size();
  if (total_) return total_;
  if (ended()) return next_;
  return last_pass() ? std::optional(next_ + 1) : std::nullopt;
}

}  // namespace texelsort::algorithms
