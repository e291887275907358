#pragma once

#include <string>

#include "app/session/lessons/lesson.h"
#include "app/session/view_state.h"

namespace texelsort::app {

/// What the session's run answers from its present view state on; the session is back there afterwards. `other` is what
/// a question of kind `fewer` compares with. Throws UsageError if the run cannot answer it, with the reason.
std::string answer(Session& session, const LessonQuestion& question, const ViewState& other = {});

}  // namespace texelsort::app
