#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compute/data/source.h"

/// Rows and fields of comma-separated values (RFC 4180). Internal to the data layer.
namespace texelsort::data {

/// The separator of a source: the first of tab, semicolon and comma that each of its rows has outside of quotes, else
/// that its first row has. The comma is last because it is the decimal sign in many languages, whose files separate by
/// semicolons.
char find_separator(const Source& source);

/// Reads one row after the other; lines without any text are no rows.
class CsvRows {
 public:
  CsvRows(const Source& source, char separator);

  /// The next row's fields, white space around them cut off, as parts of the source; doubled quotes are still doubled.
  /// Returns false at the end. Throws UsageError at a quote that is never closed or has text behind it.
  bool next(std::vector<std::string_view>& fields);

 private:
  std::string_view next_field();
  std::string_view next_quoted_field();
  bool at_field_end() const { return at_ == end_ || *at_ == separator_ || *at_ == '\n'; }
  bool is_blank(char c) const { return c != separator_ && c != '\n' && is_space(c); }

  const Source& source_;
  char separator_;
  const char* at_;
  const char* end_;
};

/// A field's text with its doubled quotes single.
std::string unescape(std::string_view field);

/// A field as it must be written.
std::string escape(std::string_view text, char separator);

}  // namespace texelsort::data
