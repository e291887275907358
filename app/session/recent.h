#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/session/view_state.h"

/// What a window remembers of the times before, below the user's state: $XDG_STATE_HOME/texelsort (default:
/// ~/.local/state/texelsort). Only a window writes there.
namespace texelsort::app {

/// Files that were opened, the last one first, by their whole paths.
struct Recent {
  static constexpr std::size_t most = 12;
  std::vector<std::string> inputs, sessions;
};

/// None where there is no such file or it is no good.
Recent load_recent();

/// Put at the front. What cannot be written is forgotten.
void note_recent_input(const std::string& path);
void note_recent_session(const std::string& path);

/// Keeps what the session is at for the next start, which takes it with last_state(). What cannot be kept, such as keys
/// of standard input, leaves what was kept before.
void keep_last_state(Session& session);

/// The path of what was kept; nothing if there is none.
std::optional<std::string> last_state();

}  // namespace texelsort::app
