#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/session/moment.h"
#include "app/session/options/classroom_options.h"
#include "app/session/options/shown_algorithm.h"

namespace texelsort::app {

struct WindowOptions {
  Moment moment{.problem = default_window_problem(), .algorithm = default_window_algorithm, .pass = "0"};
  ClassroomStart classroom{};
  bool start_page = false;         ///< lessons, and what could be opened, instead of the moment
  std::optional<ThemeName> theme;  ///< default: as last time
  std::optional<float> ui_scale;   ///< default: as last time, else the monitor's
  bool presenter = false;
  bool returns = false;                         ///< the moment is where the last window was closed
  std::string fallen_back{};                    ///< why the last state did not return; empty: nothing to say
  std::optional<std::string> shader_directory;  ///< read shaders from there
  cuda::ExecutionOptions execution{};
  std::optional<std::uint32_t> width, height;  ///< default: as last time
};

/// Opens the window and returns when it is closed: 0. Throws NoDisplayError without a display, Error if the problem or
/// the algorithm is refused.
int run_window(const WindowOptions& options);

}  // namespace texelsort::app
