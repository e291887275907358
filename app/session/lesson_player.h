#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "app/session/lessons/lesson.h"
#include "app/session/quiz.h"
#include "app/session/workspace.h"

namespace texelsort::app {

/// Player of a lesson: the open lesson, its current step and its questions. Independent of ImGui and OpenGL.
class LessonPlayer : public Workspace {
 public:
  Quiz quiz;
  /// True to show the teacher's notes in the main window. Each lesson starts without them, because a class may see the
  /// window. Presenter mode never shows them.
  bool notes = false;
  bool teacher_view = false;  ///< true while the teacher's window is open, or is to be opened

  /// Opens a built-in lesson or a lesson file at the first step. On failure, returns false, reports the reason as the
  /// session's message, and changes nothing else.
  bool open(Session& session, const std::string& name_or_path);
  void open(Session& session, Lesson lesson);
  /// Closes the lesson. Like open(), ends the counting of votes.
  void close();

  /// Returns the open lesson, or null if no lesson is open.
  const Lesson* lesson() const { return lesson_ ? &*lesson_ : nullptr; }
  const LessonStep& step() const { return lesson_->steps[step_]; }
  std::size_t step_number() const { return step_; }  ///< Returns the index of the current step, from 0.
  bool at_last() const { return step_ + 1 == lesson_->steps.size(); }
  /// Returns the number of whole minutes since the lesson was opened.
  std::uint64_t minutes() const;

  /// Shows the view state of a step and asks the step's question. Clamps step numbers past the end.
  void go_to(Session& session, std::size_t step);
  void go_on(Session& session, int steps);

  /// Returns the reason why the view state of the current step cannot be shown, with file and line. Returns an empty
  /// string if the view state is shown.
  const std::string& trouble() const { return trouble_; }

  void frame(Session& session, double seconds) override;

 private:
  std::optional<Lesson> lesson_;
  std::size_t step_ = 0;
  std::string trouble_;
  std::chrono::steady_clock::time_point began_;
};

/// Returns whether the window shows a question that waits for an answer.
bool question_waits(const Session& session);

/// Keeps the run from passing the question that the window shows. Returns true if the run must not go on. At the first
/// attempt, the window says how to go on. At the second attempt, the answer is shown.
bool held_by_question(Session& session);

}  // namespace texelsort::app
