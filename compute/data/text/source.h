#pragma once

#include <memory>
#include <string>
#include <string_view>

/// Text that is being read and where it came from, for errors with a place. Internal to readers.
namespace texelsort::data {

struct Source {
  /// UTF-8, or UTF-16 with a byte order mark or an ASCII character in front, which becomes UTF-8; other 8-bit text is
  /// kept as it is. Lines ended by CR alone are ended by LF then; CR LF stays. Throws UsageError for UTF-16 that is cut
  /// or has half a surrogate pair, and for UTF-32.
  Source(std::string text, std::string from);

  std::shared_ptr<const std::string> text;
  std::string_view contents;  ///< of the text, without a byte order mark
  std::string origin;
};

/// "ORIGIN:LINE:COLUMN"; lines and columns count from 1, columns in characters. `at` points into the contents or to
/// their end.
std::string place_of(const Source& source, const char* at);

/// Throws UsageError "ORIGIN:LINE:COLUMN: message".
[[noreturn]] void fail_at(const Source& source, const char* at, const std::string& message);

/// Foreign text made fit for a terminal: control characters and bytes that are not UTF-8 as \xNN, cut when long, in
/// single quotes.
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

}  // namespace texelsort::data
