#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace texelsort::app {

/// Known failures: a file with one shell pattern per line, which matches names of cases as reports have them. `#`
/// starts a comment.
class Expectations {
 public:
  Expectations() = default;

  /// Reads such a file. A file without a pattern expects nothing. Throws UsageError for one that cannot be read.
  static Expectations read(const std::string& path);

  /// Returns true if a line names this case, and remembers that the line was of use.
  bool expects_failure(const std::string& case_name);

  /// The lines that matched no case, as "FILE:LINE: PATTERN".
  std::vector<std::string> unused() const;

 private:
  struct Line {
    std::size_t number = 0;  ///< from 1
    std::string pattern;
    bool used = false;
  };
  std::string path_;
  std::vector<Line> lines_;
};

}  // namespace texelsort::app
