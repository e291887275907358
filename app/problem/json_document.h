#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "compute/measure/result_table.h"

/// What commands print for machines. docs/json.md lists every schema with its keys; a test holds both together.
namespace texelsort::app {

using nlohmann::ordered_json;

/// One object on lines of its own: "schema" ("texelsort/check/1" for the name "check"), then the members of `body`,
/// which is an object. A new number stands for a key that is gone or means something else; further keys keep the
/// number.
std::string json_document(std::string_view name, const ordered_json& body);

/// The same with a table's rows as the one array `member`.
std::string json_document(std::string_view name, std::string_view member, const measure::ResultTable& rows);

/// An array of a table's rows.
ordered_json rows_json(const measure::ResultTable& table);

/// The value, or null if it does not apply.
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
