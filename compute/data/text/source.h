#pragma once

#include <memory>
#include <string>
#include <string_view>

/// Text that is being read, with its origin for error messages. Internal to readers.
namespace texelsort::data {

struct Source {
  /// Converts the text to UTF-8: from UTF-16 with a byte order mark or an ASCII character at the start. Other 8-bit
  /// text is kept. Line ends of CR alone become LF; CR LF stays. Throws UsageError for truncated UTF-16, unpaired
  /// surrogates, and UTF-32.
  Source(std::string text, std::string from);

  std::shared_ptr<const std::string> text;
  std::string_view contents;  ///< view of `text` without a byte order mark
  std::string origin;
};

/// Returns "ORIGIN:LINE:COLUMN". Lines and columns count from 1, columns in characters. `at` points into the contents
/// or to their end.
std::string place_of(const Source& source, const char* at);

/// Throws UsageError "ORIGIN:LINE:COLUMN: message".
[[noreturn]] void fail_at(const Source& source, const char* at, const std::string& message);

/// Makes text safe for a terminal: control characters and invalid UTF-8 become \xNN, long texts are shortened, and the
/// result is in single quotes.
std::string quoted(std::string_view text);

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

constexpr bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}

/// Returns the text without the spaces around it.
constexpr std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

/// Converts the bytes of a file to UTF-8, see Source. Internal to the data layer.
std::string to_utf8(std::string bytes, const std::string& origin);

}  // namespace texelsort::data
