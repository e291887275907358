#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/session/view_state.h"

/// Data that the window keeps between starts, in $XDG_STATE_HOME/texelsort (default: ~/.local/state/texelsort). Only
/// the window writes to this folder.
namespace texelsort::app {

/// Absolute paths of recently opened files, most recent first.
struct Recent {
  static constexpr std::size_t most = 12;
  std::vector<std::string> inputs, sessions;
};

/// Reads the lists of recent files. The lists are empty if their file is missing or invalid.
Recent load_recent();

/// Add a path at the front of the list of recent inputs or sessions. Ignore write errors.
void note_recent_input(const std::string& path);
void note_recent_session(const std::string& path);

/// Saves the session's view state for the next start. If it cannot be saved, for example with keys from standard input,
/// the previously saved view state remains.
void keep_last_state(Session& session);

/// Returns the path of the saved view state, or nothing if no view state is saved.
std::optional<std::string> last_state();

}  // namespace texelsort::app
