#pragma once

#include <memory>
#include <string>
#include <string_view>

/// Text that a reader parses, with its origin for error messages. Internal to readers.
namespace texelsort::data {

struct Source {
  /// Converts a text to UTF-8. Recognises UTF-16 by a byte order mark or by an ASCII character at the start. Does not
  /// change other 8-bit text. Line ends of CR alone become LF, and CR LF stays. Throws UsageError for truncated UTF-16,
  /// unpaired surrogates, and UTF-32.
  Source(std::string text, std::string from);

  std::shared_ptr<const std::string> text;
  std::string_view contents;  ///< contents of `text` without a byte order mark
  std::string origin;
};

/// Returns the location "ORIGIN:LINE:COLUMN" of a character. Lines and columns count from 1, and columns count
/// characters. `at` points into the contents or to their end.
std::string place_of(const Source& source, const char* at);

/// Throws UsageError "ORIGIN:LINE:COLUMN: message" for the character at `at`.
[[noreturn]] void fail_at(const Source& source, const char* at, const std::string& message);

/// Returns a text in single quotes that is safe for a terminal. Control characters and invalid UTF-8 become \xNN, and
/// long texts are shortened.
std::string quoted(std::string_view text);

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

constexpr bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}

/// Returns a text without white space at its ends.
constexpr std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

/// Converts the bytes of a file to UTF-8, as the constructor of Source describes. Internal to the data layer.
std::string to_utf8(std::string bytes, const std::string& origin);

}  // namespace texelsort::data
