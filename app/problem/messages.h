#pragma once

#include <string>
#include <string_view>

/// What commands say on standard error. Nothing here throws or waits for it to be readable: what nobody can read does
/// not end a sort.
namespace texelsort::app {

/// Characters of the longest error line, and of the longest note.
constexpr std::size_t most_message_characters = 500;

/// A message as one line: line ends become "; ", TAB and CR a space, all else is outgoing_text(), and of one that is
/// longer than `most` characters the middle is left out, since its end says what to do.
std::string one_line(std::string_view message, std::size_t most = most_message_characters);

/// "texelsort: MESSAGE", one line, in place of a progress line.
void say_error(std::string_view message);

/// "texelsort: note: MESSAGE", unless quiet.
void say_note(std::string_view message);

/// "texelsort: warning: MESSAGE", quiet or not: the result is not quite what was read.
void say_warning(std::string_view message);

/// Bytes as they are, as far as standard error takes them.
void write_to_standard_error(std::string_view bytes);

/// -q: no notes and no progress from now on.
void be_quiet();
bool is_quiet();

}  // namespace texelsort::app
