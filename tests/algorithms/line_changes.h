#pragma once

#include <string>
#include <vector>

namespace texelsort::tests {

struct Change {
  std::string operation;
  std::size_t at = 0, length = 0;  ///< range of characters in the line that the change replaces
  std::string replacement;
};

/// Returns the line with its comments replaced by blanks, so that positions stay the same.
std::string without_comments(std::string line);

/// Returns all changes of a line of code. Lines that begin with # have none. Later lines of a multi-line macro have
/// changes.
std::vector<Change> changes_of(const std::string& code);

}  // namespace texelsort::tests
