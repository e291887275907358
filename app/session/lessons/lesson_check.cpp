#include "app/session/lessons/lesson_check.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "app/session/options/view_state_options.h"
#include "compute/data/error.h"

namespace texelsort::app {

namespace {

/// Tests the claims of all passes up to the session's current pass. Afterwards returns to the current pass.
void test_claims(Session& session, std::vector<std::string>& faults) {
  Player& player = session.player();
  const std::uint64_t here = player.position();
  for (std::uint64_t pass = 1; pass <= here; ++pass) {
    player.seek(pass);
    const Verdict* verdict = player.test_claim();
    if (verdict == nullptr || verdict->holds()) continue;
    const algorithms::PassRecord& record = *player.record();
    faults.push_back(fmt::format("pass {}, '{}': {}", pass, record.claim.sentence, verdict->violation->message));
  }
  player.seek(here);
}

/// A stage of a run that a caption names: "stage 3".
struct NamedStage {
  std::string name;
  bool heads = false;  ///< true if the caption begins with the name and a colon, so that it describes the shown pass
};

/// Returns the stages, steps, digits, levels, phases and rounds that a caption names by number.
std::vector<NamedStage> named_stages(const std::string& caption) {
  std::string text = caption;
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  std::vector<NamedStage> found;
  for (const std::string word : {"stage", "step", "digit", "level", "phase", "round"}) {
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
      if (at > 0 && std::isalpha(static_cast<unsigned char>(text[at - 1]))) continue;
      std::size_t number = at + word.size();
      if (number < text.size() && text[number] == 's') ++number;
      const std::size_t end = text.find_first_not_of("0123456789", ++number);
      if (number >= text.size() || text[number - 1] != ' ' || end == number) continue;
      const std::string digits = text.substr(number, end - number);
      found.push_back({word + " " + digits, at == 0 && end < text.size() && text[end] == ':'});
    }
  }
  return found;
}

/// Returns whether a pass belongs to the stage with a name: "step 1" is the pass "stage 3, step 1 (distance 4)". In a
/// run with stages such as "step 2: local sort", the steps within these stages do not count.
bool is_in_stage(const algorithms::PassHeader& header, const std::string& name) {
  const bool of_stages = header.stage.starts_with(name.substr(0, name.find(' ')));
  const std::string text = of_stages ? header.stage : header.stage + ", " + header.label;
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if (end == text.size() || !std::isdigit(static_cast<unsigned char>(text[end]))) return true;
  }
  return false;
}

/// Compares the stages that a caption names with the passes of the run. A caption that begins with a stage and a colon
/// describes the shown pass, or, at the input, the first pass. The run must contain all other named stages.
void test_stages(Session& session, const std::string& caption, std::vector<std::string>& faults) {
  const std::vector<NamedStage> named = named_stages(caption);
  if (named.empty()) return;
  const std::uint64_t position = session.player().position();
  const Excursion excursion(session);
  seek_to(session, "end");
  const auto headers = session.player().headers();
  for (const NamedStage& stage : named) {
    const auto has = [&](const algorithms::PassHeader& header) { return is_in_stage(header, stage.name); };
    if (std::ranges::none_of(headers, has)) {
      faults.push_back(fmt::format("the caption names '{}', but no pass of the run has this name", stage.name));
    } else if (const auto& shown = headers[position - std::min<std::uint64_t>(position, 1)];
               stage.heads && !has(shown)) {
      faults.push_back(fmt::format("the caption begins with '{}', but pass {} is '{}, {}'", stage.name,
                                   std::max<std::uint64_t>(position, 1), shown.stage, shown.label));
    }
  }
}

void run_step(Session& session, const LessonStep& step, StepCheck& check) {
  show(session, read_view_state(step.show));
  test_claims(session, check.faults);
  test_stages(session, step.caption, check.faults);
  if (!step.question) return;
  const LessonQuestion& question = *step.question;
  check.answer = answer(session, question, question.other.empty() ? ViewState{} : read_view_state(question.other));
  if (check.answer == question.answer) return;
  check.faults.push_back(
      fmt::format("the answer of the lesson is '{}', but that of the run is '{}'", question.answer, check.answer));
}

}  // namespace

StepCheck check_step(Session& session, const LessonStep& step) {
  StepCheck check;
  try {
    run_step(session, step, check);
  } catch (const UsageError& error) {
    check.faults.emplace_back(error.what());
  }
  return check;
}

}  // namespace texelsort::app
