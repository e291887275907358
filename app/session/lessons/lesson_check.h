#pragma once

#include <string>
#include <vector>

#include "app/session/lessons/lesson.h"
#include "app/session/session.h"
#include "app/session/view_state.h"

namespace texelsort::app {

/// Result of checking one lesson step.
struct StepCheck {
  std::string answer;  ///< answer to the step's question; empty if it has none
  std::vector<std::string>
      faults;  ///< errors, violated claims, and an answer other than the lesson expects; empty if there are none
};

/// Checks a step: opens its view state in the session, tests the claim of every pass up to it, and answers its
/// question. A step that cannot run is reported as a fault. Throws Error for problems of the machine
/// (ExitCode::unavailable, internal).
StepCheck check_step(Session& session, const LessonStep& step);

/// Returns the answer to a question. Runs the session from its current view state and restores that view state
/// afterwards. `other` is the second view state of a `fewer` question. Throws UsageError, with the reason, if the run
/// cannot answer the question.
std::string answer(Session& session, const LessonQuestion& question, const ViewState& other = {});

/// Scope guard that lets the session execute other passes and restores its pass when it ends.
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
