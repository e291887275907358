#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "app/session/lessons/lesson.h"
#include "app/session/quiz.h"
#include "app/session/workspace.h"

namespace texelsort::app {

/// The lesson that is given, where it has come to, and the questions. Knows neither ImGui nor OpenGL.
class LessonPlayer : public Workspace {
 public:
  Quiz quiz;
  bool notes = true;  ///< the teacher's are shown beside the lesson; presenter mode never shows them

  /// Opens a lesson that the program carries, or a file, at its first step; a refusal becomes the session's message and
  /// changes nothing else.
  bool open(Session& session, const std::string& name_or_path);
  void open(Session& session, Lesson lesson);
  void close();

  /// Null while none is given.
  const Lesson* lesson() const { return lesson_ ? &*lesson_ : nullptr; }
  const LessonStep& step() const { return lesson_->steps[step_]; }
  std::size_t step_number() const { return step_; }  ///< from 0
  bool at_last() const { return step_ + 1 == lesson_->steps.size(); }

  /// Shows the view state of a step, the nearest one for numbers past the end, and asks its question.
  void go_to(Session& session, std::size_t step);
  void go_on(Session& session, int steps);

  /// Why the present step's view state cannot be shown, with file and line; empty if it is.
  const std::string& trouble() const { return trouble_; }

  void frame(Session& session, double seconds) override;

 private:
  std::optional<Lesson> lesson_;
  std::size_t step_ = 0;
  std::string trouble_;
};

}  // namespace texelsort::app
