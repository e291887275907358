#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/session/options/lesson_options.h"
#include "app/session/options/shown_algorithm.h"
#include "app/session/view_state.h"

namespace texelsort::app {

struct WindowOptions {
  ViewState view_state{.problem = default_window_problem(), .algorithm = default_window_algorithm, .pass = "0"};
  LessonStart lesson_player{};
  bool start_page = false;         ///< true to show the start page (lessons and recent files) instead of the view state
  std::optional<ThemeName> theme;  ///< theme of the window; if unset, the theme that the last window had
  std::optional<float> ui_scale;   ///< scale of the window; if unset, the scale that the last window or the monitor had
  bool presenter = false;
  bool teacher_view = false;  ///< true to open the teacher's window, too
  bool returns = false;       ///< true if the window opens with the view state that the last window saved
  /// Reason why the last view state could not be restored; empty if it was restored or not requested.
  std::string fallen_back{};
  /// Folder whose shaders replace built-in shaders; unset if none are replaced.
  std::optional<std::string> shader_directory;
  cuda::ExecutionOptions execution{};
  /// Size of the window in pixels; if unset, the size that the last window had.
  std::optional<std::uint32_t> width, height;
};

/// Opens the window, and returns 0 when the user closes it. Throws NoDisplayError without a display, and Error if the
/// problem or the algorithm is rejected.
int run_window(const WindowOptions& options);

}  // namespace texelsort::app
