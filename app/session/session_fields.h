#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace texelsort::app {

/// Kind of thing that a session field names. It decides which values a session file and a link may contain.
enum class FieldKind : std::uint8_t {
  value,      ///< text that names nothing outside of texelsort
  algorithm,  ///< an id, which may contain the file of a network
  runner,     ///< an algorithm with values for its parameters
  lesson,     ///< a built-in lesson or a file
  file,
  folder,
};

struct SessionField {
  std::string key;  ///< path of the field: "view_state.algorithm", "layout.across", "shaders"
  FieldKind kind = FieldKind::value;
};

/// All fields of a session file except its schema: view state options, window layout, lesson, shader folder.
const std::vector<SessionField>& session_fields();

/// Returns the kind of a field. Unknown keys count as FieldKind::file, which links never accept.
FieldKind kind_of_field(std::string_view key);

/// Describes the values that a session file accepts for this kind.
std::string_view accepted_by_sessions(FieldKind kind);

/// Describes the values that a link accepts for this kind. Empty if it accepts none.
std::string_view accepted_by_links(FieldKind kind);

}  // namespace texelsort::app
