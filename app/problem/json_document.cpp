#include "app/problem/json_document.h"

#include <fmt/format.h>

#include "compute/data/text/outgoing_text.h"

namespace texelsort::app {

namespace {

/// Returns the version of a command's JSON schema. The version grows when a key is removed or changes its meaning.
/// docs/json.md lists the changes.
int schema_number(std::string_view name) {
  return name == "sort" || name == "merge" ? 2 : 1;
}

}  // namespace

std::string json_document(std::string_view name, const ordered_json& body) {
  ordered_json document{{"schema", fmt::format("texelsort/{}/{}", name, schema_number(name))}};
  document.update(body);
  return data::json_text(document, 2) + "\n";
}

std::string json_document(std::string_view name, std::string_view member, const measure::ResultTable& rows) {
  return json_document(name, ordered_json{{std::string(member), rows_json(rows)}});
}

ordered_json rows_json(const measure::ResultTable& table) {
  return ordered_json::parse(measure::json(table));
}

}  // namespace texelsort::app
