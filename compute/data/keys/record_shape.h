#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace texelsort::data {

/// Memory layouts of records of a key and m 32-bit fields (Bandyopadhyay and Sahni, section III). `by_field` has a
/// column of keys and one column per field. `hybrid` has a column of keys, and a column of structures with all fields.
/// `by_record` has structures that begin with the key.
enum class Layout : std::uint8_t { by_field, hybrid, by_record };

std::string_view name(Layout layout);  ///< Returns "by-field", "hybrid" or "by-record".
std::optional<Layout> parse_layout(std::string_view text);

/// Maximum number of fields per record, which exceeds the number in every figure of the source. A record of 32 fields
/// and a 64-bit key has 136 bytes.
inline constexpr std::uint32_t most_fields = 32;

struct RecordShape {
  std::uint32_t fields = 0;  ///< number of fields per record without the key (m), 0 to most_fields
  Layout layout = Layout::by_field;
  bool operator==(const RecordShape&) const = default;
};

}  // namespace texelsort::data
