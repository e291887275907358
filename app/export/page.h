#pragma once

#include <cstdint>
#include <string>

#include "app/session/lessons/lesson.h"
#include "app/session/session.h"
#include "app/session/view_state.h"

/// HTML pages that show a run in a browser without the program. Each is one self-contained file. All states, claims and
/// answers come from the session's run; the page's script computes none.
namespace texelsort::app {

/// Greatest number of keys on a page. Every key is drawn as a bar and as a texel, and a screen cannot show more of them
/// separately.
inline constexpr std::uint64_t most_page_keys = 4096;
/// Greatest product of keys and states on a page, which gives some megabytes of HTML.
inline constexpr std::uint64_t most_page_states = std::uint64_t{1} << 20;
/// Greatest number of keys for which a lesson's page contains all states of a run. With more keys, it contains only the
/// states that steps show, and their neighbours.
inline constexpr std::uint64_t most_whole_lesson_keys = 256;

struct PageOptions {
  bool embed = false;  ///< true to omit heading and list of passes, for a frame in another page
  ColormapName colormap = ColormapName::viridis;
  std::string program{};  ///< URL of the browser edition for links; no links if empty
};

/// Returns a page with all passes of the view state's run. It opens at the view state's pass. Throws the errors of
/// show(), and UsageError for too many keys or states.
std::string run_page(Session& session, const ViewState& view_state, const PageOptions& options);

/// Returns a page with the lesson's steps, captions and questions, and with the passes of their runs. Throws the errors
/// of run_page(). Throws UsageError with file and line for a step that cannot run, or whose run contradicts the
/// lesson's answer.
std::string lesson_page(Session& session, const Lesson& lesson, const PageOptions& options);

}  // namespace texelsort::app
