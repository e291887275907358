#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/problem/cli_fwd.h"
#include "app/session/lesson_player.h"

namespace texelsort::app {

/// What begins in a window or in its picture.
struct LessonStart {
  std::optional<Lesson> lesson;
  std::size_t step = 0;   ///< of the lesson, from 0
  bool predicts = false;  ///< the next pass is asked about
  bool any() const { return lesson.has_value() || predicts; }
};

/// --lesson, --step and --predict.
class LessonStartOptions {
 public:
  void add_options(CLI::App& app);

  /// `named`: a view state is named besides, which a lesson's step would take the place of. Throws UsageError for that,
  /// for what is no lesson, and for a step that it has not.
  LessonStart start(bool named) const;

 private:
  std::string lesson_;
  std::optional<std::uint64_t> step_;
  bool predicts_ = false;
};

/// Begins it in the session.
void begin(Session& session, const LessonStart& start);

}  // namespace texelsort::app
