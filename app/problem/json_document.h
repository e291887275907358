#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "compute/measure/result_table.h"

/// JSON output of commands. docs/json.md lists every schema with its keys; a test compares both.
namespace texelsort::app {

using nlohmann::ordered_json;

/// Returns a JSON object on several lines: "schema" ("texelsort/check/1" for the name "check"), then the members of the
/// object `body`. The schema's number grows when a key is removed or changes its meaning, not when keys are added.
std::string json_document(std::string_view name, const ordered_json& body);

/// Returns a document whose array `member` holds a table's rows.
std::string json_document(std::string_view name, std::string_view member, const measure::ResultTable& rows);

/// Returns a table's rows as an array.
ordered_json rows_json(const measure::ResultTable& table);

/// Returns the value as JSON, or null if it does not apply.
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
