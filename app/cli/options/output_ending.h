#pragma once

#include <string>
#include <vector>

namespace texelsort::app {

struct Ending {
  std::string ending;  ///< ".png"
  std::string what;    ///< description of such a file
};

/// Returns the path's ending in lower case. Throws UsageError, listing all valid endings, for any other. A name must
/// match the file's content. `hint`: how to make other files; may be empty.
std::string output_ending(const std::string& path, const std::vector<Ending>& endings, const std::string& hint = {});

}  // namespace texelsort::app
