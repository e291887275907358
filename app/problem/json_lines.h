#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace texelsort::app {

/// Returns the line of each key in a JSON document, from 1. The path of a key is, for example,
/// "view_state.parameter.digit". Omits keys in arrays and keys at a depth above four. The text must be valid JSON.
/// Throws UsageError with file and line for a duplicate key.
std::map<std::string, std::size_t> json_lines(std::string_view text, const std::string& file);

}  // namespace texelsort::app
