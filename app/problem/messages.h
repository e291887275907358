#pragma once

#include <string>
#include <string_view>

/// Messages of commands on standard error. The functions never throw. If a message cannot be written at once, they give
/// up, so that it cannot block or end a sort.
namespace texelsort::app {

/// Maximum length of an error line or a note, in characters.
constexpr std::size_t most_message_characters = 500;

/// Returns a message as one line: line ends become "; ", TAB and CR become spaces, and outgoing_text() escapes the
/// rest. Cuts the middle of a message longer than `most` characters, because its end names the remedy.
std::string one_line(std::string_view message, std::size_t most = most_message_characters);

/// Prints "texelsort: MESSAGE" on one line and erases the progress line.
void say_error(std::string_view message);

/// Prints "texelsort: note: MESSAGE", unless be_quiet() was called.
void say_note(std::string_view message);

/// Prints "texelsort: warning: MESSAGE", even after be_quiet(), because a warning means that the result differs from
/// the exact input.
void say_warning(std::string_view message);

/// Writes bytes unchanged to standard error, and stops at the first write error.
void write_to_standard_error(std::string_view bytes);

/// Suppresses notes and progress from now on (-q).
void be_quiet();
bool is_quiet();

}  // namespace texelsort::app
