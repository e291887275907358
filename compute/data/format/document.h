#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// Limits for JSON and TOML texts. The parsers recurse once per level, and their results need many times the memory of
/// the text.
namespace texelsort::data {

inline constexpr std::size_t most_document_bytes = std::size_t{8} << 20;
inline constexpr std::size_t most_lines_bytes = std::size_t{256} << 20;  ///< bytes of a file with several documents
/// Bytes of a TOML text. A dotted key needs a table per dot.
inline constexpr std::size_t most_toml_bytes = std::size_t{1} << 20;
inline constexpr std::size_t deepest_document = 64;  ///< nested levels of arrays, objects and tables
inline constexpr std::size_t most_members = 1000;    ///< members per JSON object, because a lookup searches all of them
inline constexpr std::size_t most_keys = 100'000;    ///< keys per JSON text
inline constexpr std::size_t longest_key = 200;      ///< bytes of a key between the quotes

/// Version of read_file() that throws UsageError for more than most_document_bytes.
std::string read_document(const std::string& path);

/// Version of read_file() for files with one JSON document per line, which parse_json() limits. Throws UsageError for
/// more than most_lines_bytes.
std::string read_lines(const std::string& path);

/// Throws UsageError, starting with the origin, for a text that is too long, nested too deeply, or has too many or too
/// long keys. Accepts all other texts, even invalid JSON.
void require_json_bounds(std::string_view text, const std::string& origin);

/// Throws UsageError with origin and line for a text that is too long or nested too deeply. Parts of a dotted key count
/// as levels. Accepts all other texts, even invalid TOML.
void require_toml_bounds(std::string_view text, const std::string& origin);

/// Throws UsageError for a number such as 1e999, with the parser's message.
[[noreturn]] void refuse_json_number(const std::string& origin, const std::string& message);

/// Parses a text within the limits. Throws UsageError for other texts and for numbers that exceed a double, and
/// Json::parse_error for invalid JSON.
template <class Json>
Json parse_json(std::string_view text, const std::string& origin) {
  require_json_bounds(text, origin);
  try {
    return Json::parse(text);
  } catch (const typename Json::out_of_range& error) {
    refuse_json_number(origin, error.what());
  }
}

}  // namespace texelsort::data
