#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/view_state.h"

/// Session files, which contain a view state and the window's layout as JSON. docs/sessions.md describes their format.
namespace texelsort::app {

inline constexpr std::string_view session_ending = ".texelsort";

bool is_session_file(std::string_view path);

/// Returns the text of a session file that will be saved in `folder`. Paths below `folder` become relative to `folder`.
std::string session_text(const ViewState& view_state, const std::filesystem::path& folder);

struct SessionFile {
  std::vector<std::string> words;  ///< view state as words of a command line
  std::optional<WindowLayout> layout;
  std::optional<LessonPlace> lesson;
  std::string shaders;  ///< folder whose files replace shaders; empty if no shaders are replaced
  StateOrigin origin;
};

/// Reads a session file. Throws UsageError with file and line for other formats and versions, and for unknown keys and
/// values. The message suggests the nearest valid word.
SessionFile read_session(const std::string& path);

/// Reads a session from text. `origin` names the file or link that contains the text.
SessionFile read_session_text(std::string text, const StateOrigin& origin);

/// Saves the session and returns the path. Adds the ending of session files to the path if it is missing. Throws
/// UsageError if the file cannot be written. An existing file is then unchanged.
std::string save_session(Session& session, std::string path);

/// Opens a session file or a link. On failure, returns false, the session's message contains the reason, and the
/// session is unchanged.
bool open_session(Session& session, const std::string& path);

class Session;

/// Opens a file that the user dropped on the window. Sessions, lessons (.toml) and sweep results (.jsonl) are opened. A
/// network runs with the current method, on generated keys if the current keys do not match its inputs. A folder runs
/// as a sort of the user. Any other file becomes the new input. On failure, returns false, and a message contains the
/// reason.
bool take_file(Session& session, const std::string& path);

}  // namespace texelsort::app
