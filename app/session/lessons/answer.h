#pragma once

#include <string>

#include "app/session/lessons/lesson.h"
#include "app/session/view_state.h"

namespace texelsort::app {

/// Returns the answer to a question. Runs the session from its current view state and restores that view state
/// afterwards. `other` is the second view state of a `fewer` question. Throws UsageError, with the reason, if the run
/// cannot answer the question.
std::string answer(Session& session, const LessonQuestion& question, const ViewState& other = {});

}  // namespace texelsort::app
