#pragma once

#include <string>
#include <vector>

namespace texelsort::app {

struct Ending {
  std::string ending;  ///< ending of a path with its dot: ".png"
  std::string what;    ///< description of files with this ending, for error messages
};

/// Returns the ending of a path in lower case. Throws UsageError, which lists all valid endings, for any other ending.
/// The message ends with `hint`, which may be empty and tells how to make other files.
std::string output_ending(const std::string& path, const std::vector<Ending>& endings, const std::string& hint = {});

}  // namespace texelsort::app
