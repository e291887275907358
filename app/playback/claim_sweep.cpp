#include "app/playback/claim_sweep.h"

namespace texelsort::app {

ClaimSweep::ClaimSweep(std::unique_ptr<algorithms::Run> run, std::shared_ptr<const algorithms::Problem> problem,
                       bool stable)
    : run_(std::move(run)), problem_(std::move(problem)), stable_(stable), verifier_(*run_, *problem_) {}

bool ClaimSweep::advance(std::chrono::milliseconds budget) {
  using Time = std::chrono::steady_clock;
  const auto deadline = Time::now() + budget;
  while (!done_) {
    if (const auto verdict = verifier_.step()) {
      ++tested_;
      failure_ = verdict->failure();
      done_ = failure_.has_value();
    } else {
      failure_ = algorithms::verify_result(*run_, *problem_, stable_);
      done_ = true;
    }
    if (Time::now() >= deadline) break;
  }
  return !done_;
}

}  // namespace texelsort::app
