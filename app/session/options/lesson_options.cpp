#include "app/session/options/lesson_options.h"

#include <fmt/format.h>

#include "app/problem/option_group.h"
#include "app/session/lesson_player.h"
#include "app/session/session.h"
#include "compute/data/error.h"

namespace texelsort::app {

void LessonStartOptions::add_options(CLI::App& app) {
  const OptionGroup group(app, "Lesson");
  group.value("--lesson", "NAME-OR-FILE", lesson_, "open a lesson: a name from 'texelsort lesson list', or a file",
              lesson_names);
  group.value("--step", "NUMBER", step_, "step of the lesson, from 1 (default: 1)");
  group.flag("--predict", predicts_, "ask what the next pass does before it runs");
}

LessonStart LessonStartOptions::start(bool named) const {
  LessonStart start{.lesson = {}, .step = 0, .predicts = predicts_};
  if (lesson_.empty()) {
    if (step_) throw UsageError("--step requires --lesson");
    return start;
  }
  start.lesson = find_lesson(lesson_);
  if (named) {
    throw UsageError(
        "--lesson: the steps of the lesson choose what is shown; leave out input, algorithm and view state");
  }
  const std::size_t steps = start.lesson->steps.size();
  if (step_ && (*step_ == 0 || *step_ > steps)) {
    throw UsageError(fmt::format("--step {}: the lesson has steps 1 to {}", *step_, steps));
  }
  start.step = step_.value_or(1) - 1;
  return start;
}

void begin(Session& session, const LessonStart& start) {
  LessonPlayer& lesson_player = workspace<LessonPlayer>(session);
  if (start.lesson) {
    lesson_player.open(session, *start.lesson);
    if (start.step > 0) lesson_player.go_to(session, start.step);
  }
  if (start.predicts) lesson_player.quiz.turn(session, true);
}

}  // namespace texelsort::app
