#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace texelsort::app {

/// Returns a word in a form that a shell reads back unchanged. Words with special characters are put in single quotes.
/// Bytes that data::outgoing_text() would change become octal numbers in $'...', so that every file can be named in
/// plain ASCII. Source: POSIX.1-2024, Shell Command Language, section 2.2.4.
std::string shell_quoted(const std::string& word);

/// Splits a line into words as a shell does, at white space that is neither quoted nor after a backslash. Reads octal
/// numbers in $'...', but no other escapes, and expands nothing. Throws UsageError for an unclosed quote.
std::vector<std::string> shell_words(std::string_view line);

}  // namespace texelsort::app
