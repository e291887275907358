#pragma once

#include <string>

#include "app/session/lessons/lesson.h"
#include "app/session/moment.h"

namespace texelsort::app {

/// What the session's run answers from its present moment on; the session is back there afterwards. `other` is what a
/// question of kind `fewer` compares with. Throws UsageError if the run cannot answer it, with the reason.
std::string answer(Session& session, const LessonQuestion& question, const Moment& other = {});

}  // namespace texelsort::app
