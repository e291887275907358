#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/view_state.h"

/// Session files: a view state and the window's layout as JSON. docs/sessions.md describes them.
namespace texelsort::app {

inline constexpr std::string_view session_ending = ".texelsort";

bool is_session_file(std::string_view path);

/// Returns the text of a session file that will be saved in `folder`. Paths below `folder` become relative to it.
std::string session_text(const ViewState& view_state, const std::filesystem::path& folder);

/// A session file that has been read.
struct SessionFile {
  std::vector<std::string> words;  ///< the view state as command-line options
  std::optional<WindowLayout> layout;
  std::optional<LessonPlace> lesson;
  std::string shaders;  ///< folder whose files replace shaders; empty if there is none
  StateOrigin origin;
};

/// Reads a session file. Throws UsageError with file and line for other formats and versions, and for unknown keys and
/// values, with the nearest valid one.
SessionFile read_session(const std::string& path);

/// Reads a session from a text. `origin` names the file or link of the text.
SessionFile read_session_text(std::string text, const StateOrigin& origin);

/// Saves the session and returns the path, with the session file ending added if it is missing. Throws UsageError if it
/// cannot be written; an existing file is then unchanged.
std::string save_session(Session& session, std::string path);

/// Opens a session file or a link. On failure, returns false with the reason in the session's message; the session is
/// then unchanged.
bool open_session(Session& session, const std::string& path);

class Session;

/// Opens a file that was dropped on the window. Sessions, lessons (.toml) and sweep results (.jsonl) are opened. A
/// network runs with the current method. If the current keys do not fit it, they are replaced by generated keys, one
/// per input of the network. Any other file becomes the new input. Returns false, with the reason in a message, if that
/// fails.
bool take_file(Session& session, const std::string& path);

}  // namespace texelsort::app
