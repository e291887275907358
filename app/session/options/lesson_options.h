#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/problem/cli_fwd.h"
#include "app/session/lesson_player.h"

namespace texelsort::app {

/// The lesson step or the question that is open when the window starts, or that a picture shows.
struct LessonStart {
  std::optional<Lesson> lesson;
  std::size_t step = 0;   ///< index of the step in the lesson, from 0
  bool predicts = false;  ///< true if texelsort asks questions about the next pass
  bool any() const { return lesson.has_value() || predicts; }
};

/// Options --lesson, --step and --predict.
class LessonStartOptions {
 public:
  void add_options(CLI::App& app);

  /// Returns the lesson or prediction with which to start. `named` is true if the command line names a view state,
  /// which conflicts with the step of a lesson. Throws UsageError for this conflict, for an unknown lesson and for an
  /// unknown step.
  LessonStart start(bool named) const;

 private:
  std::string lesson_;
  std::optional<std::uint64_t> step_;
  bool predicts_ = false;
};

void begin(Session& session, const LessonStart& start);

}  // namespace texelsort::app
