#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace texelsort::app {

/// Known failures from the file of --expect. Each line has one shell pattern for the names of cases. `#` starts a
/// comment.
class Expectations {
 public:
  Expectations() = default;

  /// Reads a file of known failures, which may be empty. Throws UsageError if the file cannot be read.
  static Expectations read(const std::string& path);

  /// Returns whether a line of the file matches a case's name, and marks the matching line as used.
  bool expects_failure(const std::string& case_name);

  /// Returns the lines of the file that have matched no case so far, as "FILE:LINE: PATTERN".
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
