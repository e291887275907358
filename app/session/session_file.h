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

/// The text of such a file. Paths below `folder`, where it will stand, are written as seen from there.
std::string session_text(const ViewState& view_state, const std::filesystem::path& folder);

/// A session file that has been read.
struct SessionFile {
  std::vector<std::string> words;  ///< the view state, as options
  std::optional<WindowLayout> layout;
  std::optional<LessonPlace> lesson;
  std::string shaders;  ///< the folder whose files replace shaders; empty: none
  StateOrigin origin;
};

/// Throws UsageError with file and line for what is no session of this version, and for a key or a value that none has,
/// with the nearest one.
SessionFile read_session(const std::string& path);

/// The same of a text that has been read from there.
SessionFile read_session_text(std::string text, const StateOrigin& origin);

/// Writes what the session is at; the path gets the ending of session files if it has none, and is returned. Throws
/// UsageError where it cannot be written; the file is then as it was.
std::string save_session(Session& session, std::string path);

/// Opens what a session file, or a link, holds. Where that is wrong or cannot run here, false, with the reason in the
/// session's message; it is then as it was.
bool open_session(Session& session, const std::string& path);

}  // namespace texelsort::app
