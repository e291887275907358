#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "app/session/lessons/lesson.h"
#include "app/session/quiz.h"
#include "app/session/workspace.h"

namespace texelsort::app {

/// The open lesson, its current step and its questions. Independent of ImGui and OpenGL.
class LessonPlayer : public Workspace {
 public:
  Quiz quiz;
  bool notes = true;  ///< true if the teacher's notes are shown; presenter mode never shows them

  /// Opens a built-in lesson or a lesson file at its first step. If that fails, returns false, reports the reason as
  /// the session's message, and changes nothing else.
  bool open(Session& session, const std::string& name_or_path);
  void open(Session& session, Lesson lesson);
  void close();

  /// Returns the open lesson. Null if there is none.
  const Lesson* lesson() const { return lesson_ ? &*lesson_ : nullptr; }
  const LessonStep& step() const { return lesson_->steps[step_]; }
  std::size_t step_number() const { return step_; }  ///< index of the current step, from 0
  bool at_last() const { return step_ + 1 == lesson_->steps.size(); }

  /// Shows the view state of a step and asks its question. Step numbers past the end are clamped.
  void go_to(Session& session, std::size_t step);
  void go_on(Session& session, int steps);

  /// Reason why the view state of the current step cannot be shown, with file and line. Empty if it is shown.
  const std::string& trouble() const { return trouble_; }

  void frame(Session& session, double seconds) override;

 private:
  std::optional<Lesson> lesson_;
  std::size_t step_ = 0;
  std::string trouble_;
};

}  // namespace texelsort::app
