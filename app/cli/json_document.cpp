#include "app/cli/json_document.h"

#include <nlohmann/json.hpp>

#include <fmt/format.h>

namespace texelsort::app {

using nlohmann::ordered_json;

std::string json_document(std::string_view name, const ordered_json& body) {
  ordered_json document{{"schema", fmt::format("texelsort/{}/1", name)}};
  document.update(body);
  return document.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

std::string json_document(std::string_view name, std::string_view member, const measure::ResultTable& rows) {
  ordered_json body;
  body[std::string(member)] = ordered_json::parse(measure::json(rows));
  return json_document(name, body);
}

}  // namespace texelsort::app
