#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace texelsort::data {

/// How records of a key and m other fields, all of 32 bits but the key, stand in memory (Bandyopadhyay and Sahni,
/// section III). by_field: a column of keys, then a column for each field. hybrid: a column of keys, and one of
/// structures with all other fields. by_record: structures that begin with the key.
enum class Layout : std::uint8_t { by_field, hybrid, by_record };

std::string_view name(Layout layout);  ///< "by-field", "hybrid" or "by-record"
std::optional<Layout> parse_layout(std::string_view text);

/// More fields than any figure of the source has; 32 with a 64-bit key are 136 bytes.
inline constexpr std::uint32_t most_fields = 32;

struct RecordShape {
  std::uint32_t fields = 0;  ///< m, beside the key: 0 to most_fields
  Layout layout = Layout::by_field;
  bool operator==(const RecordShape&) const = default;
};

}  // namespace texelsort::data
