#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compute/data/text/source.h"

/// JSON with the places at which its values stand, which the JSON library does not keep. Internal to the readers.
namespace texelsort::network {

struct JsonNode {
  enum class Kind : std::uint8_t { number, other, string, array, object };

  Kind kind = Kind::other;
  const char* at = nullptr;             ///< where the value starts
  std::optional<std::uint64_t> number;  ///< of a whole number from 0 up
  std::string text;                     ///< of a string; of another value that is no array or object, as it is written
  std::string key;                      ///< in an object
  std::vector<JsonNode> children;       ///< of an array or an object

  const JsonNode* find(std::string_view name) const;
};

/// Throws UsageError "ORIGIN:LINE:COLUMN: ..." for what is no JSON.
JsonNode read_json_tree(const data::Source& source);

}  // namespace texelsort::network
