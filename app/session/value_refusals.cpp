#include "app/session/value_refusals.h"

#include <map>
#include <utility>

#include "app/session/session.h"

namespace texelsort::app {

namespace {

/// Time per frame for checking parameter values.
constexpr std::chrono::milliseconds refusals_share{6};

const std::string nothing_to_refuse;

/// Reason why each pair of parameter and value is rejected. Empty if the value is valid.
using KnownRefusals = std::map<std::pair<std::string, std::string>, std::string>;

}  // namespace

void ValueRefusals::begin_frame() {
  spent_ = {};
  waits_ = false;
}

const std::string& ValueRefusals::find(const Session& session, const std::string& parameter, const std::string& value) {
  auto& known = session.player().of_run().keep<KnownRefusals>();
  if (const auto found = known.find({parameter, value}); found != known.end()) return found->second;
  if (spent_ > refusals_share) {
    waits_ = true;
    return nothing_to_refuse;
  }
  const auto start = std::chrono::steady_clock::now();
  const auto& found = known[{parameter, value}] = session.refusal_of_value(parameter, value).value_or("");
  spent_ += std::chrono::steady_clock::now() - start;
  return found;
}

}  // namespace texelsort::app
