#pragma once

#include <string>
#include <vector>

namespace texelsort::app {

struct Ending {
  std::string ending;  ///< ".png"
  std::string what;    ///< what such a file is
};

/// The path's ending, in small letters. Throws UsageError unless it is one of these, with all of them: a file that is
/// not what its name says helps nobody. `hint`: where other files come from; may be empty.
std::string output_ending(const std::string& path, const std::vector<Ending>& endings, const std::string& hint = {});

}  // namespace texelsort::app
