#include "app/session/lesson_player.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/session/options/view_state_options.h"
#include "app/session/session.h"
#include "app/session/view_names.h"
#include "compute/data/error.h"

namespace texelsort::app {

bool LessonPlayer::open(Session& session, const std::string& name_or_path) {
  try {
    open(session, find_lesson(name_or_path));
    return true;
  } catch (const Error& error) {
    session.report(error.what());
    return false;
  }
}

void LessonPlayer::open(Session& session, Lesson lesson) {
  lesson_ = std::move(lesson);
  notes = false;
  quiz.set_in_class(false);
  quiz.forget_scores(lesson_->file);
  began_ = std::chrono::steady_clock::now();
  session.dismiss_message();
  go_to(session, 0);
}

std::uint64_t LessonPlayer::minutes() const {
  const auto passed = std::chrono::floor<std::chrono::minutes>(std::chrono::steady_clock::now() - began_);
  return static_cast<std::uint64_t>(passed.count());
}

void LessonPlayer::close() {
  lesson_.reset();
  trouble_.clear();
  quiz.set_in_class(false);
  quiz.forget();
}

void LessonPlayer::go_to(Session& session, std::size_t step) {
  if (!lesson_) return;
  step_ = std::min(step, lesson_->steps.size() - 1);
  trouble_.clear();
  quiz.forget();
  const LessonStep& shown = this->step();
  try {
    show(session, in_window(read_view_state(shown.show)));
    if (!shown.question) return;
    const LessonQuestion& question = *shown.question;
    quiz.ask(session,
             prediction(session, question, question.other.empty() ? ViewState{} : read_view_state(question.other)),
             lesson_->file, step_);
  } catch (const Error& error) {
    trouble_ = fmt::format("{}:{}: step {}: {}", lesson_->file, shown.line, step_ + 1, error.what());
  }
}

void LessonPlayer::go_on(Session& session, int steps) {
  if (!lesson_) return;
  const std::size_t last = lesson_->steps.size() - 1;
  if (steps < 0 ? step_ == 0 : step_ == last) return;
  go_to(session, steps < 0 ? step_ - 1 : step_ + 1);
}

void LessonPlayer::frame(Session& session, double) {
  quiz.follow(session);
}

bool question_waits(const Session& session) {
  const Quiz& quiz = workspace<LessonPlayer>(session).quiz;
  const std::string& open = session.look.workspace;
  return quiz.waits() && (open.empty() || (quiz.of_lesson() && !hides_run(open)));
}

bool held_by_question(Session& session) {
  return question_waits(session) && workspace<LessonPlayer>(session).quiz.hold(session, true);
}

}  // namespace texelsort::app
