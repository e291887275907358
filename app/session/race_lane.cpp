#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/session/race.h"
#include "compute/data/text/number_format.h"

namespace texelsort::app {

namespace {

/// Time per frame for the run that counts the bytes moved by each pass of a lane.
constexpr std::chrono::milliseconds counting_share{12};

/// Limit of the measurements of a lane. It has fewer samples than a regular measurement, because a race only
/// illustrates.
constexpr measure::Budget race_budget{1, 3, 7, 0.05, 2};

constexpr std::array<std::string_view, 3> clock_names{"pass", "bytes", "time"};

}  // namespace

std::string_view name(RaceClock clock) {
  return clock_names[static_cast<std::size_t>(clock)];
}

std::string clock_text(RaceClock clock, double value) {
  if (clock == RaceClock::time) return data::duration_text(value);
  if (clock == RaceClock::bytes) return data::size_text(value);
  return data::counted(static_cast<std::uint64_t>(value), "pass", "passes");
}

std::optional<RaceClock> find_race_clock(std::string_view name) {
  const auto found = std::ranges::find(clock_names, name);
  if (found == clock_names.end()) return std::nullopt;
  return static_cast<RaceClock>(found - clock_names.begin());
}

RaceLane::RaceLane(gpu::Device* device, const Session& beside, const algorithms::Configuration& entrant)
    : session_(std::make_unique<Session>(device, beside.execution())), device_(device) {
  session_->open_beside(beside, entrant);
  revision_ = session_->problem_revision();
}

void RaceLane::forget_if_changed() {
  if (std::exchange(revision_, session_->problem_revision()) == session_->problem_revision()) return;
  scout_.reset();
  measuring_.reset();
  bytes_known_ = times_known_ = false;
  byte_ends_.clear();
  time_ends_.clear();
}

bool RaceLane::knows(RaceClock clock) const {
  if (clock == RaceClock::pass) return true;
  if (revision_ != session_->problem_revision()) return false;
  return clock == RaceClock::bytes ? bytes_known_ : times_known_;
}

void RaceLane::find_out(RaceClock clock) {
  forget_if_changed();
  if (clock == RaceClock::bytes) {
    if (!scout_) scout_ = session_->prepared().start(device_, session_->loaded().problem);
    const auto deadline = std::chrono::steady_clock::now() + counting_share;
    do {
      const auto record = scout_->step();
      bytes_known_ = !record;
      if (!record) break;
      const double before = byte_ends_.empty() ? 0 : byte_ends_.back();
      byte_ends_.push_back(before + static_cast<double>(record->counters.bytes));
    } while (std::chrono::steady_clock::now() < deadline);
    if (bytes_known_) scout_.reset();
    return;
  }
  if (!measuring_) {
    measuring_ = std::make_unique<measure::Measuring>(measure::Entry{.prepared = session_->prepared(), .passes = true},
                                                      device_, session_->loaded().problem, race_budget);
  }
  if (measuring_->advance()) return;
  const measure::Measurement& found = measuring_->result();
  double end = 0;
  for (const auto& pass : found.passes) time_ends_.push_back(end += pass.ms.median);
  timed_by_ = found.clock;
  times_known_ = true;
  measuring_.reset();
}

float RaceLane::found_out(RaceClock clock) const {
  if (knows(clock)) return 1;
  if (clock == RaceClock::time) return measuring_ ? measuring_->progress() : 0;
  const auto total = scout_ ? scout_->total_passes() : std::nullopt;
  if (!total || *total == 0) return 0;
  return static_cast<float>(scout_->passes_done()) / static_cast<float>(*total);
}

std::uint64_t RaceLane::passes_at(RaceClock clock, double now) const {
  if (clock == RaceClock::pass) return static_cast<std::uint64_t>(std::max(0.0, std::floor(now)));
  const auto& ends = clock == RaceClock::bytes ? byte_ends_ : time_ends_;
  return static_cast<std::uint64_t>(std::ranges::upper_bound(ends, now) - ends.begin());
}

double RaceLane::end_of(RaceClock clock, std::uint64_t passes) const {
  if (clock == RaceClock::pass) return static_cast<double>(passes);
  const auto& ends = clock == RaceClock::bytes ? byte_ends_ : time_ends_;
  if (passes == 0 || ends.empty()) return 0;
  return ends[std::min<std::size_t>(passes, ends.size()) - 1];
}

std::optional<double> RaceLane::end(RaceClock clock) const {
  if (!knows(clock)) return std::nullopt;
  if (clock != RaceClock::pass) return end_of(clock, ~std::uint64_t{0});
  const auto total = player().total();
  return total ? std::optional(static_cast<double>(*total)) : std::nullopt;
}

std::optional<double> RaceLane::progress(RaceClock clock) const {
  const auto last = end(clock);
  if (!last) return std::nullopt;
  return *last > 0 ? end_of(clock, player().position()) / *last : 1;
}

std::optional<gpu::Clock> RaceLane::timed_by() const {
  return timed_by_;
}

}  // namespace texelsort::app
