#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// Bounds of the JSON and TOML texts that this program parses. The parsers recurse once per level, and their results
/// need many times the memory of the text.
namespace texelsort::data {

inline constexpr std::size_t most_document_bytes = std::size_t{8} << 20;
inline constexpr std::size_t most_lines_bytes = std::size_t{256} << 20;  ///< of documents below one another
inline constexpr std::size_t most_toml_bytes = std::size_t{1} << 20;     ///< a dotted key needs a table for each dot
inline constexpr std::size_t deepest_document = 64;  ///< levels of arrays, objects and tables within each other
inline constexpr std::size_t most_members = 1000;    ///< of one JSON object; finding a member searches all of them
inline constexpr std::size_t most_keys = 100'000;    ///< of a JSON text
inline constexpr std::size_t longest_key = 200;      ///< bytes between the quotes

/// Reads a file as read_file() does. Throws UsageError for one of more than most_document_bytes.
std::string read_document(const std::string& path);

/// The same for a file of JSON documents, one a line, of which parse_json() bounds each. Throws UsageError for one of
/// more than most_lines_bytes.
std::string read_lines(const std::string& path);

/// Throws UsageError, with the origin in front, for a text that is too long, nested too deeply, or has too many or too
/// long keys. Accepts every other text, also what is no JSON.
void require_json_bounds(std::string_view text, const std::string& origin);

/// Throws UsageError with origin and line for a text that is too long or nested too deeply. The parts of a dotted key
/// are levels, too. Accepts every other text, also what is no TOML.
void require_toml_bounds(std::string_view text, const std::string& origin);

/// Throws UsageError about a number such as 1e999, with the parser's message.
[[noreturn]] void refuse_json_number(const std::string& origin, const std::string& message);

/// Parses a text within the bounds. Throws UsageError for others and for numbers beyond those of a double, and
/// Json::parse_error for what is no JSON.
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
