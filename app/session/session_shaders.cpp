#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "app/session/race.h"
#include "app/session/session.h"
#include "app/tuning/timing.h"

namespace texelsort::app {

namespace {

/// What a frame may spend on passes, and what on testing claims, so that the window stays quick to answer.
constexpr std::chrono::milliseconds passes_share{12}, sweep_share{12};

/// What is said of claims that no longer hold begins so.
constexpr std::string_view broken_claim = "the changed shaders break a claim: ";

}  // namespace

void Session::watch_shaders() {
  if (device_ && !live_shaders_) live_shaders_ = std::make_unique<LiveShaders>(*device_);
}

void Session::restart() {
  const std::uint64_t pass = player_->target();
  player_ = make_player(*prepared_, loaded_.problem);
  player_->request(pass);
  const bool measures_again = put_measurement_aside(true);
  timing_thread_.reset();  // its device has the programs of before
  ++problem_revision_;
  if (measures_again) measure_again();
}

void Session::update_shaders() {
  if (!live_shaders_) return;
  if (live_shaders_->update()) {
    if (message_.starts_with(broken_claim)) message_.clear();
    try {
      restart();
      if (race_) race_->restart();
      sweep_ = std::make_unique<ClaimSweep>(prepared_->start(device_, loaded_.problem), loaded_.problem,
                                            prepared_->keeps_ties());
    } catch (const std::exception& error) {
      message_ = error.what();
    }
  }
  std::string trouble = live_shaders_->trouble();
  if (trouble == shader_trouble_) return;
  if (message_ == shader_trouble_) message_.clear();
  if (!trouble.empty()) message_ = trouble;
  shader_trouble_ = std::move(trouble);
}

void Session::update_sweep() {
  if (!sweep_ || sweep_->done()) return;
  try {
    if (sweep_->advance(sweep_share) || !sweep_->failure()) return;
  } catch (const std::exception& error) {
    message_ = error.what();
    sweep_.reset();
    return;
  }
  const algorithms::Failure& failure = *sweep_->failure();
  message_ = fmt::format("{}{}", broken_claim, text(failure));
  playing_ = false;
  if (failure.pass) {
    seek(failure.pass->index + 1);
  } else {
    to_end();
  }
}

// A pass of shaders that are worked on can fail in ways that finished ones do not: the window goes on where it was.
void Session::go_on() {
  try {
    player_->advance(passes_share);
    advance_laboratory(passes_share);
  } catch (const std::exception& error) {
    message_ = error.what();
    playing_ = false;
    player_->request(player_->position());
  }
}

SessionPlace Session::place() const {
  return {present_place(), look, speed, loop, classroom_};
}

void Session::resume(const SessionPlace& place) {
  const auto& [algorithm, values] = place.run.configuration;
  open(place.run.spec, *algorithm, values);
  player_->request(place.run.pass);
  pinned_ = place.run.pinned;
  look = place.look;
  speed = place.speed;
  loop = place.loop;
  if (place.classroom) classroom_ = place.classroom;
}

}  // namespace texelsort::app
