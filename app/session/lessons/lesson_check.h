#pragma once

#include <string>
#include <vector>

#include "app/session/lessons/lesson.h"
#include "app/session/view_state.h"

namespace texelsort::app {

/// Result of checking one lesson step.
struct StepCheck {
  std::string answer;  ///< answer to the step's question; empty if it has none
  std::vector<std::string>
      faults;  ///< empty if every claim up to the view state holds and the answer equals the lesson's
};

/// Checks a step: opens its view state in the session, tests the claim of every pass up to it, and answers its
/// question. A step that cannot run is reported as a fault. Throws Error for problems of the machine
/// (ExitCode::unavailable, internal).
StepCheck check_step(Session& session, const LessonStep& step);

}  // namespace texelsort::app
