#include "app/session/value_refusals.h"

#include "app/session/session.h"

namespace texelsort::app {

namespace {

/// What a frame may spend on them.
constexpr std::chrono::milliseconds refusals_share{6};

const std::string nothing_to_refuse;

}  // namespace

void ValueRefusals::begin_frame() {
  spent_ = {};
  waits_ = false;
}

const std::string& ValueRefusals::find(const Session& session, const std::string& parameter, const std::string& value) {
  if (run_ != session.problem_revision()) known_.clear();
  run_ = session.problem_revision();
  if (const auto found = known_.find({parameter, value}); found != known_.end()) return found->second;
  if (spent_ > refusals_share) {
    waits_ = true;
    return nothing_to_refuse;
  }
  const auto start = std::chrono::steady_clock::now();
  const auto& found = known_[{parameter, value}] = session.refusal_of_value(parameter, value).value_or("");
  spent_ += std::chrono::steady_clock::now() - start;
  return found;
}

}  // namespace texelsort::app
