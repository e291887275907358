#include "app/session/state_url.h"

#include <algorithm>
#include <filesystem>
#include <vector>

#include <fmt/format.h>

#include "app/problem/shell.h"
#include "app/session/lessons/lesson.h"
#include "compute/algorithms/registry.h"
#include "compute/data/error.h"

namespace texelsort::app {

namespace {

[[noreturn]] void refuse_file(const std::string& what) {
  throw UsageError(
      fmt::format("a link cannot contain {}: save the session, and share the session with that file", what));
}

/// Returns whether a path stays below the working folder. Other paths would reveal folders of the sender.
bool is_below_here(const std::filesystem::path& path) {
  return path.is_relative() && std::ranges::find(path, "..") == path.end();
}

void require_no_file(const std::string& algorithm) {
  // Only ids of folders end with a slash.
  if (algorithm.ends_with('/')) {
    if (is_below_here(algorithm)) return;
    refuse_file(fmt::format("a folder outside of the one in which texelsort runs, {}", algorithm));
  }
  try {
    algorithms::find_algorithm_without_files(algorithm);
  } catch (const UsageError&) {
    refuse_file(fmt::format("a network that was read from a file, {}", algorithm));
  }
}

}  // namespace

SessionFile read_address(const std::string& address) {
  return read_session_text(session_text_of(address), {.file = "the link", .is_link = true});
}

ViewState state_for_url(Session& session) {
  ViewState view_state = view_state_of(session);
  if (!view_state.problem.files.empty()) refuse_file("files to merge");
  require_no_file(view_state.algorithm);
  for (const std::string& lane : view_state.lanes) require_no_file(shell_words(lane).front());
  if (!view_state.results.empty()) refuse_file("the results of a sweep");
  if (!view_state.problem.input.empty()) write_out_keys(session, view_state.problem);
  if (view_state.lesson && !is_built_in_lesson(view_state.lesson->name)) refuse_file("the lesson of a file");
  return view_state;
}

std::string fragment_of(Session& session) {
  return fragment_of(session_text(state_for_url(session), {}));
}

std::string short_fragment(Session& session) {
  try {
    std::string fragment = fragment_of(session);
    return fragment.size() <= most_kept_fragment ? fragment : std::string();
  } catch (const UsageError&) {
    return {};
  }
}

}  // namespace texelsort::app
