#pragma once

#include <string>
#include <vector>

#include "app/session/lessons/lesson.h"
#include "app/session/view_state.h"

namespace texelsort::app {

/// What a step's run says of it.
struct StepCheck {
  std::string answer;               ///< of its question; empty without one
  std::vector<std::string> faults;  ///< empty: every claim up to its view state holds, and the answer is the lesson's
};

/// Runs a step: opens its view state in the session, tests the claim of every pass on the way there, and answers its
/// question. What cannot run is a fault; throws Error for what is wrong with the machine (ExitCode::unavailable,
/// internal).
StepCheck check_step(Session& session, const LessonStep& step);

}  // namespace texelsort::app
