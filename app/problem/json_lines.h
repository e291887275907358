#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace texelsort::app {

/// Returns the line, counted from 1, of each key of a JSON document, by its path such as "view_state.parameter.digit".
/// Skips keys in arrays and keys below four others. The text must be valid JSON. Throws UsageError with file and line
/// for a duplicate key.
std::map<std::string, std::size_t> json_lines(std::string_view text, const std::string& file);

}  // namespace texelsort::app
