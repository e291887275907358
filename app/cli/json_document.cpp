#include "app/cli/json_document.h"

#include <fmt/format.h>

namespace texelsort::app {

std::string json_document(std::string_view name, const ordered_json& body) {
  ordered_json document{{"schema", fmt::format("texelsort/{}/1", name)}};
  document.update(body);
  return document.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

std::string json_document(std::string_view name, std::string_view member, const measure::ResultTable& rows) {
  return json_document(name, ordered_json{{std::string(member), rows_json(rows)}});
}

ordered_json rows_json(const measure::ResultTable& table) {
  return ordered_json::parse(measure::json(table));
}

}  // namespace texelsort::app
