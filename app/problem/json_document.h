#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "compute/measure/result_table.h"

/// JSON output of commands. docs/json.md lists every schema with its keys, and a test compares the list with the
/// output.
namespace texelsort::app {

using nlohmann::ordered_json;

/// Returns the JSON document of a command: the schema, then the members of the object `body`. For the name "check", the
/// schema is "texelsort/check/1". Its number grows if a key is removed or changes its meaning, but not if keys are
/// added.
std::string json_document(std::string_view name, const ordered_json& body);

/// Returns a JSON document with the rows of a table in the array `member`.
std::string json_document(std::string_view name, std::string_view member, const measure::ResultTable& rows);

/// Returns the rows of a table as a JSON array.
ordered_json rows_json(const measure::ResultTable& table);

/// Returns `value` as JSON, or JSON null if `applies` is false.
template <class Value>
ordered_json or_null(bool applies, const Value& value) {
  return applies ? ordered_json(value) : ordered_json(nullptr);
}
inline ordered_json or_null(const std::string& text) {
  return or_null(!text.empty(), text);
}
inline ordered_json or_null(const std::optional<double>& number) {
  return or_null(number.has_value(), number.value_or(0));
}

}  // namespace texelsort::app
