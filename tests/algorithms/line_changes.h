#pragma once

#include <string>
#include <vector>

namespace texelsort::tests {

/// One change of one line.
struct Change {
  std::string operation;
  std::size_t at = 0, length = 0;  ///< in the line
  std::string replacement;
};

/// The line with blanks in place of comments.
std::string without_comments(std::string line);

/// All changes of a line of code. A line that begins with # has none, the later lines of a macro have.
std::vector<Change> changes_of(const std::string& code);

}  // namespace texelsort::tests
