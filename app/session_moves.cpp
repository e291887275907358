#include <algorithm>
#include <limits>

#include "app/session.h"

namespace texelsort::app {

namespace {

constexpr double slowest = 0.25, fastest_speed = 256;

/// The first pass after `from` that begins a stage.
std::optional<std::uint64_t> next_stage(const std::vector<algorithms::PassHeader>& headers, std::uint64_t from) {
  for (const auto& header : headers) {
    if (header.index <= from) continue;
    if (header.stage_index != headers[header.index - 1].stage_index) return header.index;
  }
  return std::nullopt;
}

}  // namespace

void Session::seek(std::uint64_t pass) {
  player_->request(pass);
  owed_passes_ = 0;
}

void Session::step(int direction) {
  playing_ = false;
  const std::uint64_t from = player_->target();
  if (direction < 0 && from == 0) return;
  seek(direction < 0 ? from - 1 : from + 1);
}

// A stage's place is where its first pass has not run yet: the end of the stage before.
void Session::step_stage(int direction) {
  playing_ = false;
  auto headers = player_->headers();
  const std::uint64_t from = player_->target();
  if (direction > 0) {
    auto next = next_stage(headers, from);
    while (!next && !player_->total()) {
      // Where this stage ends is not known before its passes have run.
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
