#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace texelsort::app {

/// A word as a shell reads it back unchanged: in single quotes unless it has only harmless characters. Bytes that
/// data::outgoing_text() would change are octal numbers in $'...', so that commands name every file in plain ASCII.
/// Source: POSIX.1-2024, Shell Command Language, section 2.2.4.
std::string shell_quoted(const std::string& word);

/// The words of a line as a shell splits it: at white space, but for what is between quotes or behind a backslash.
/// Reads octal numbers in $'...', and no other escapes. Expands nothing. Throws UsageError for a quote that is not
/// closed.
std::vector<std::string> shell_words(std::string_view line);

}  // namespace texelsort::app
