#include "compute/algorithms/records/record_run.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

#include "compute/algorithms/arrays/record_words.h"

namespace texelsort::algorithms {
namespace {

/// Data that a snapshot of a record run has in addition to the sorter's snapshot.
struct Progress {
  std::uint64_t extracted = 0, sorter_passes = 0, moved = 0;
  std::size_t sorter_tables = 0;
  std::shared_ptr<const void> sorter_decisions;
};

std::vector<std::byte> memory_of(const std::vector<std::uint32_t>& words) {
  const auto bytes = std::as_bytes(std::span(words));
  return {bytes.begin(), bytes.end()};
}

std::vector<std::uint32_t> words_of(const std::vector<std::byte>& memory) {
  std::vector<std::uint32_t> words(memory.size() / sizeof(std::uint32_t));
  if (!words.empty()) std::memcpy(words.data(), memory.data(), memory.size());
  return words;
}

}  // namespace

RecordRun::RecordRun(std::shared_ptr<const Problem> problem, std::unique_ptr<Run> sorter,
                     std::unique_ptr<RecordMover> mover)
    : Run(problem, mover->make_timer()),
      sorter_(std::move(sorter)),
      mover_(std::move(mover)),
      moves_(mover_->memory().words() > 0 ? mover_->rearrangement() : std::vector<Pass>()) {
  if (has_extraction()) extraction_ = mover_->extraction(*sorter_);
  load_records();
}

bool RecordRun::keep() {
  sorter_->keep_input();
  kept_ = mover_->keep();
  return kept_;
}

void RecordRun::load_records() {
  if (kept_) return mover_->load_kept();
  mover_->load(data::record_words(problem().keys, problem().fields, problem().shape));
}

void RecordRun::load_input() {
  sorter_->rewind();
  if (moved_ > 0) load_records();
  extracted_ = moved_ = 0;
}

PassHeader RecordRun::extraction_header() const {
  return {0, 0, "extract keys", extraction_.header().label};
}

PassHeader RecordRun::shifted(PassHeader header) const {
  header.index += has_extraction();
  header.stage_index += has_extraction();
  return header;
}

PassHeader RecordRun::move_header(std::size_t move) const {
  const std::vector<PassHeader> sorted = sorter_->known_passes();
  PassHeader header{0, 0, "rearrange", moves_[move].header().label};
  if (!sorted.empty()) header.stage_index = sorted.back().stage_index + 1;
  header.index = sorted.size() + move;
  return shifted(header);
}

Pass RecordRun::extraction_pass() {
  Pass pass = extraction_;
  pass.header = [this] { return extraction_header(); };
  pass.conclude = [this] { extracted_ = 1; };
  return pass;
}

std::optional<Pass> RecordRun::sorter_pass() {
  std::optional<Pass> pass = sorter_->lend_pass(watched());
  if (pass) pass->header = [this, header = std::move(pass->header)] { return shifted(header()); };
  return pass;
}

Pass RecordRun::move_pass() {
  mover_->take_order(*sorter_);
  Pass pass = moves_[moved_];
  pass.header = [this, move = moved_] { return move_header(move); };
  pass.conclude = [this] { ++moved_; };
  return pass;
}

std::optional<Pass> RecordRun::next_pass() {
  if (has_extraction() && extracted_ == 0) return extraction_pass();
  if (moved_ == 0) {
    if (auto pass = sorter_pass()) return pass;
  }
  if (moved_ == moves_.size()) return std::nullopt;
  return move_pass();
}

std::vector<Pass> RecordRun::next_batch() {
  if (moved_ > 0 || (has_extraction() && extracted_ == 0)) return Run::next_batch();
  const bool first = sorter_->passes_done() == 0;
  std::vector<Pass> batch = sorter_->lend_batch();
  if (batch.empty()) return Run::next_batch();
  for (Pass& pass : batch) pass.header = [this, header = std::move(pass.header)] { return shifted(header()); };
  if (first && !timed_ && !moves_.empty()) {
    batch.front().execute = [this, execute = std::move(batch.front().execute)] {
      execute();
      mover_->start_ahead();
    };
  }
  return batch;
}

std::vector<PassHeader> RecordRun::known_passes() const {
  std::vector<PassHeader> headers;
  if (has_extraction()) headers.push_back(extraction_header());
  for (PassHeader& header : sorter_->known_passes()) headers.push_back(shifted(std::move(header)));
  if (!sorter_->total_passes()) return headers;
  for (std::size_t move = 0; move < moves_.size(); ++move) headers.push_back(move_header(move));
  return headers;
}

std::optional<std::uint64_t> RecordRun::total_passes() const {
  const auto sorted = sorter_->total_passes();
  if (!sorted) return std::nullopt;
  return has_extraction() + *sorted + moves_.size();
}

std::vector<View> RecordRun::views() const {
  std::vector<View> views = sorter_->views();
  if (const View* payload = find_view(views, tables::Payload{})) {
    View index = *payload;
    index.kind = tables::Index{};
    views.push_back(std::move(index));
  }
  if (mover_->memory().words() == 0) return views;
  for (View& view : mover_->views(moved_)) views.push_back(std::move(view));
  return views;
}

data::State RecordRun::read(std::uint64_t first, std::uint64_t count) const {
  data::State state = sorter_->read(first, count);
  state.shape = problem().shape;
  std::vector<std::uint32_t> words = read_records(
      mover_->memory(), first, count, [this](std::uint64_t at, std::uint64_t many) { return mover_->read(at, many); });
  // Records contain their keys. After all records have moved, these keys are the result.
  const bool done = moved_ > 0 && moved_ == moves_.size();
  if (has_extraction() && done) state.keys = data::keys_of_words(words, problem().type(), problem().shape);
  state.fields = data::fields_of_words(std::move(words), problem().type(), problem().shape);
  return state;
}

void RecordRun::save_more(Snapshot& snapshot) const {
  Snapshot sorter = sorter_->save();
  snapshot.state = std::move(sorter.state);
  snapshot.tables = std::move(sorter.tables);
  Progress progress{extracted_, sorter.passes_done, moved_, snapshot.tables.size(), std::move(sorter.decisions)};
  if (moved_ > 0) {
    snapshot.tables.push_back(memory_of(mover_->read(0, mover_->memory().words())));
    for (auto& table : mover_->save_tables(moved_)) snapshot.tables.push_back(std::move(table));
  }
  snapshot.decisions = std::make_shared<const Progress>(std::move(progress));
}

void RecordRun::restore_more(const Snapshot& snapshot) {
  const auto& progress = *std::static_pointer_cast<const Progress>(snapshot.decisions);
  const auto end_of_sorter = snapshot.tables.begin() + static_cast<std::ptrdiff_t>(progress.sorter_tables);
  sorter_->restore(
      {progress.sorter_passes, snapshot.state, {snapshot.tables.begin(), end_of_sorter}, progress.sorter_decisions});
  if (progress.moved > 0) {
    const auto tables = std::span(snapshot.tables).subspan(progress.sorter_tables);
    mover_->load(words_of(tables.front()));
    mover_->restore_tables(progress.moved, tables.subspan(1));
  } else if (moved_ > 0) {
    load_records();
  }
  extracted_ = progress.extracted;
  moved_ = progress.moved;
}

std::optional<std::string> RecordRun::find_guard_damage() const {
  if (auto damage = sorter_->find_guard_damage()) return damage;
  return mover_->find_guard_damage();
}

void RecordRun::time_passes(bool on) {
  timed_ = on;
  sorter_->time_passes(on);
  mover_->time_passes(on);
  timer().time_passes(on);
}

/// Returns the times of the sorter's and the mover's passes. If both use one device, they share the timer's queries,
/// and the call for the sorter returns the times of both.
std::vector<double> RecordRun::take_pass_times() {
  std::vector<double> times = sorter_->take_pass_times();
  const std::vector<double> own = timer().take();
  if (own.empty()) return times;
  const auto first_move = own.begin() + static_cast<std::ptrdiff_t>(extracted_);
  times.insert(times.begin(), own.begin(), first_move);
  times.insert(times.end(), first_move, own.end());
  return times;
}

std::vector<WorkerTimes> RecordRun::take_worker_times() {
  std::vector<WorkerTimes> laps = sorter_->take_worker_times();
  if (laps.empty()) return laps;
  if (has_extraction()) laps.insert(laps.begin(), WorkerTimes{});
  std::vector<WorkerTimes> moves = mover_->take_worker_times();
  moves.resize(moves_.size());
  std::ranges::move(moves, std::back_inserter(laps));
  return laps;
}

}  // namespace texelsort::algorithms
