#pragma once

#include <string>
#include <vector>

namespace texelsort::app {

struct Ending {
  std::string ending;  ///< the ending with its dot: ".png"
  std::string what;    ///< description of files with this ending
};

/// Returns the path's ending in lower case, so that the file's content can match its name. Throws UsageError, listing
/// all valid endings, for any other. The message ends with `hint`: how to make other files. It may be empty.
std::string output_ending(const std::string& path, const std::vector<Ending>& endings, const std::string& hint = {});

}  // namespace texelsort::app
