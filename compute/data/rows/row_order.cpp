#include "compute/data/rows/row_order.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compute/data/csv_rows.h"
#include "compute/data/csv_survey.h"
#include "compute/data/endings.h"
#include "compute/data/error.h"
#include "compute/data/nearest.h"
#include "compute/data/number.h"
#include "compute/data/rows/date_code.h"
#include "compute/data/rows/decimal_code.h"
#include "compute/data/text_place.h"

namespace texelsort::data {
namespace {

/// First bytes of codes: numbers have their own from 0x10 to 0x60, which descending order turns into 0x9F to 0xEF.
constexpr std::byte missing_first{0x00}, missing_last{0xFF}, something{0x40};

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

std::size_t mark_bytes(std::string_view sample) {
  return sample.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
}

void refuse_wide(std::string_view sample, const std::string& origin) {
  const bool marked = sample.starts_with("\xFF\xFE") || sample.starts_with("\xFE\xFF");
  const std::size_t zero = sample.find('\0');
  if (!marked && zero == std::string_view::npos) return;
  TextPlace place('\n');
  if (!marked) place.pass(sample.substr(0, zero));
  throw UsageError(
      fmt::format("{}:{}:{}: found {}: UTF-16, or no text: rows are moved byte for byte, which takes UTF-8 or another "
                  "superset of ASCII",
                  origin, place.line, place.column, marked ? "a mark of its byte order" : "a zero byte"));
}

/// That of the first line that does not end within quotes, where fields have lines of their own.
std::string_view end_of_lines(std::string_view sample) {
  const auto found_after = [&](std::size_t feed) { return feed > 0 && sample[feed - 1] == '\r' ? "\r\n" : "\n"; };
  bool within = false, returns = false;
  for (std::size_t i = 0; i < sample.size(); ++i) {
    if (sample[i] == '"') within = !within;
    if (within) continue;
    if (sample[i] == '\n') return found_after(i);
    returns = returns || sample[i] == '\r';
  }
  if (returns) return "\r";
  // A quote in the middle of a field closes none.
  const std::size_t feed = sample.find('\n');
  return feed == std::string_view::npos ? "\n" : found_after(feed);
}

/// Behind the last line that ends outside of quotes; behind the last one at all where there is none.
std::size_t end_of_rows(std::string_view sample, char line_end) {
  std::size_t end = 0;
  bool within = false;
  for (std::size_t i = 0; i < sample.size(); ++i) {
    if (sample[i] == '"') within = !within;
    if (!within && sample[i] == line_end) end = i + 1;
  }
  return end > 0 ? end : sample.rfind(line_end) + 1;
}

/// end_of_rows(). Throws UsageError if not even the first row ends in the sample.
std::size_t end_of_first_rows(std::string_view sample, char line_end, const std::string& origin) {
  const std::size_t end = end_of_rows(sample, line_end);
  if (end > 0) return end;
  const bool open = std::ranges::count(sample, '"') % 2 == 1;
  const Source source{std::string(sample), origin};
  fail_at(source, source.contents.data() + (open ? source.contents.rfind('"') : 0),
          fmt::format("found {} in the first {} bytes", open ? "a quote that is not closed" : "no end of the first row",
                      sample.size()));
}

std::string with_points(std::string_view sample, char point) {
  std::string text(sample);
  std::ranges::replace(text, point, '.');
  return text;
}

/// Text in bytes of its own order. A 0 in it would end it: it becomes 0 and 0xFF, and 0 with 0 is the end.
void append_text_code(std::string_view text, bool quoted, std::vector<std::byte>& code) {
  code.push_back(something);
  for (std::size_t i = 0; i < text.size(); ++i) {
    code.push_back(static_cast<std::byte>(text[i]));
    if (text[i] == '\0') code.push_back(std::byte{0xFF});
    if (quoted && text[i] == '"') ++i;  // doubled
  }
  code.push_back(std::byte{0});
  code.push_back(std::byte{0});
}

bool append_moment_code(std::string_view text, std::vector<std::byte>& code) {
  const auto moment = parse_moment(text);
  if (!moment) return false;
  code.push_back(something);
  data::append_code(*moment, code);
  return true;
}

/// The index of a column by name, or by position from 1.
std::size_t find_column(const std::string& asked, const std::vector<std::string_view>& first, bool has_header,
                        std::size_t count, const std::string& origin) {
  std::vector<std::string> names;
  if (has_header) std::ranges::transform(first, std::back_inserter(names), unescape);
  if (const auto found = std::ranges::find(names, asked); found != names.end()) {
    if (std::ranges::count(names, asked) == 1) return static_cast<std::size_t>(found - names.begin());
    throw UsageError(
        fmt::format("{}: --by {}: several columns have this name: choose one by its position from 1", origin, asked));
  }
  const auto position = read_number<std::size_t>(asked);
  if (position && *position >= 1 && *position <= count) return *position - 1;
  constexpr std::size_t most_names = 30;
  if (names.size() > most_names) names.resize(most_names);
  throw UsageError(
      has_header ? fmt::format("{}: --by {}: there is no such column{}; there are {}", origin, asked,
                               did_you_mean(asked, names), fmt::join(names, ", "))
                 : fmt::format("{}: --by {}: the file has no header, and columns 1 to {}; if the first row is one, say "
                               "--header yes",
                               origin, asked, count));
}

bool reads_as(SortKind kind, std::string_view field, char point) {
  std::vector<std::byte> code;
  return kind == SortKind::number ? append_decimal_code(field, point, code) : parse_moment(field).has_value();
}

}  // namespace

RowOrder::RowOrder(std::string_view sample, bool whole, const std::string& origin, const RowOptions& options)
    : point_(options.point) {
  refuse_wide(sample, origin);
  line_end_ = end_of_lines(sample);
  if (options.by.size() > most_columns) {
    throw UsageError(fmt::format("--by: rows are sorted by at most {} columns", most_columns));
  }
  // A row that is cut off tells nothing.
  if (!whole) sample = sample.substr(0, end_of_first_rows(sample, line_end_.back(), origin));
  const Source source{std::string(sample), origin};
  separator_ = options.separator.value_or(ending_of(origin) == ".tsv" ? '\t' : find_separator(source));
  // Rows are read again for each column: in memory they take many times the bytes of the sample.
  std::size_t count = 0;
  std::vector<std::string_view> names;
  {
    CsvRows reader(source, separator_);
    for (std::vector<std::string_view> row; reader.next(row);) {
      if (count == 0) names = row;
      count = std::max(count, row.size());
      if (count > most_fields) {
        fail_at(source, row[most_fields].data(), fmt::format("found a row of more than {} fields", most_fields));
      }
    }
  }
  // A survey reads numbers with a decimal point.
  const bool other_point = point_ != '.' && separator_ != point_;
  const Source surveyed = other_point ? Source(with_points(sample, point_), origin) : source;
  const CsvSurvey survey = survey_csv(surveyed, separator_);
  ReadOptions reading;
  if (!options.by.empty()) reading.column = options.by.front().column;
  reading.header = options.header;
  has_header_ = find_header(surveyed, survey, reading, notes_);
  head_ = mark_bytes(sample);
  if (has_header_) {
    // Lines without text before the header stay there.
    for (bool blank = true; blank;) {
      const std::size_t length = row_length(sample.substr(head_)).value_or(sample.size() - head_);
      const std::string_view line = sample.substr(head_, length);
      blank = length > 0 && std::ranges::all_of(line, [this](char c) { return is_blank(c) || c == line_end_.back(); });
      head_ += length;
    }
  } else {
    names.clear();
  }
  slots_.assign(count, -1);
  for (const SortColumn& by : options.by) {
    const std::size_t index = find_column(by.column, names, has_header_, count, origin);
    if (slots_[index] >= 0) throw UsageError(fmt::format("{}: --by names column {} twice", origin, by.column));
    slots_[index] = static_cast<std::int8_t>(columns_.size());
    const Missing missing = by.missing_first ? (*by.missing_first ? Missing::first : Missing::last) : options.missing;
    columns_.push_back({index, by.kind ? *by.kind : kind_in(index, source), by.order, missing, by.column});
  }
  while (!slots_.empty() && slots_.back() < 0) slots_.pop_back();
}

SortKind RowOrder::kind_in(std::size_t index, const Source& sample) const {
  for (const SortKind kind : {SortKind::number, SortKind::date}) {
    bool some = false, all = true;
    CsvRows reader(sample, separator_);
    std::vector<std::string_view> row;
    if (has_header_) reader.next(row);
    while (reader.next(row)) {
      if (index >= row.size() || kind_of(row[index]) == FieldKind::missing) continue;
      some = true;
      all = reads_as(kind, row[index], point_);
      if (!all) break;
    }
    if (some && all) return kind;
  }
  return SortKind::text;
}

std::string RowOrder::description() const {
  std::vector<std::string> words;
  for (const Column& column : columns_) {
    constexpr std::array kinds{"numbers", "text", "dates"};
    words.push_back(fmt::format("{} ({}{})", column.name, kinds[static_cast<std::size_t>(column.kind)],
                                column.order == Order::descending ? ", descending" : ""));
  }
  return fmt::format("{}", fmt::join(words, ", "));
}

std::vector<SortColumn> RowOrder::columns() const {
  std::vector<SortColumn> columns;
  for (const Column& column : columns_) {
    SortColumn& by = columns.emplace_back(SortColumn{column.name, column.kind, column.order});
    if (column.missing == Missing::first || column.missing == Missing::last) {
      by.missing_first = column.missing == Missing::first;
    }
  }
  return columns;
}

std::optional<std::size_t> RowOrder::row_length(std::string_view rest) const {
  const std::size_t end = rest.find(line_end_.back());
  if (rest.substr(0, end).find('"') == std::string_view::npos) {
    return end == std::string_view::npos ? std::nullopt : std::optional(end + 1);
  }
  const std::size_t length = length_with_quotes(rest);
  return length > rest.size() ? std::nullopt : std::optional(length);
}

/// Line ends within quotes are text. More than the rest has if it does not end there.
std::size_t RowOrder::length_with_quotes(std::string_view rest) const {
  const char end = line_end_.back();
  for (std::size_t at = 0;;) {
    while (at < rest.size() && is_blank(rest[at])) ++at;
    if (at < rest.size() && rest[at] == '"') {
      do {
        at = rest.find('"', at + 1);
        if (at == std::string_view::npos) return rest.size() + 1;
        ++at;
      } while (at < rest.size() && rest[at] == '"');
    }
    while (at < rest.size() && rest[at] != separator_ && rest[at] != end) ++at;
    if (at == rest.size()) return rest.size() + 1;
    if (rest[at++] == end) return at;
  }
}

std::optional<std::size_t> RowOrder::find_fields(std::string_view row, Fields& fields) const {
  if (row.ends_with(line_end_.back())) row.remove_suffix(1);
  if (const std::size_t zero = row.find('\0'); zero != std::string_view::npos) return zero;
  std::size_t at = 0, last_quote = 0;
  for (std::size_t i = 0;; ++i) {
    // Behind the columns that are compared, a row with quotes may still be none.
    if (i == slots_.size()) last_quote = row.rfind('"');
    if (i >= slots_.size() && (last_quote == std::string_view::npos || at > last_quote)) break;
    const int slot = i < slots_.size() ? slots_[i] : -1;
    while (at < row.size() && is_blank(row[at])) ++at;
    Field field;
    if (at < row.size() && row[at] == '"') {
      const std::size_t first = at + 1;
      do {
        at = row.find('"', at + 1);
        if (at == std::string_view::npos) return first - 1;
        ++at;
      } while (at < row.size() && row[at] == '"');
      field = {row.substr(first, at - 1 - first), true};
      while (at < row.size() && is_blank(row[at])) ++at;
      if (at < row.size() && row[at] != separator_) return at;
    } else {
      const std::size_t first = at;
      at = std::min(row.find(separator_, at), row.size());
      std::size_t last = at;
      while (last > first && is_blank(row[last - 1])) --last;
      field = {row.substr(first, last - first), false};
    }
    if (slot >= 0) fields[static_cast<std::size_t>(slot)] = field;
    // Columns behind the row's end are empty.
    if (at < row.size()) ++at;
  }
  return std::nullopt;
}

RowOrder::Outcome RowOrder::append_code(const Column& column, const Field& field, std::vector<std::byte>& key) const {
  const bool text = column.kind == SortKind::text;
  const bool missing =
      text ? field.text.empty() && column.missing != Missing::error : !field.quoted && is_missing(field.text);
  if (missing) {
    if (column.missing == Missing::error) return Outcome::wrong;
    if (column.missing == Missing::skip) return Outcome::dropped;
    key.push_back(column.missing == Missing::first ? missing_first : missing_last);
    return Outcome::made;
  }
  const auto start = static_cast<std::ptrdiff_t>(key.size());
  if (text) {
    append_text_code(field.text, field.quoted, key);
  } else if (!(column.kind == SortKind::number ? append_decimal_code(field.text, point_, key)
                                               : append_moment_code(field.text, key))) {
    return Outcome::wrong;
  }
  if (column.order == Order::descending) {
    std::transform(key.begin() + start, key.end(), key.begin() + start, [](std::byte byte) { return ~byte; });
  }
  return Outcome::made;
}

RowOrder::Outcome RowOrder::append_key(std::string_view row, std::vector<std::byte>& key) const {
  Fields fields;
  if (find_fields(row, fields)) return Outcome::wrong;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (const Outcome outcome = append_code(columns_[i], fields[i], key); outcome != Outcome::made) return outcome;
  }
  return Outcome::made;
}

RowOrder::Fault RowOrder::fault(std::string_view row) const {
  Fields fields;
  if (const auto at = find_fields(row, fields)) {
    const std::string_view rest = row.substr(*at);
    const char* const what = rest.starts_with('"')    ? "a quote that is never closed"
                             : rest.starts_with('\0') ? "a zero byte"
                                                      : "text behind a closed quote";
    return {*at, fmt::format("found {}", what)};
  }
  std::vector<std::byte> key;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const Column& column = columns_[i];
    if (append_code(column, fields[i], key) != Outcome::wrong) continue;
    const std::string_view text = fields[i].text;
    const std::size_t at = text.data() == nullptr ? row.size() : static_cast<std::size_t>(text.data() - row.data());
    const char* const expected = column.kind == SortKind::number ? "a number" : "a date of ISO 8601";
    if (!fields[i].quoted && is_missing(text)) {
      return {at, fmt::format("found {}, expected {} in column {}; choose --missing first, last or skip",
                              text.empty() ? "an empty field" : quoted(text), expected, column.name)};
    }
    return {at, fmt::format("found {}, expected {} in column {}; choose --by {}:text", quoted(text), expected,
                            column.name, column.name)};
  }
  return {0, "found a row without an end"};
}

}  // namespace texelsort::data
