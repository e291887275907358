#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace texelsort::app {

/// Kind of object that a value in a session file or link names. The kind determines which values are accepted.
enum class FieldKind : std::uint8_t {
  value,      ///< text that names nothing outside of the session
  algorithm,  ///< id of an algorithm, which may contain the path of a network's file
  runner,     ///< algorithm with values for its parameters
  lesson,     ///< built-in lesson or path of a lesson file
  file,
  folder,
};

struct SessionField {
  std::string key;  ///< path of the field: "view_state.algorithm", "layout.across", "shaders"
  FieldKind kind = FieldKind::value;
};

/// Returns all fields of a session file except for its schema: view state options, window layout, lesson and shader
/// folder.
const std::vector<SessionField>& session_fields();

/// Returns the kind of a session field. For an unknown key, it is FieldKind::file, which links never accept.
FieldKind kind_of_field(std::string_view key);

/// Describes the values that session files accept for fields of a kind.
std::string_view accepted_by_sessions(FieldKind kind);

/// Describes the values that links accept for fields of a kind. Returns an empty text if links accept none.
std::string_view accepted_by_links(FieldKind kind);

}  // namespace texelsort::app
