#pragma once

#include <cstdint>
#include <string>

#include "app/session/lessons/lesson.h"
#include "app/session/session.h"
#include "app/session/view_state.h"

/// HTML pages that show a run in a browser without the program. Each is one self-contained file. All states, claims and
/// answers come from the session's run; the page's script computes none.
namespace texelsort::app {

/// A page draws every key as a bar and as a texel. A screen cannot show more of them separately.
inline constexpr std::uint64_t most_page_keys = 4096;
/// Limit of keys times states of a page. It results in some megabytes of HTML.
inline constexpr std::uint64_t most_page_states = std::uint64_t{1} << 20;
/// A lesson's run of more keys includes only the states that its steps show, and their neighbours.
inline constexpr std::uint64_t most_whole_lesson_keys = 256;

struct PageOptions {
  bool embed = false;  ///< omits heading and list of passes, for a frame in another page
  ColormapName colormap = ColormapName::viridis;
  std::string program{};  ///< URL of the browser edition to link to; empty: no links
};

/// Returns a page with all passes of the view state's run, opened at its pass. Throws the errors of show(), and
/// UsageError for too many keys or states.
std::string run_page(Session& session, const ViewState& view_state, const PageOptions& options);

/// Returns a page with the lesson's steps, captions and questions, and with the passes of their runs. Throws the errors
/// of run_page(). Throws UsageError with file and line for a step that cannot run, or whose run contradicts the
/// lesson's answer.
std::string lesson_page(Session& session, const Lesson& lesson, const PageOptions& options);

}  // namespace texelsort::app
