#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace texelsort::app {

/// Known failures. Their file has one shell pattern per line, which matches names of cases as in reports. `#` starts a
/// comment.
class Expectations {
 public:
  Expectations() = default;

  /// Reads a file of known failures. It may have no patterns. Throws UsageError if it cannot be read.
  static Expectations read(const std::string& path);

  /// Returns whether a line of the file matches this case, and marks the line as used.
  bool expects_failure(const std::string& case_name);

  /// Returns the lines of the file that matched no case, as "FILE:LINE: PATTERN".
  std::vector<std::string> unused() const;

 private:
  struct Line {
    std::size_t number = 0;  ///< line number, from 1
    std::string pattern;
    bool used = false;
  };
  std::string path_;
  std::vector<Line> lines_;
};

}  // namespace texelsort::app
