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
  std::vector<std::string>
      faults;  ///< errors, violated claims, and an answer that differs from the lesson's; empty if the step is correct
};

/// Checks a step of a lesson. Opens the step's view state in the session, tests the claims of all passes up to it, and
/// answers the step's question. Reports a step that cannot run as a fault. Throws Error for problems of the machine
/// (ExitCode::unavailable, internal).
StepCheck check_step(Session& session, const LessonStep& step);

/// Returns the answer to a question of a lesson. Runs the session from its current view state and afterwards restores
/// this view state. `other` is the second view state of a `fewer` question. Throws UsageError, with the reason, if the
/// run cannot answer the question.
std::string answer(Session& session, const LessonQuestion& question, const ViewState& other = {});

/// Scope guard that returns the session to its current pass at the end of the scope. Within the scope, the session may
/// execute other passes.
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
