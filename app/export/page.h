#pragma once

#include <cstdint>
#include <string>

#include "app/session/lessons/lesson.h"
#include "app/session/session.h"
#include "app/session/view_state.h"

/// HTML pages that show a run in a browser without texelsort. Each page is one self-contained file. All states, claims
/// and answers come from the session's run. The page's script does not compute any.
namespace texelsort::app {

/// Greatest number of keys on a page. Each key is drawn as a bar and as a texel, and a screen cannot show more keys
/// separately.
inline constexpr std::uint64_t most_page_keys = 4096;
/// Greatest product of the number of keys and the number of states on a page. A page of this size has some megabytes of
/// HTML.
inline constexpr std::uint64_t most_page_states = std::uint64_t{1} << 20;
/// Greatest number of keys for which the page of a lesson contains all states of a run. With more keys, the page
/// contains only the states that steps show, and their neighbours.
inline constexpr std::uint64_t most_whole_lesson_keys = 256;

struct PageOptions {
  bool embed = false;  ///< true to omit heading and list of passes, for a page in a frame of another page
  ColormapName colormap = ColormapName::viridis;
  std::string program{};  ///< URL of the browser edition, to which the page links; empty for a page without links
};

/// Returns an HTML page with all passes of a view state's run. The page opens at the pass that the view state shows.
/// Throws the errors of show(). Throws UsageError for too many keys or states.
std::string run_page(Session& session, const ViewState& view_state, const PageOptions& options);

/// Returns a page with a lesson's steps, captions and questions, and with the passes of the steps' runs. Throws the
/// errors of run_page(). Throws UsageError with file and line for a step that cannot run, or whose run contradicts the
/// lesson's answer.
std::string lesson_page(Session& session, const Lesson& lesson, const PageOptions& options);

}  // namespace texelsort::app
