#pragma once

#include <cstdint>
#include <string>

#include "app/session/lessons/lesson.h"
#include "app/session/session.h"
#include "app/session/view_state.h"

/// Pages that show a run in a browser without the program: one HTML file that asks for nothing else. All states, claims
/// and answers are what the session's run gave; the page's script looks them up and computes none.
namespace texelsort::app {

/// A page draws every key as a bar and as a texel: more cannot be told apart on a screen.
inline constexpr std::uint64_t most_page_keys = 4096;
/// Keys times states of a run's page; up to some megabytes of HTML.
inline constexpr std::uint64_t most_page_states = std::uint64_t{1} << 20;
/// A lesson's run of more keys has the states that its steps show, and those around them, instead of all.
inline constexpr std::uint64_t most_whole_lesson_keys = 256;

struct PageOptions {
  bool embed = false;  ///< for a frame in another page: neither heading nor list of passes
  ColormapName colormap = ColormapName::viridis;
  std::string program{};  ///< where the browser edition stands: what is shown is linked to there; empty: nowhere
};

/// All passes of the view state's run; the page opens at its pass. Throws Error as show(), and UsageError for more
/// keys or states than a page takes.
std::string run_page(Session& session, const ViewState& view_state, const PageOptions& options);

/// The lesson's steps with captions and questions, and the passes of their runs. Throws Error as run_page(), and
/// UsageError, with file and line, where a step cannot be run or its run gives another answer than the lesson.
std::string lesson_page(Session& session, const Lesson& lesson, const PageOptions& options);

}  // namespace texelsort::app
