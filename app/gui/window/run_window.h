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
  std::optional<ThemeName> theme;  ///< theme (default: that of the last session)
  std::optional<float> ui_scale;   ///< scale (default: that of the last session, otherwise the monitor's)
  bool presenter = false;
  bool returns = false;                         ///< true if the view state is the one that the last session saved
  std::string fallen_back{};                    ///< reason why the last state could not be restored; may be empty
  std::optional<std::string> shader_directory;  ///< folder whose shaders replace the built-in ones
  cuda::ExecutionOptions execution{};
  std::optional<std::uint32_t> width, height;  ///< size (default: that of the last session)
};

/// Opens the window and returns 0 when it is closed. Throws NoDisplayError without a display, and Error if the problem
/// or the algorithm is rejected.
int run_window(const WindowOptions& options);

}  // namespace texelsort::app
