#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace texelsort::app {

/// A word as a shell reads it back unchanged: in single quotes unless it has only harmless characters.
std::string shell_quoted(const std::string& word);

/// The words of a line as a shell splits it: at white space, but for what is between quotes or behind a backslash.
/// Nothing is expanded. Throws UsageError for a quote that is not closed.
std::vector<std::string> shell_words(std::string_view line);

}  // namespace texelsort::app
