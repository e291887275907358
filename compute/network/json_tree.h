#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compute/data/text/source.h"

/// JSON values with their positions in the text, which the JSON library does not keep. Internal to the readers.
namespace texelsort::network {

struct JsonNode {
  enum class Kind : std::uint8_t { number, other, string, array, object };

  Kind kind = Kind::other;
  const char* at = nullptr;             ///< start of the value in the text
  std::optional<std::uint64_t> number;  ///< value of a non-negative integer; null for other values
  std::string text;                ///< value of a string, or the source text of other values except arrays and objects
  std::string key;                 ///< key of the value in its parent object; empty in arrays
  std::vector<JsonNode> children;  ///< elements of an array, or members of an object

  const JsonNode* find(std::string_view name) const;
};

/// Parses JSON text. Throws UsageError "ORIGIN:LINE:COLUMN: ..." for invalid JSON.
JsonNode read_json_tree(const data::Source& source);

}  // namespace texelsort::network
