#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/session/view_state.h"

/// State that the window keeps between starts, in $XDG_STATE_HOME/texelsort (default: ~/.local/state/texelsort). Only
/// the window writes there.
namespace texelsort::app {

/// Absolute paths of opened files, most recent first.
struct Recent {
  static constexpr std::size_t most = 12;
  std::vector<std::string> inputs, sessions;
};

/// Reads the lists of recent files. They are empty if the file is missing or invalid.
Recent load_recent();

/// Adds a file at the front of its list. Ignores write errors.
void note_recent_input(const std::string& path);
void note_recent_session(const std::string& path);

/// Saves the session's state for the next start, which reads it via last_state(). If the state cannot be saved, for
/// example with keys from standard input, the previously saved state stays.
void keep_last_state(Session& session);

/// Returns the path of the saved state. Nothing if there is none.
std::optional<std::string> last_state();

}  // namespace texelsort::app
