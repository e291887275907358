#include "compute/data/format/row_reader.h"

#include <algorithm>

#include <fmt/core.h>

#include "compute/data/error.h"
#include "compute/data/text/source.h"
#include "compute/data/text/text_place.h"

namespace texelsort::data {

std::string_view Field::value() const {
  return trimmed(text);
}

std::string Field::unescaped() const {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    plain += text[i];
    if (quoted && text[i] == '"') ++i;
  }
  return plain;
}

std::optional<std::size_t> RowSplitter::row_length(std::string_view rest) const {
  const std::size_t end = rest.find(end_);
  if (!quotes_ || rest.substr(0, end).find('"') == std::string_view::npos) {
    return end == std::string_view::npos ? std::nullopt : std::optional(end + 1);
  }
  // Ignore line ends within quotes, which belong to the field.
  for (std::size_t at = 0;;) {
    while (at < rest.size() && is_white(rest[at])) ++at;
    if (at < rest.size() && rest[at] == '"') {
      do {
        at = rest.find('"', at + 1);
        if (at == std::string_view::npos) return std::nullopt;
        ++at;
      } while (at < rest.size() && rest[at] == '"');
    }
    while (at < rest.size() && rest[at] != separator_ && rest[at] != end_) ++at;
    if (at == rest.size()) return std::nullopt;
    if (rest[at++] == end_) return at;
  }
}

std::string_view RowSplitter::without_end(std::string_view row) const {
  if (row.ends_with(end_)) row.remove_suffix(1);
  if (end_ == '\n' && row.ends_with('\r')) row.remove_suffix(1);
  return row;
}

bool RowSplitter::is_blank(std::string_view line) const {
  return line.empty() || (!one_column_ && std::ranges::all_of(line, [this](char c) { return is_white(c); }));
}

bool RowSplitter::take_quoted(std::string_view row, std::size_t& at, Field& field) const {
  const std::size_t first = at + 1;
  std::size_t end = at;
  do {
    end = row.find('"', end + 1);
    if (end == std::string_view::npos) return false;
    ++end;
  } while (end < row.size() && row[end] == '"');
  field = {row.substr(first, end - 1 - first), true};
  at = end;
  while (at < row.size() && is_white(row[at])) ++at;
  if (at < row.size() && row[at] != separator_) return false;
  ++at;
  return true;
}

std::string RowSplitter::fault(std::string_view row, std::size_t at) const {
  if (row[at] == '\0') {
    return "found a zero byte, which text does not contain: remove such bytes with `tr -d '\\000'`, or convert "
           "UTF-16 to UTF-8 with `iconv`";
  }
  std::string_view before = row.substr(0, at);
  while (!before.empty() && is_white(before.back())) before.remove_suffix(1);
  if (row[at] == '"' && !before.ends_with('"')) {
    return "found a quote without a closing quote: choose --quotes no if quotes are part of the text";
  }
  return fmt::format(
      "found {} after a closing quote, expected {}: choose another --separator, or --quotes no if quotes are "
      "part of the text",
      quoted(row.substr(at, 1)), quoted(std::string_view(&separator_, 1)));
}

bool RowReader::next(std::vector<Field>& fields) {
  while (at_ < text_.size()) {
    const std::size_t start = at_;
    at_ += splitter_.row_length(text_.substr(start)).value_or(text_.size() - start);
    const std::string_view row = splitter_.without_end(text_.substr(start, at_ - start));
    if (splitter_.is_blank(row)) continue;
    const auto fail = [&](std::size_t at) { fail_in_text(text_, start + at, end_, origin_, splitter_.fault(row, at)); };
    if (const std::size_t at = row.find('\0'); at != std::string_view::npos) fail(at);
    fields.clear();
    for (std::size_t at = 0; at <= row.size();) {
      if (!splitter_.take_field(row, at, fields.emplace_back())) fail(at);
    }
    return true;
  }
  return false;
}

void fail_in_text(std::string_view text, std::size_t at, char line_end, const std::string& origin,
                  const std::string& message) {
  TextPlace place(line_end);
  place.pass(text.substr(0, at));
  throw UsageError(fmt::format("{}:{}:{}: {}", origin, place.line, place.column, message));
}

std::string escape(std::string_view text, char separator) {
  constexpr std::string_view marks = "\"\n\r";
  // First bytes of UTF-8 and UTF-16 byte order marks. If the first field of a file begins with one of them, it needs
  // quotes.
  constexpr std::string_view byte_order_marks = "\xEF\xFE\xFF";
  const bool odd_edge = !text.empty() && (is_space(text.front()) || is_space(text.back()) ||
                                          byte_order_marks.find(text.front()) != std::string_view::npos);
  if (!odd_edge && text.find(separator) == std::string_view::npos && text.find_first_of(marks) == text.npos) {
    return std::string(text);
  }
  std::string field = "\"";
  for (const char c : text) field += c == '"' ? std::string("\"\"") : std::string(1, c);
  return field + '"';
}

}  // namespace texelsort::data
