#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "app/gui/window/run_window.h"
#include "app/gui/window/settings.h"
#include "app/gui/window/text_log.h"
#include "app/session/lesson_player.h"
#include "app/session/session.h"
#include "app/tuning/sweeps/winners.h"

namespace texelsort::app {

/// The window from its opening to its closing, frame by frame. A reset of the GPU takes the context and all that it
/// holds away; the next frame then opens the window anew, where the session stood.
class WindowRun {
 public:
  explicit WindowRun(const WindowOptions& options);
  ~WindowRun();
  WindowRun(const WindowRun&) = delete;
  WindowRun& operator=(const WindowRun&) = delete;

  /// Takes in what has happened and draws a frame if one is due, after opening the window if it is not open; false once
  /// it is closed. Throws NoDisplayError without a display, Error if the problem or the algorithm is refused.
  bool frame();

  /// Whether there is a window: not before the first frame, and not between a reset and the next frame.
  bool is_open() const { return window_ != nullptr; }

  /// What people have to read and to click on in the frames from the next one on; null before the window is open.
  const TextLog* texts();

  /// Keeps settings and the session's view state for the next start.
  void keep() const;

 private:
  class OpenWindow;
  /// What a reset of the GPU interrupted.
  struct Interrupted {
    SessionPlace place;
    LessonPlayer lesson_player;
    std::string reason;
    std::chrono::steady_clock::time_point when;
  };
  void note_reset(const std::string& reason);

  WindowOptions options_;
  Settings settings_;
  Winners winners_;
  std::optional<Interrupted> interrupted_;
  std::unique_ptr<OpenWindow> window_;
};

}  // namespace texelsort::app
