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
  bool start_page = false;         ///< lessons, and what could be opened, instead of the view state
  std::optional<ThemeName> theme;  ///< default: as last time
  std::optional<float> ui_scale;   ///< default: as last time, else the monitor's
  bool presenter = false;
  bool returns = false;                         ///< the view state is where the last window was closed
  std::string fallen_back{};                    ///< why the last state did not return; empty: nothing to say
  std::optional<std::string> shader_directory;  ///< read shaders from there
  cuda::ExecutionOptions execution{};
  std::optional<std::uint32_t> width, height;  ///< default: as last time
};

/// Opens the window and returns when it is closed: 0. Throws NoDisplayError without a display, Error if the problem or
/// the algorithm is refused.
int run_window(const WindowOptions& options);

}  // namespace texelsort::app
