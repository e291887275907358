#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace texelsort::app {

/// Returns a word that a shell reads back unchanged: single-quoted if it has special characters. Bytes that
/// data::outgoing_text() would change become octal numbers in $'...', so that commands name every file in plain ASCII.
/// Source: POSIX.1-2024, Shell Command Language, section 2.2.4.
std::string shell_quoted(const std::string& word);

/// Splits a line as a shell does: at white space outside quotes and not after a backslash. Reads octal numbers in
/// $'...', but no other escapes, and expands nothing. Throws UsageError for an unclosed quote.
std::vector<std::string> shell_words(std::string_view line);

}  // namespace texelsort::app
