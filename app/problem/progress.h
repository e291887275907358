#pragma once

#include <string>
#include <string_view>

/// What a command is doing, for people who wait. On a terminal it is one line on standard error, with the time since
/// the command began, drawn over itself from two seconds on and wiped at the end; elsewhere, and with -q, nothing.
namespace texelsort::app {

/// The line that is shown from now on; empty: none, and what is drawn is wiped. Before anything else is printed it has
/// to be wiped. Costs next to nothing.
void show_progress(std::string text);

/// Says once when OpenGL takes longer than two seconds over a shader's compilation or its first use, of which its
/// compilation is a part on many drivers: in the progress line on a terminal, as a note elsewhere.
void tell_slow_shaders();

/// A line of progress as it fits a terminal of that many columns: the text, shortened if it must be, and the seconds.
std::string progress_line(std::string_view text, double seconds, std::size_t columns);

}  // namespace texelsort::app
