#include "app/session/session_fields.h"

#include <algorithm>
#include <array>

#include "app/session/layout_json.h"
#include "app/session/options/view_state_options.h"

namespace texelsort::app {

namespace {

struct Accepted {
  std::string_view by_sessions, by_links;
};

/// Values that session files and links accept for each kind of field, in the order of FieldKind.
constexpr std::array<Accepted, 6> accepted{{
    {"any value", "any value"},
    {"a built-in algorithm, comparators, the file of a network, or the folder of a sort",
     "a built-in algorithm, comparators, or the folder of a sort that you have already opened"},
    {"the same, with parameter values", "the same, with parameter values"},
    {"a built-in lesson, or a file", "a built-in lesson"},
    {"a file", ""},
    {"a folder", ""},
}};

}  // namespace

const std::vector<SessionField>& session_fields() {
  static const std::vector<SessionField> fields = [] {
    std::vector<SessionField> all;
    for (const GivenOption& option : view_state_options()) {
      std::string key = "view_state." + option.name;
      std::ranges::replace(key, '-', '_');
      all.push_back({key, option.kind});
    }
    for (const std::string& key : layout_keys()) all.push_back({"layout." + key});
    all.push_back({"lesson.name", FieldKind::lesson});
    all.push_back({"lesson.step"});
    all.push_back({"shaders", FieldKind::folder});
    return all;
  }();
  return fields;
}

FieldKind kind_of_field(std::string_view key) {
  const auto field = std::ranges::find(session_fields(), key, &SessionField::key);
  return field == session_fields().end() ? FieldKind::file : field->kind;
}

std::string_view accepted_by_sessions(FieldKind kind) {
  return accepted.at(static_cast<std::size_t>(kind)).by_sessions;
}

std::string_view accepted_by_links(FieldKind kind) {
  return accepted.at(static_cast<std::size_t>(kind)).by_links;
}

}  // namespace texelsort::app
