#include "app/session/session.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "app/problem/algorithm_options.h"
#include "app/problem/plain_message.h"
#include "app/problem/problem_options.h"
#include "app/tuning/sweeps/winner_choice.h"
#include "compute/algorithms/registry.h"
#include "compute/algorithms/scripted/scripted_sort.h"
#include "compute/data/error.h"

namespace texelsort::app {

namespace {

/// Greatest size of all checkpoints of the run together, in bytes.
constexpr std::uint64_t checkpoint_bytes = std::uint64_t{256} << 20;

/// Greatest number of changes that can be undone.
constexpr std::size_t most_steps = 200;

/// Time per frame for executing passes, which keeps the window responsive.
constexpr std::chrono::milliseconds passes_share{12};

constexpr double slowest = 0.25, fastest_speed = 256;

/// Returns the index of the first pass after `from` that begins a stage, or nothing if no stage begins after it.
std::optional<std::uint64_t> next_stage(const std::vector<algorithms::PassHeader>& headers, std::uint64_t from) {
  for (const auto& header : headers) {
    if (header.index <= from) continue;
    if (header.stage_index != headers[header.index - 1].stage_index) return header.index;
  }
  return std::nullopt;
}

/// Returns a problem for an algorithm's task. For a selection, adds questions; for a merge, adds sequences. Removes
/// both for other tasks.
ProblemSpec asked_of(const ProblemSpec& spec, algorithms::Task task) {
  ProblemSpec asked = spec;
  const bool selects = task == algorithms::Task::select, merges = task == algorithms::Task::merge;
  if (!selects) asked.questions.clear();
  if (selects && asked.questions.empty()) asked.questions = {algorithms::Question{}};
  if (merges && sequence_count(asked) == 0) asked.sequences = default_sequences;
  if (!merges) {
    asked.sequences = 0;
    asked.lengths.clear();
  }
  return asked;
}

}  // namespace

Session::Session(gpu::Device* device, cuda::ExecutionOptions execution)
    : device_(device), execution_(std::move(execution)) {}

Session::~Session() = default;

const gpu::DeviceInfo* Session::device_info() const {
  return device_ ? &device_->info() : nullptr;
}

void Session::open(const ProblemSpec& spec, const std::string& id,
                   const std::map<std::string, std::string>& overrides) {
  open(spec, algorithms::find_algorithm(id), overrides);
}

void Session::open(const ProblemSpec& spec, const algorithms::Algorithm& algorithm,
                   const std::map<std::string, std::string>& overrides) {
  start(spec, algorithm, overrides, Unused::refused);
}

void Session::start(const ProblemSpec& spec, const algorithms::Algorithm& algorithm,
                    std::map<std::string, std::string> overrides, Unused unused, Choice choice) {
  ProblemSpec asked = asked_of(spec, algorithm.info().task);
  const bool same_problem = loaded_.problem && asked == loaded_spec_;
  LoadedProblem loaded = same_problem ? loaded_ : load(asked, execution_);
  if (unused == Unused::dropped) {
    overrides = fitting_values(algorithm, device_info(), loaded.problem->form(), std::move(overrides));
  }
  const Winner* winner = winner_for(winners_, algorithm, device_info(), loaded.problem->form());
  if (choice == Choice::measured && overrides.empty() && winner != nullptr) overrides = winner->values;
  auto prepared = prepare(algorithm, device_info(), loaded.problem->form(), overrides);
  auto player = make_player(prepared, loaded.problem);
  // No statement below throws, so that an error cannot leave the session half changed.
  const bool keep_place = same_problem && player_ && player->total() && player->total() == player_->total();
  const std::uint64_t place = keep_place ? player_->target() : 0;
  const RunPlace before = configuration_.algorithm != nullptr ? present_place() : RunPlace{};
  for (std::size_t i = 0; i < workspaces_.size(); ++i) {
    workspaces_.at(i).run_ends(*this, same_problem && configuration_.algorithm == &algorithm);
  }
  spec_ = spec;
  loaded_spec_ = std::move(asked);
  if (configuration_.algorithm != nullptr && configuration_.algorithm != &algorithm)
    before_ = std::move(configuration_);
  configuration_.algorithm = &algorithm;
  configuration_.values = std::move(overrides);
  prepared_ = std::move(prepared);
  winner_ = winner;
  player_ = std::move(player);
  player_->request(place);
  if (!same_problem) {
    loaded_ = std::move(loaded);
    pinned_.reset();
    playing_ = false;
  }
  hovered_.reset();
  next_hovered_.reset();
  motion_.finish();
  ++problem_revision_;
  for (std::size_t i = 0; i < workspaces_.size(); ++i) workspaces_.at(i).run_began(*this);
  if (!keeps_steps_ || before.configuration.algorithm == nullptr || before.has_same_run(present_place())) return;
  done_.push_back(before);
  if (done_.size() > most_steps) done_.erase(done_.begin());
  undone_.clear();
}

RunPlace Session::present_place() const {
  return {spec_, configuration_, player_->target(), pinned_};
}

bool Session::go_back(std::vector<RunPlace>& from, std::vector<RunPlace>& to) {
  const RunPlace present = present_place();
  while (!from.empty() && from.back().has_same_run(present)) from.pop_back();
  if (from.empty()) return false;
  const RunPlace step = from.back();
  keeps_steps_ = false;
  const bool opened = attempt([&] { open(step.spec, *step.configuration.algorithm, step.configuration.values); });
  keeps_steps_ = true;
  if (!opened) return false;
  from.pop_back();
  to.push_back(present);
  seek(step.pass);
  pin(step.pinned);
  return true;
}

bool Session::undo() {
  return go_back(done_, undone_);
}

bool Session::redo() {
  return go_back(undone_, done_);
}

std::unique_ptr<Player> Session::make_player(const algorithms::Prepared& prepared,
                                             const std::shared_ptr<const algorithms::Problem>& problem) const {
  return std::make_unique<Player>(prepared.start(device_, problem), problem, checkpoint_bytes, prepared.keeps_ties());
}

bool Session::attempt(const std::function<void()>& change) {
  try {
    change();
    message_ = loaded_.notes.empty() ? "" : plain_message(loaded_.notes.front());
    loaded_.notes.clear();  // report the notes only once
    return true;
  } catch (const std::exception& error) {
    message_ = plain_message(error.what());
    return false;
  }
}

void Session::open_beside(const Session& other, const algorithms::Configuration& configuration) {
  loaded_spec_ = other.loaded_spec_;
  loaded_ = other.loaded_;
  open(other.spec_, *configuration.algorithm, configuration.values);
}

bool Session::change_run(const ProblemSpec& spec, const std::string& algorithm,
                         const std::map<std::string, std::string>& overrides) {
  return attempt([&] { open(spec, algorithm, overrides); });
}

bool Session::take_back_algorithm() {
  if (before_.algorithm == nullptr) return false;
  return attempt([&] { start(spec_, *before_.algorithm, before_.values, Unused::dropped); });
}

std::optional<std::string> Session::refusal_of(const algorithms::Algorithm& other) const {
  try {
    const auto form = form_of(asked_of(spec_, other.info().task), problem().n(), problem().type(), execution_);
    return prepare(other, device_info(), form, {}).refusal();
  } catch (const UsageError& error) {
    return error.what();
  }
}

const BlockRecording* Session::block_recording() {
  return has_threads() && player_->at_rest() ? record_block(*player_, chosen_block) : nullptr;
}

template <class Value>
Value Session::without_error(const std::function<Value()>& compute) {
  try {
    return compute();
  } catch (const std::exception& error) {
    if (message_.empty()) message_ = error.what();
    return {};
  }
}

const PassSource* Session::pass_source() {
  if (!player_->at_rest()) return nullptr;
  return player_->of_state().find([this] {
    return without_error<std::optional<PassSource>>([this] { return app::pass_source(*player_, device_); });
  });
}

std::optional<ThreadLookup> Session::thread_lookup(std::uint64_t place, std::uint64_t from) {
  if (!has_threads() || !player_->at_rest()) return std::nullopt;
  return player_->of_state().get(std::pair(place, from), [&] { return find_thread(*player_, place, from); });
}

void Session::pin(std::optional<Pair> pair) {
  pinned_ = present(pair);
  pinned_position_ = player_->position();
}

void Session::pin_neighbour(std::int64_t places) {
  const std::uint64_t n = problem().n();
  if (n == 0) return;
  if (!selected()) return pin(pair_of(*player_, 0));
  const auto index = static_cast<std::int64_t>(selected()->index) + places;
  if (index >= 0 && index < static_cast<std::int64_t>(n)) pin(pair_of(*player_, static_cast<std::uint64_t>(index)));
}

std::optional<Pair> Session::present(const std::optional<Pair>& pair) const {
  return pair && pair->index < problem().n() ? std::optional(pair_of(*player_, pair->index)) : std::nullopt;
}

void Session::follow_pinned() {
  if (!pinned_ || player_->position() == pinned_position_ || !player_->at_rest()) return;
  if (pin_target(look) == Follow::place) {
    pinned_position_ = player_->position();
    return;
  }
  if (const auto place = followed_place(*player_, pinned_->index, pinned_position_, player_->position()))
    pin(Pair{*place, std::nullopt});
}

const std::vector<HistoryRow>& Session::history() {
  const auto place = pinned_ && player_->at_rest() ? std::optional(pinned_->index) : std::nullopt;
  const Follow subject = history_subject(look);
  return player_->of_state().get(std::pair(place, subject), [&] {
    return without_error<std::vector<HistoryRow>>(
        [&] { return place ? index_history(*player_, device_, *place, subject) : std::vector<HistoryRow>(); });
  });
}

const std::vector<PathStop>& Session::trail() {
  const auto place = pinned_ && player_->at_rest() ? std::optional(pinned_->index) : std::nullopt;
  return player_->of_state().get(std::pair(place, look.follow), [&] {
    return place ? key_path(*player_, *place, look.follow) : std::vector<PathStop>();
  });
}

void Session::begin_frame() {
  // A hovered comparator of another pass keeps its pair. A hovered key gets its partner in the present pass.
  const bool has_pair = next_hovered_ && next_hovered_->partner;
  hovered_ = has_pair ? next_hovered_ : present(next_hovered_ ? next_hovered_ : held_hover_);
  next_hovered_.reset();
  value_refusals_.begin_frame();
  pinned_ = present(pinned_);
  follow_pinned();
}

std::string Session::command_line() const {
  ProblemSpec spec = spec_;
  if (selects()) {
    // `select` has no options for order and payload, and the result of a selection does not depend on them.
    spec.order = data::Order::ascending;
    spec.payload = data::PayloadKind::none;
    spec.layout.reset();
  }
  spec.sequences = loaded_spec_.sequences;
  spec.lengths = loaded_spec_.lengths;
  return fmt::format("texelsort {} {}{}{} --timing", name(configuration_.algorithm->info().task),
                     app::command_line(spec), question_options(questions()),
                     app::command_line(*configuration_.algorithm, configuration_.values));
}

void Session::update(double seconds) {
  // Duration of the folding animation in seconds, slow enough to follow every row.
  constexpr double folding_seconds = 4;
  const double way = std::min(seconds, 0.25) / folding_seconds;
  fold_ = fold_ < look.fold ? std::min(fold_ + way, look.fold) : std::max(fold_ - way, look.fold);
  if (playing_ && player_->at_rest()) {
    if (player_->at_end() && !loop) {
      playing_ = false;
    } else {
      // Limit the elapsed time. Otherwise, the run would jump ahead after a pause of the window.
      owed_passes_ += std::min(seconds, 0.25) * speed;
      const double whole = std::floor(owed_passes_);
      owed_passes_ -= whole;
      const auto due = static_cast<std::uint64_t>(whole);
      if (due > 0) {
        const std::uint64_t target = player_->at_end() ? 0 : player_->position() + due;
        // Leave some time between two passes, so that a class sees where one ends.
        constexpr double moving_share = 0.8;
        motion_.expect(*player_, target, look.motion ? moving_share / speed : 0);
        player_->request(target);
      }
    }
  }
  advance_passes();
  motion_.advance(*player_, seconds);
  // Do not use iterators, because a workspace may add another workspace.
  for (std::size_t i = 0; i < workspaces_.size(); ++i) workspaces_.at(i).frame(*this, seconds);
}

// Executes passes for one frame. If the user is changing a shader and it fails, the session stays at the current pass.
void Session::advance_passes() {
  try {
    player_->advance(passes_share);
  } catch (const std::exception& error) {
    message_ = error.what();
    playing_ = false;
    player_->request(player_->position());
  }
}

bool Session::busy() const {
  if (playing_ || value_refusals_.waits() || fold_ != look.fold || motion_.busy() || !player_->at_rest()) return true;
  for (std::size_t i = 0; i < workspaces_.size(); ++i) {
    if (workspaces_.at(i).has_work(*this)) return true;
  }
  return false;
}

bool Session::awaits_news() const {
  for (std::size_t i = 0; i < workspaces_.size(); ++i) {
    if (workspaces_.at(i).awaits_news()) return true;
  }
  return false;
}

void Session::restart() {
  if (algorithms::script_of(*configuration_.algorithm)) return restart_own_sort();
  const std::uint64_t pass = player_->target();
  player_ = make_player(*prepared_, loaded_.problem);
  player_->request(pass);
  for (std::size_t i = 0; i < workspaces_.size(); ++i) workspaces_.at(i).run_ends(*this, true);
  motion_.finish();
  ++problem_revision_;
  for (std::size_t i = 0; i < workspaces_.size(); ++i) workspaces_.at(i).run_began(*this);
}

void Session::restart_own_sort() {
  const algorithms::Algorithm& algorithm = *configuration_.algorithm;
  const algorithms::ProblemForm form = loaded_.problem->form();
  auto values = fitting_values(algorithm, device_info(), form, configuration_.values);
  auto prepared = prepare(algorithm, device_info(), form, values);
  auto player = make_player(prepared, loaded_.problem);
  const std::uint64_t pass = player_->at_end() ? std::numeric_limits<std::uint64_t>::max() : player_->target();
  // A script that decides as it runs may fail at any pass. Run it before the old run is given up.
  if (!player->total()) player->seek(pass);
  // No statement below throws, so that an error cannot leave the session half changed.
  for (std::size_t i = 0; i < workspaces_.size(); ++i) workspaces_.at(i).run_ends(*this, true);
  configuration_.values = std::move(values);
  prepared_ = std::move(prepared);
  winner_ = winner_for(winners_, algorithm, device_info(), form);
  player_ = std::move(player);
  player_->request(pass);
  hovered_.reset();
  next_hovered_.reset();
  motion_.finish();
  ++problem_revision_;
  for (std::size_t i = 0; i < workspaces_.size(); ++i) workspaces_.at(i).run_began(*this);
}

SessionPlace Session::place() const {
  return {present_place(), look, speed, loop};
}

void Session::resume(const SessionPlace& place) {
  const auto& [algorithm, values] = place.run.configuration;
  open(place.run.spec, *algorithm, values);
  player_->request(place.run.pass);
  pinned_ = place.run.pinned;
  look = place.look;
  speed = place.speed;
  loop = place.loop;
}

void Session::seek(std::uint64_t pass) {
  motion_.finish();
  player_->request(pass);
  owed_passes_ = 0;
}

void Session::step(int direction) {
  playing_ = false;
  const std::uint64_t from = player_->target();
  if (direction < 0 && from == 0) return;
  const std::uint64_t to = direction < 0 ? from - 1 : from + 1;
  motion_.expect(*player_, to, look.motion ? look.motion_seconds : 0);
  player_->request(to);
  owed_passes_ = 0;
}

// Moves to the start of a stage, which is the end of the previous stage.
void Session::step_stage(int direction) {
  playing_ = false;
  auto headers = player_->headers();
  const std::uint64_t from = player_->target();
  if (direction > 0) {
    auto next = next_stage(headers, from);
    while (!next && !player_->total()) {
      // The end of this stage is not known yet, so execute passes until it is.
      player_->seek(std::max<std::uint64_t>(player_->position(), headers.size()) + 1);
      headers = player_->headers();
      next = next_stage(headers, from);
    }
    return next ? seek(*next) : to_end();
  }
  std::uint64_t last_start = 0;
  for (const auto& header : headers) {
    if (header.index >= from) break;
    if (header.index == 0 || header.stage_index != headers[header.index - 1].stage_index) last_start = header.index;
  }
  seek(last_start);
}

void Session::to_end() {
  playing_ = false;
  seek(player_->total().value_or(std::numeric_limits<std::uint64_t>::max()));
}

void Session::set_playing(bool playing) {
  if (playing && player_->at_end()) seek(0);
  playing_ = playing;
  owed_passes_ = 0;
}

void Session::faster() {
  speed = std::min(speed * 2, fastest_speed);
}
void Session::slower() {
  speed = std::max(speed / 2, slowest);
}

}  // namespace texelsort::app
