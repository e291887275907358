#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "app/export/page_run.h"
#include "app/lessons/answer.h"

namespace texelsort::app {

namespace {

using nlohmann::ordered_json;
using Choices = std::vector<std::string>;

/// More are typed instead of chosen.
constexpr std::uint64_t most_choices = 16;

Choices numbers_to(std::uint64_t last) {
  Choices choices;
  if (last >= most_choices) return choices;
  for (std::uint64_t i = 0; i <= last; ++i) choices.push_back(std::to_string(i));
  return choices;
}

/// The keys, each once, in the order of the present state.
Choices keys_of(const Session& session, const std::string& before = "") {
  Choices choices;
  if (session.problem().n() > most_choices) return choices;
  for (std::uint64_t i = 0; i < session.problem().n(); ++i) {
    const std::string key = before + session.player().key_text(i);
    if (std::ranges::find(choices, key) == choices.end()) choices.push_back(key);
  }
  return choices;
}

/// What the answer may be; none where it is to be typed.
Choices choices_of(const Session& session, const LessonQuestion& question, const Moment& other,
                   const std::string& answer) {
  switch (question.asked) {
    case Asked::key:
      return keys_of(session);
    case Asked::place:
      return numbers_to(session.problem().n() - 1);
    case Asked::count:
      return numbers_to(session.problem().n());
    case Asked::bit:
      return answer.find(',') == std::string::npos ? Choices{"kept", "cleared"} : Choices{};
    case Asked::sorted:
      return {"yes", "no"};
    case Asked::found: {
      // "2nd largest: 11": one key is asked for.
      const auto colon = answer.find(": ");
      const bool single = colon != std::string::npos && answer.find(", ") == std::string::npos;
      return single ? keys_of(session, answer.substr(0, colon + 2)) : Choices{};
    }
    case Asked::fewer:
      return {session.algorithm().info().id, other.algorithm, "both"};
    case Asked::swaps:
    case Asked::group:
    case Asked::passes:
      break;
  }
  return {};
}

}  // namespace

ordered_json page_question(Session& session, const LessonQuestion& question, const Moment& other) {
  const std::string right = answer(session, question, other);
  ordered_json result{{"ask", question.text}, {"kind", name(question.asked)}};
  if (!question.hint.empty()) result["hint"] = question.hint;
  if (question.asked == Asked::swaps) {
    result["choices"] = nullptr;
    result["right"] = right;
    return result;
  }
  const Choices choices = choices_of(session, question, other, right);
  const auto found = std::ranges::find(choices, right);
  result["choices"] = found == choices.end() ? Choices{} : choices;
  result["right"] = right;
  return result;
}

}  // namespace texelsort::app
