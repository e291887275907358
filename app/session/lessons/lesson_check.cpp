#include "app/session/lessons/lesson_check.h"

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

void run_step(Session& session, const LessonStep& step, StepCheck& check) {
  show(session, read_view_state(step.show));
  test_claims(session, check.faults);
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
