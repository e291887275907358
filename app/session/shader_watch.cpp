#include "app/session/shader_watch.h"

#include <chrono>
#include <exception>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "app/session/race.h"
#include "app/session/run_timer.h"
#include "app/session/session.h"

namespace texelsort::app {

namespace {

/// Time per frame for testing claims, which keeps the window responsive.
constexpr std::chrono::milliseconds sweep_share{12};

/// Beginning of every message about a broken claim.
constexpr std::string_view broken_claim = "with the changed shaders, a claim does not hold: ";

}  // namespace

ShaderWatch::ShaderWatch(const Session& session) : shaders_(*session.device()) {}

void ShaderWatch::start_anew(Session& session) {
  // The device of the run timer still has the old programs. Release it, so that the next measurement creates a new one.
  if (auto* timer = find_workspace<RunTimer>(session)) timer->release_device();
  session.restart();
  if (auto* race = find_workspace<Race>(session)) race->restart();
  const auto& problem = session.loaded().problem;
  sweep_ = std::make_unique<ClaimSweep>(session.prepared().start(session.device(), problem), problem,
                                        session.prepared().keeps_ties());
}

void ShaderWatch::look(Session& session) {
  if (shaders_.update()) {
    if (session.message().starts_with(broken_claim)) session.dismiss_message();
    try {
      start_anew(session);
    } catch (const std::exception& error) {
      session.report(error.what());
    }
  }
  std::string trouble = shaders_.trouble();
  if (trouble == trouble_) return;
  if (session.message() == trouble_) session.dismiss_message();
  if (!trouble.empty()) session.report(trouble);
  trouble_ = std::move(trouble);
}

void ShaderWatch::test_claims(Session& session) {
  if (!sweep_ || sweep_->done()) return;
  try {
    if (sweep_->advance(sweep_share) || !sweep_->failure()) return;
  } catch (const std::exception& error) {
    session.report(error.what());
    sweep_.reset();
    return;
  }
  const algorithms::Failure& failure = *sweep_->failure();
  session.report(fmt::format("{}{}", broken_claim, text(failure)));
  session.set_playing(false);
  if (failure.pass) {
    session.seek(failure.pass->index + 1);
  } else {
    session.to_end();
  }
}

void ShaderWatch::frame(Session& session, double) {
  look(session);
  test_claims(session);
}

bool ShaderWatch::has_work(const Session&) const {
  return (sweep_ && !sweep_->done()) || shaders_.busy();
}

void ShaderWatch::run_ends(Session&, bool) {
  sweep_.reset();
}

void watch_shaders(const Session& session) {
  if (session.device() != nullptr) workspace<ShaderWatch>(session);
}

LiveShaders* live_shaders(const Session& session) {
  ShaderWatch* watch = find_workspace<ShaderWatch>(session);
  return watch != nullptr ? &watch->shaders() : nullptr;
}

const ClaimSweep* claim_sweep(const Session& session) {
  const ShaderWatch* watch = find_workspace<ShaderWatch>(session);
  return watch != nullptr ? watch->sweep() : nullptr;
}

}  // namespace texelsort::app
