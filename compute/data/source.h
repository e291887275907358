#pragma once

#include <string>
#include <string_view>

/// Text that is being read and where it came from, for errors with a place. Internal to readers.
namespace texelsort::data {

struct Source {
  /// Without a UTF-8 byte order mark.
  Source(std::string_view contents, std::string origin);

  std::string_view contents;
  std::string origin;
};

/// Throws UsageError "ORIGIN:LINE:COLUMN: message". `at` points into the contents (or to their end); lines and columns
/// count from 1, columns in characters.
[[noreturn]] void fail_at(const Source& source, const char* at, const std::string& message);

/// Foreign text made fit for a terminal: control bytes as \xNN, cut when long, in single quotes.
std::string quoted(std::string_view text);

constexpr bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}

}  // namespace texelsort::data
