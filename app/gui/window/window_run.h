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

/// The window from opening to closing. Callers draw it frame by frame. After a GPU reset, which destroys the OpenGL
/// context, the next frame opens a new window at the session's last position.
class WindowRun {
 public:
  explicit WindowRun(const WindowOptions& options);
  ~WindowRun();
  WindowRun(const WindowRun&) = delete;
  WindowRun& operator=(const WindowRun&) = delete;

  /// Processes events and draws a frame if one is due. Opens the window first if it is not open. Returns false once the
  /// window is closed. Throws NoDisplayError without a display, and Error if the problem or the algorithm is rejected.
  bool frame();

  /// Returns whether the window is open. The window is not open before the first frame, and between a GPU reset and the
  /// next frame.
  bool is_open() const { return window_ != nullptr; }

  /// Returns the log of the texts and clickable items of the last frame, and starts recording if necessary. Returns
  /// null before the window is open.
  const TextLog* texts();

  /// Saves the settings and the session's view state for the next start.
  void keep() const;

 private:
  class OpenWindow;
  /// State of the session at a GPU reset, from which a new window continues.
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
