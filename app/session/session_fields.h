#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace texelsort::app {

/// The kind of thing that a session's field names. It decides which values a session file and a link may have.
enum class FieldKind : std::uint8_t {
  value,      ///< names nothing outside of the program
  algorithm,  ///< an id, whose network may be a file's
  runner,     ///< such an id with values of its parameters
  lesson,     ///< a built-in lesson, or a file
  file,
  folder,
};

struct SessionField {
  std::string key;  ///< "view state.algorithm", "layout.across", "shaders"
  FieldKind kind = FieldKind::value;
};

/// Every field of a session file except its schema: the options of a view state, then how the window is divided, the
/// lesson and the folder of shaders.
const std::vector<SessionField>& session_fields();

/// FieldKind::file, which no link may have, for a key that is not in the table.
FieldKind kind_of_field(std::string_view key);

/// Which values a field of this kind may have in a session file.
std::string_view accepted_by_sessions(FieldKind kind);

/// Which values it may have in a link; empty: none.
std::string_view accepted_by_links(FieldKind kind);

}  // namespace texelsort::app
