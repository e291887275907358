#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace texelsort::app {

/// A sort from which users start their own.
struct SortTemplate {
  std::string name;
  std::string about;               ///< one sentence from the first line of its script
  std::vector<std::string> files;  ///< paths relative to the folder of the sort
};

/// Returns the templates in alphabetical order.
const std::vector<SortTemplate>& sort_templates();

/// Writes the files of a template into a folder and makes the folder if needed. Returns the paths. Throws UsageError if
/// the folder has files, or cannot be written.
std::vector<std::string> write_sort_template(std::string_view name, const std::string& folder);

}  // namespace texelsort::app
