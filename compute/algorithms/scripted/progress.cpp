#include <fmt/format.h>

#include "compute/algorithms/scripted/run.h"
#include "compute/data/error.h"

namespace texelsort::algorithms::scripted {

void require_few_passes(const script::Script& script, const script::Request& request, std::size_t passes) {
  constexpr std::size_t most = 100'000;
  if (passes < most) return;
  throw script::ScriptError(script.at(request.line, fmt::format("more than {} passes: does a loop never end?", most)));
}

void Progress::start() {
  routine_ = plan_->description->start(plan_->form, plan_->values);
}

void Progress::restart() {
  routine_ = nullptr;
  answers_.clear();
  passes_ = 0;
  ended_ = false;
}

void Progress::restore(std::uint64_t passes, const std::vector<script::Value>& answers) {
  restart();
  std::size_t given = 0;
  while (passes_ < passes) {
    const auto made = next([&](const script::Request&) {
      if (given == answers.size()) throw InternalError("a script makes other requests with the same answers");
      return answers[given++];
    });
    if (made == nullptr) throw InternalError("a script makes fewer passes with the same answers");
  }
}

ReadRequest read_request(const script::Script& script, const script::Request& request) {
  const auto& arguments = request.arguments;
  const auto refuse = [&](const std::string& message) {
    throw script::ScriptError(script.at(request.line, fmt::format("read: {}", message)));
  };
  if (arguments.size() != 3 || arguments[0].text() == nullptr) refuse("expects a buffer, its first word and a count");
  ReadRequest result{*arguments[0].text()};
  const auto first = arguments[1].integer(), count = arguments[2].integer();
  if (!first || !count || *first < 0 || *count < 0) refuse("first and count must be whole numbers from 0");
  result.first = static_cast<std::uint64_t>(*first);
  result.count = static_cast<std::uint64_t>(*count);
  constexpr std::uint64_t most = 1 << 20;
  if (result.count > most) refuse(fmt::format("count is {}, but must be at most {}", result.count, most));
  return result;
}

}  // namespace texelsort::algorithms::scripted
