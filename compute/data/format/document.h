#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// Limits of JSON and TOML texts. The parsers recurse once per nested level, and their results need many times the
/// memory of the text.
namespace texelsort::data {

inline constexpr std::size_t most_document_bytes = std::size_t{8} << 20;
/// Maximum bytes of a file with one JSON document per line.
inline constexpr std::size_t most_lines_bytes = std::size_t{256} << 20;
/// Maximum bytes of a TOML text. The limit is low, because a dotted key needs one table per dot.
inline constexpr std::size_t most_toml_bytes = std::size_t{1} << 20;
inline constexpr std::size_t deepest_document = 64;  ///< maximum nesting of arrays, objects and tables
/// Maximum number of members of a JSON object, which is limited because a lookup compares all of them.
inline constexpr std::size_t most_members = 1000;
inline constexpr std::size_t most_keys = 100'000;  ///< maximum number of keys in a JSON text
inline constexpr std::size_t longest_key = 200;    ///< maximum bytes of a key in a JSON text, without its quotes

/// Reads a file like read_file(), but throws UsageError for more than `most_document_bytes` bytes.
std::string read_document(const std::string& path);

/// Reads a file with one JSON document per line like read_file(), but throws UsageError for more than
/// `most_lines_bytes` bytes. parse_json() checks the limits of each document.
std::string read_lines(const std::string& path);

/// Throws UsageError if a JSON text is too long, is nested too deeply, or has too many or too long keys. The message
/// starts with `origin`. Accepts all other texts, even invalid JSON.
void require_json_bounds(std::string_view text, const std::string& origin);

/// Throws UsageError with origin and line if a TOML text is too long or nested too deeply. Each part of a dotted key
/// counts as a level. Accepts all other texts, even invalid TOML.
void require_toml_bounds(std::string_view text, const std::string& origin);

/// Throws UsageError for a JSON number that exceeds a double, such as 1e999. `message` comes from the JSON parser.
[[noreturn]] void refuse_json_number(const std::string& origin, const std::string& message);

/// Parses a JSON text. Throws UsageError if the text exceeds the limits of require_json_bounds(), or if a number
/// exceeds a double. Throws Json::parse_error for invalid JSON.
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
