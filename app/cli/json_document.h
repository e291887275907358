#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "compute/measure/result_table.h"

/// What commands print for machines. docs/json.md lists every schema with its keys; a test holds both together.
namespace texelsort::app {

/// One object on lines of its own: "schema" ("texelsort/sort/1" for the name "sort"), then the members of `body`, which
/// is an object. A new number stands for a key that is gone or means something else; further keys keep the number.
std::string json_document(std::string_view name, const nlohmann::ordered_json& body);

/// The same with a table's rows as the one array `member`.
std::string json_document(std::string_view name, std::string_view member, const measure::ResultTable& rows);

}  // namespace texelsort::app
