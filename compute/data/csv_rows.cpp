#include "compute/data/csv_rows.h"

#include <array>

#include <fmt/core.h>

namespace texelsort::data {

char find_separator(const Source& source) {
  constexpr std::array<char, 3> separators{'\t', ';', ','};
  std::array<bool, 3> in_first{}, in_all{true, true, true}, in_row{};
  bool in_quotes = false, text_seen = false, first = true;
  const auto end_row = [&] {
    if (!text_seen) return;
    for (std::size_t i = 0; i < separators.size(); ++i) in_all[i] = in_all[i] && in_row[i];
    if (first) in_first = in_row;
    first = text_seen = false;
    in_row = {};
  };
  for (const char c : source.contents) {
    if (c == '"') in_quotes = !in_quotes;
    if (in_quotes) continue;
    if (c == '\n') end_row();
    text_seen = text_seen || !is_space(c);
    for (std::size_t i = 0; i < separators.size(); ++i) in_row[i] = in_row[i] || c == separators[i];
  }
  end_row();
  for (const auto& rows : {in_all, in_first}) {
    for (std::size_t i = 0; i < separators.size(); ++i) {
      if (rows[i] && in_first[i]) return separators[i];
    }
  }
  return ',';
}

CsvRows::CsvRows(const Source& source, char separator)
    : source_(source),
      separator_(separator),
      at_(source.contents.data()),
      end_(source.contents.data() + source.contents.size()) {}

bool CsvRows::next(std::vector<std::string_view>& fields) {
  while (at_ != end_) {
    fields.clear();
    while (at_ != end_ && is_blank(*at_)) ++at_;
    const bool in_quotes = at_ != end_ && *at_ == '"';
    fields.push_back(next_field());
    while (at_ != end_ && *at_ == separator_) {
      ++at_;
      fields.push_back(next_field());
    }
    const bool blank = fields.size() == 1 && fields[0].empty() && !in_quotes;
    if (at_ != end_) ++at_;
    if (!blank) return true;
  }
  return false;
}

std::string_view CsvRows::next_field() {
  while (at_ != end_ && is_blank(*at_)) ++at_;
  if (at_ != end_ && *at_ == '"') return next_quoted_field();
  const char* const start = at_;
  while (!at_field_end()) ++at_;
  const char* stop = at_;
  while (stop != start && is_blank(stop[-1])) --stop;
  return {start, static_cast<std::size_t>(stop - start)};
}

std::string_view CsvRows::next_quoted_field() {
  const char* const quote = at_++;
  while (true) {
    while (at_ != end_ && *at_ != '"') ++at_;
    if (at_ == end_) fail_at(source_, quote, "found a quote that is never closed, expected a second one");
    ++at_;
    if (at_ == end_ || *at_ != '"') break;
    ++at_;  // doubled: a quote in the text
  }
  const std::string_view field(quote + 1, static_cast<std::size_t>(at_ - quote - 2));
  while (at_ != end_ && is_blank(*at_)) ++at_;
  if (!at_field_end()) {
    fail_at(source_, at_,
            fmt::format("found {} behind a closed quote, expected {}", quoted(std::string_view(at_, 1)),
                        quoted(std::string_view(&separator_, 1))));
  }
  return field;
}

std::string unescape(std::string_view field) {
  std::string text;
  for (std::size_t i = 0; i < field.size(); ++i) {
    text += field[i];
    if (field[i] == '"') ++i;
  }
  return text;
}

std::string escape(std::string_view text, char separator) {
  constexpr std::string_view marks = "\"\n\r";
  constexpr std::string_view byte_order_marks = "\xEF\xFE\xFF";  // their first bytes, at the start of a file
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
