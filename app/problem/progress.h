#pragma once

#include <string>
#include <string_view>

/// Progress of a command: one line on standard error with the time since the command began. The line appears after two
/// seconds, is redrawn in place and erased at the end. Without a terminal, and with -q, no progress is shown.
namespace texelsort::app {

/// Sets the text of the progress line, which is cheap. An empty text erases the line, which is necessary before other
/// output.
void show_progress(std::string text);

/// Reports once if OpenGL needs more than two seconds to compile or first use a shader. Many drivers compile at the
/// first use. On a terminal, the report is part of the progress line, otherwise it is a note.
void tell_slow_shaders();

/// Returns the progress line for a terminal of `columns` columns: the text, shortened if necessary, and the elapsed
/// seconds.
std::string progress_line(std::string_view text, double seconds, std::size_t columns);

}  // namespace texelsort::app
