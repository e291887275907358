#pragma once

#include <string>
#include <string_view>

/// Functions that print messages of commands to standard error. They never throw. They discard a message that cannot be
/// written at once, so that a message cannot block or end a sort.
namespace texelsort::app {

/// Maximum length of an error line or a note, in characters.
constexpr std::size_t most_message_characters = 500;

/// Returns a message as one line. Line ends become "; ", TAB and CR become spaces, and outgoing_text() escapes other
/// characters. A message longer than `most` characters loses its middle, because its end usually names the remedy.
std::string one_line(std::string_view message, std::size_t most = most_message_characters);

/// Erases the progress line and prints "texelsort: MESSAGE" on one line.
void say_error(std::string_view message);

/// Prints "texelsort: note: MESSAGE", unless be_quiet() was called.
void say_note(std::string_view message);

/// Prints "texelsort: warning: MESSAGE", even after be_quiet(). A warning means that the result differs from the exact
/// input.
void say_warning(std::string_view message);

/// Writes bytes unchanged to standard error. Stops at the first write error.
void write_to_standard_error(std::string_view bytes);

/// Suppresses notes and progress from now on, for the option -q.
void be_quiet();
bool is_quiet();

}  // namespace texelsort::app
