#pragma once

#include <string>
#include <vector>

#include "app/session/lessons/lesson.h"
#include "app/session/session.h"
#include "app/session/view_state.h"

namespace texelsort::app {

/// Result of checking one lesson step.
struct StepCheck {
  std::string answer;  ///< answer to the step's question; empty if the step has no question
  /// Problems of the step: errors, violated claims, stages that the run does not have, or another answer than the
  /// lesson states. Empty if the step is correct.
  std::vector<std::string> faults;
};

/// Checks a step of a lesson. Opens the step's view state in the session, tests the claims of all passes up to it,
/// compares the stages that the caption names with those of the run, and answers the step's question. Reports a step
/// that cannot run as a fault. Throws Error for problems of the machine (ExitCode::unavailable, internal).
StepCheck check_step(Session& session, const LessonStep& step);

/// Returns the right answer to a question of a lesson. Executes passes of the session's run to find it, and then
/// restores the view state. `other` is the second view state of a question of the kind `fewer`. Throws UsageError, with
/// the reason, if the run does not answer the question.
std::string answer(Session& session, const LessonQuestion& question, const ViewState& other = {});

/// Scope guard for executing passes of a session temporarily. At the end of the scope, the session is at its previous
/// pass again.
class Excursion {
 public:
  explicit Excursion(Session& session) : session_(session), from_(session.player().position()) {}
  ~Excursion() { session_.player().seek(from_); }
  Excursion(const Excursion&) = delete;
  Excursion& operator=(const Excursion&) = delete;

 private:
  Session& session_;
  std::uint64_t from_;
};

}  // namespace texelsort::app
