#pragma once

#include <string>
#include <vector>

namespace texelsort::tests {

struct Change {
  std::string operation;
  std::size_t at = 0, length = 0;  ///< range of the replaced characters in the line
  std::string replacement;
};

/// Returns the line with its comments replaced by blanks, so that positions stay the same.
std::string without_comments(std::string line);

/// Returns all changes of a line of code. Lines that begin with # have none, but later lines of a macro do.
std::vector<Change> changes_of(const std::string& code);

}  // namespace texelsort::tests
