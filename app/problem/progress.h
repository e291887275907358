#pragma once

#include <string>
#include <string_view>

/// Progress of a command. On a terminal it is one line on standard error, with the time since the command began. The
/// line appears after two seconds, is redrawn in place and erased at the end. Elsewhere, and with -q, nothing is shown.
namespace texelsort::app {

/// Sets the text of the progress line. An empty text erases the line, which is necessary before other output. The call
/// is cheap.
void show_progress(std::string text);

/// Reports once if OpenGL needs more than two seconds to compile or first use a shader; many drivers compile at the
/// first use. The report is in the progress line on a terminal, otherwise it is a note.
void tell_slow_shaders();

/// Returns a progress line for a terminal of `columns` columns: the text, shortened if necessary, and the seconds.
std::string progress_line(std::string_view text, double seconds, std::size_t columns);

}  // namespace texelsort::app
