#pragma once

#include <string>
#include <string_view>

/// Sanitising of text that leaves texelsort. File names, columns, lessons and driver messages may contain any bytes.
///
/// Writers escape the result of outgoing_text(): xml_text() for XML, HTML and SVG, json_text() for JSON. Two kinds of
/// text stay unchanged: the user's rows and keys, and a path that a command prints as its result.
namespace texelsort::data {

/// First character of a UTF-8 text.
struct Character {
  char32_t code = 0;       ///< code point of the character; U+FFFD for ill-formed bytes
  std::string_view bytes;  ///< bytes of the character in the text
  bool well_formed = true;
};

/// Removes the first character from a nonempty text and returns it. Counts a maximal subpart of an ill-formed sequence
/// as one character. The source is The Unicode Standard 16.0, section 3.9.6, table 3-7 and "U+FFFD Substitution of
/// Maximal Subparts".
Character take_character(std::string_view& text);

/// Appends a code point in UTF-8 (RFC 3629, section 3).
void append_character(std::string& text, char32_t code);

/// Returns a text as well-formed UTF-8 that all output formats can represent. Replaces ill-formed bytes, noncharacters,
/// and control characters except TAB, LF and CR by U+FFFD. The rule is XML 1.0, section 2.2, without the characters
/// that it discourages.
std::string outgoing_text(std::string_view text);

/// Throws UsageError if a text is not UTF-8, such as "WHAT 'caf\xE9' is not UTF-8 ...". Used for names that must stay
/// exact.
void require_utf8(std::string_view text, std::string_view what);

/// Returns JSON (of the library nlohmann) as text for people and other programs. Ill-formed bytes become U+FFFD as in
/// outgoing_text(). Control characters stay exact, because JSON escapes them.
template <class Json>
std::string json_text(const Json& json, int indent = -1) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

/// Returns JSON as text for files that texelsort reads again, in which names must stay exact. Throws UsageError with
/// the path of the value if a text is not UTF-8.
template <class Json>
std::string exact_json_text(const Json& json, int indent = -1) {
  const Json flat = json.flatten();
  for (const auto& [path, value] : flat.items()) {
    require_utf8(path, "the name");
    if (value.is_string()) require_utf8(value.template get_ref<const std::string&>(), path);
  }
  return json_text(json, indent);
}

/// Returns outgoing_text() with escapes for XML, SVG or HTML, as content of an element or as an attribute in double
/// quotes.
std::string xml_text(std::string_view text);

}  // namespace texelsort::data
