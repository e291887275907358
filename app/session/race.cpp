#include "app/session/race.h"

#include <algorithm>
#include <array>
#include <exception>
#include <limits>

#include <fmt/format.h>

#include "compute/algorithms/registry.h"
#include "compute/data/error.h"

namespace texelsort::app {

namespace {

/// Time in each frame for the execution of passes, for all lanes of a race together.
constexpr std::chrono::milliseconds frame_share{12};
/// Frame time in seconds above which the race executes fewer passes per frame, corresponding to 25 frames per second.
constexpr double longest_frame = 0.04;
/// Number of passes that a race by passes would execute in the duration of a race by bytes or time.
constexpr double nominal_passes = 100;

/// Algorithms that are added to a race automatically, in order of preference.
constexpr std::array<const char*, 6> partners{"odd-even-merge/grouped-quads", "bitonic/grouped-quads",
                                              "radix/srts@compute",           "bitonic/compute",
                                              "select/depth@fragment",        "std/sort@cpu"};

}  // namespace

void Race::follow(const Session& session) {
  const bool same = problem_ && *problem_ == session.spec() && !lanes_.empty() &&
                    lanes_.front()->session().algorithm().info().task == session.algorithm().info().task &&
                    lanes_.front()->session().loaded().problem == session.loaded().problem;
  if (same) return;
  std::vector<algorithms::Configuration> entrants;
  if (problem_) {
    for (const auto& lane : lanes_) entrants.push_back(lane->session().configuration());
  }
  lanes_.clear();
  problem_ = session.spec();
  message_.clear();
  now_ = 0;
  playing_ = to_end_ = false;
  if (entrants.empty()) add(session, session.configuration());
  std::string refused;
  for (const algorithms::Configuration& entrant : entrants) {
    if (!add(session, entrant) && refused.empty()) refused = message_;
  }
  while (lanes_.size() < fewest && add_any(session)) {
  }
  message_ = refused;
}

void Race::restart() {
  for (const auto& lane : lanes_) {
    try {
      lane->session().restart();
    } catch (const std::exception& error) {
      // A lane whose script has an error keeps its last run.
      message_ = fmt::format("{}: {}", lane->session().algorithm().info().id, error.what());
    }
  }
  seek(0);
}

bool Race::add(const Session& beside, const algorithms::Configuration& entrant) {
  if (lanes_.size() >= most) {
    message_ = fmt::format("a race has up to {} lanes", most);
    return false;
  }
  try {
    if (entrant.algorithm->info().task != beside.algorithm().info().task) {
      throw UsageError(fmt::format("this algorithm does not {}", algorithms::name(beside.algorithm().info().task)));
    }
    lanes_.push_back(std::make_unique<RaceLane>(device_, beside, entrant));
  } catch (const std::exception& error) {
    message_ = fmt::format("{}: {}", entrant.algorithm->info().id, error.what());
    return false;
  }
  message_.clear();
  seek(0);
  return true;
}

bool Race::add_any(const Session& beside) {
  if (lanes_.size() >= most) return false;
  const auto runs = [this](const std::string& id) {
    return std::ranges::any_of(lanes_, [&](const auto& lane) { return lane->session().algorithm().info().id == id; });
  };
  for (const char* id : partners) {
    if (!runs(id) && add(beside, {&algorithms::find_algorithm(id)})) return true;
  }
  for (const auto& algorithm : algorithms::registry()) {
    const auto& info = algorithm->info();
    if (info.task != beside.algorithm().info().task || runs(info.id)) continue;
    if (algorithm->availability(beside.device_info(), beside.execution()).available && add(beside, {algorithm.get()}))
      return true;
  }
  return false;
}

void Race::remove(std::size_t lane) {
  if (lanes_.size() > fewest && lane < lanes_.size()) lanes_.erase(lanes_.begin() + static_cast<std::ptrdiff_t>(lane));
}

void Race::set_clock(RaceClock clock) {
  if (std::exchange(clock_, clock) != clock) seek(0);
}

std::optional<double> Race::end() const {
  double last = 0;
  for (const auto& lane : lanes_) {
    const auto one = lane->end(clock_);
    if (!one) return std::nullopt;
    last = std::max(last, *one);
  }
  return last;
}

std::optional<std::size_t> Race::leader() const {
  std::optional<std::size_t> first;
  std::pair<double, double> best;
  for (std::size_t i = 0; i < lanes_.size(); ++i) {
    const auto done = lanes_[i]->progress(clock_);
    if (!done) return std::nullopt;
    const std::pair<double, double> rank{*done, *done < 1 ? 0 : -*lanes_[i]->end(clock_)};
    if (i > 0 && rank < best) continue;
    first = i > 0 && rank == best ? std::nullopt : std::optional(i);
    best = rank;
  }
  return first;
}

bool Race::preparing() const {
  return std::ranges::any_of(lanes_, [this](const auto& lane) { return !lane->knows(clock_); });
}

void Race::set_playing(bool playing) {
  const auto last = end();
  if (playing && last && now_ >= *last) seek(0);
  playing_ = playing;
}

void Race::seek(double now) {
  const auto last = end();
  now_ = std::clamp(now, 0.0, last.value_or(std::numeric_limits<double>::max()));
  to_end_ = false;
  playing_ = false;
  send_lanes();
}

void Race::step(int direction) {
  playing_ = to_end_ = false;
  if (preparing()) return;
  std::optional<double> next;
  for (const auto& lane : lanes_) {
    const std::uint64_t done = lane->passes_at(clock_, now_);
    if (direction > 0) {
      const double end = lane->end_of(clock_, done + 1);
      if (end > now_) next = std::min(next.value_or(end), end);
    } else {
      // Find the clock value at which the lane's last finished pass ended. If it ended at the present value, use the
      // pass before.
      double end = lane->end_of(clock_, done);
      if (end >= now_) end = done > 0 ? lane->end_of(clock_, done - 1) : 0;
      next = std::max(next.value_or(0), end);
    }
  }
  if (next) seek(*next);
}

void Race::to_end() {
  to_end_ = true;
  playing_ = false;
  send_lanes();
}

void Race::send_lanes() {
  if (preparing()) return;
  if (to_end_) now_ = end().value_or(now_);
  for (const auto& lane : lanes_) {
    const bool whole = to_end_ && clock_ == RaceClock::pass && !end();
    lane->player().request(whole ? std::numeric_limits<std::uint64_t>::max() : lane->passes_at(clock_, now_));
  }
}

bool Race::level() const {
  return std::ranges::all_of(lanes_, [](const auto& lane) { return lane->player().at_rest(); });
}

void Race::prepare() {
  for (const auto& lane : lanes_) {
    if (lane->knows(clock_)) continue;
    lane->find_out(clock_);
    return;
  }
}

// Executes passes of all lanes in turn. Because a device may only queue them, their cost is measured as the duration of
// the next frame.
void Race::advance_lanes(double seconds) {
  passes_a_frame_ = seconds > longest_frame ? std::max<std::uint64_t>(1, passes_a_frame_ / 2) : passes_a_frame_ + 1;
  const auto deadline = std::chrono::steady_clock::now() + frame_share;
  for (std::uint64_t passes = 0; passes < passes_a_frame_ && !level();) {
    RaceLane& lane = *lanes_[turn_++ % lanes_.size()];
    if (lane.player().at_rest()) continue;
    lane.player().advance(std::chrono::milliseconds(0));
    ++passes;
    if (std::chrono::steady_clock::now() >= deadline) break;
  }
}

void Race::update(double seconds, double speed) {
  try {
    if (preparing()) {
      prepare();
      if (preparing()) return;
      send_lanes();
    }
    if (playing_ && level()) {
      const auto last = end();
      const double rate = clock_ == RaceClock::pass || !last ? speed : *last / nominal_passes * speed;
      now_ += std::min(seconds, 0.25) * rate;
      const bool all_done =
          last ? now_ >= *last : std::ranges::all_of(lanes_, [](const auto& lane) { return lane->player().at_end(); });
      if (last) now_ = std::min(now_, *last);
      if (all_done) playing_ = false;
    }
    send_lanes();
    advance_lanes(seconds);
  } catch (const std::exception& error) {
    message_ = error.what();
    playing_ = false;
    for (const auto& lane : lanes_) lane->player().request(lane->player().position());
    if (preparing()) clock_ = RaceClock::pass;
  }
}

bool Race::busy() const {
  return playing_ || preparing() || !level();
}

void Race::frame(Session& session, double seconds) {
  if (session.look.workspace != "race") return;
  follow(session);
  update(seconds, session.speed);
}

bool Race::has_work(const Session& session) const {
  return session.look.workspace == "race" && busy();
}

Race& race_of(const Session& session) {
  Race& race = workspace<Race>(session);
  race.follow(session);
  return race;
}

Race& new_race(const Session& session) {
  session.workspaces().put(std::make_unique<Race>(session));
  return race_of(session);
}

Race* shown_race(const Session& session) {
  return session.look.workspace == "race" ? &race_of(session) : nullptr;
}

}  // namespace texelsort::app
