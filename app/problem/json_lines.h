#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace texelsort::app {

/// In which line, from 1, each key of a JSON document stands: by its path of keys, "view state.parameter.digit".
/// Arrays, and keys below four others, are passed over. The text is valid JSON. Throws UsageError, naming the file and
/// the line, for a key that comes twice.
std::map<std::string, std::size_t> json_lines(std::string_view text, const std::string& file);

}  // namespace texelsort::app
