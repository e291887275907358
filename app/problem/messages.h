#pragma once

#include <string>
#include <string_view>

/// Messages of commands on standard error. Writing never throws and never waits until it succeeds, so that an
/// unreadable message cannot end a sort.
namespace texelsort::app {

/// Maximum length of an error line or a note, in characters.
constexpr std::size_t most_message_characters = 500;

/// A message as one line: line ends become "; ", TAB and CR a space, all else is outgoing_text(), and of one that is
/// longer than `most` characters the middle is left out, since its end says what to do.
std::string one_line(std::string_view message, std::size_t most = most_message_characters);

/// "texelsort: MESSAGE", one line, in place of a progress line.
void say_error(std::string_view message);

/// "texelsort: note: MESSAGE", unless quiet.
void say_note(std::string_view message);

/// Prints "texelsort: warning: MESSAGE", also after be_quiet(), because the result differs from the input's exact
/// contents.
void say_warning(std::string_view message);

/// Writes bytes unchanged to standard error, and stops at the first write error.
void write_to_standard_error(std::string_view bytes);

/// Suppresses notes and progress from now on (-q).
void be_quiet();
bool is_quiet();

}  // namespace texelsort::app
