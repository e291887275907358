#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/problem/cli_fwd.h"
#include "app/session/lesson_player.h"

namespace texelsort::app {

/// A lesson or a prediction that the window or picture starts with.
struct LessonStart {
  std::optional<Lesson> lesson;
  std::size_t step = 0;   ///< index of the lesson's step, from 0
  bool predicts = false;  ///< true if texelsort asks about the next pass
  bool any() const { return lesson.has_value() || predicts; }
};

/// The options --lesson, --step and --predict.
class LessonStartOptions {
 public:
  void add_options(CLI::App& app);

  /// Returns the lesson or prediction to start. `named` is true if the command line names a view state, which would
  /// conflict with a lesson's step. Throws UsageError for that conflict, for an unknown lesson and for a step that does
  /// not exist.
  LessonStart start(bool named) const;

 private:
  std::string lesson_;
  std::optional<std::uint64_t> step_;
  bool predicts_ = false;
};

/// Starts the lesson or prediction in the session.
void begin(Session& session, const LessonStart& start);

}  // namespace texelsort::app
