#pragma once

#include <string>
#include <vector>

namespace texelsort::tests {

/// One change of one line.
struct Change {
  std::string operation;
  std::size_t at = 0, length = 0;  ///< range in the line
  std::string replacement;
};

/// Returns the line with its comments replaced by blanks.
std::string without_comments(std::string line);

/// Returns all changes of a line of code. A line that begins with # has none; the later lines of a macro have changes.
std::vector<Change> changes_of(const std::string& code);

}  // namespace texelsort::tests
