#include "compute/data/rows/row_order.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compute/data/error.h"
#include "compute/data/rows/value_codes.h"
#include "compute/data/text/source.h"
#include "compute/data/text/text_place.h"

namespace texelsort::data {
namespace {

/// First bytes of sort keys. They put missing values before or after all other values. Text and dates begin with 0x40,
/// and numbers with 0x10 to 0x60. Descending order inverts the bits of these bytes, which become 0x9F to 0xEF.
constexpr std::byte missing_first{0x00}, missing_last{0xFF}, something{0x40};

constexpr std::array kind_words{"numbers", "text", "dates"};

/// Returns the dialect of a CSV file, like find_dialect(). Throws UsageError for UTF-16, whose rows cannot be copied
/// byte for byte.
Dialect dialect_of(std::string_view sample, bool whole, const std::string& origin, const RowOptions& options) {
  const bool half_zero = sample.size() > 1 && (sample[0] == '\0') != (sample[1] == '\0');
  if (half_zero || sample.starts_with("\xFF\xFE") || sample.starts_with("\xFE\xFF")) {
    throw UsageError(origin +
                     ":1:1: found UTF-16, but whole rows are copied byte for byte: convert it with `iconv -f UTF-16 -t "
                     "UTF-8`");
  }
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  return find_dialect(sample, whole, origin, options.dialect,
                      sample.starts_with(byte_order_mark) ? byte_order_mark.size() : 0);
}

/// Appends the sort key of a text, which orders texts by bytes. The key ends with the bytes 0, 0. To keep the order, a
/// byte 0 in the text becomes 0, 0xFF.
void append_text_code(std::string_view text, bool quoted, std::vector<std::byte>& code) {
  code.push_back(something);
  for (std::size_t i = 0; i < text.size(); ++i) {
    code.push_back(static_cast<std::byte>(text[i]));
    if (text[i] == '\0') code.push_back(std::byte{0xFF});
    if (quoted && text[i] == '"') ++i;  // skip the second quote of a doubled quote
  }
  code.push_back(std::byte{0});
  code.push_back(std::byte{0});
}

/// Returns whether a text is not a number in any notation: it contains an ASCII letter or no digit.
bool has_no_number(std::string_view text) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return std::ranges::any_of(text, is_letter) || text.find_first_of("0123456789") == std::string_view::npos;
}

bool append_moment_code(std::string_view text, std::vector<std::byte>& code) {
  const auto moment = parse_moment(text);
  if (!moment) return false;
  code.push_back(something);
  data::append_code(*moment, code);
  return true;
}

}  // namespace

RowOrder::RowOrder(std::string_view sample, bool whole, const std::string& origin, const RowOptions& options)
    : dialect_(dialect_of(sample, whole, origin, options)), splitter_(dialect_), head_(dialect_.start) {
  if (options.by.size() > most_columns) {
    throw UsageError(fmt::format("--by: too many columns, the limit is {}", most_columns));
  }
  sample = whole_rows(sample, whole, origin, dialect_);
  const std::string_view rows = sample.substr(dialect_.start);
  const CsvSurvey survey = survey_csv(rows, dialect_, origin);
  dialect_.header = find_header(survey, dialect_, options.by.empty() ? "" : options.by.front().column, origin, notes_);
  if (*dialect_.header) {
    RowReader reader(rows, dialect_, origin);
    std::vector<Field> names;
    // Count blank lines before the header as part of the header, so that the output keeps them.
    reader.next(names);
    head_ += reader.position();
  }
  // A file without rows has no columns.
  if (survey.first.empty()) return;
  slots_.assign(survey.columns.size(), -1);
  for (const SortColumn& by : options.by) {
    const std::size_t index = find_column(survey, has_header(), by.column, origin, notes_);
    if (slots_[index] >= 0)
      throw UsageError(fmt::format("{}: --by names column {} twice: name it only once", origin, by.column));
    slots_[index] = static_cast<std::int8_t>(columns_.size());
    const Missing missing = by.missing_first ? (*by.missing_first ? Missing::first : Missing::last) : options.missing;
    const SortKind kind = by.kind ? *by.kind : find_kind(index, by.column, sample, whole, origin);
    columns_.push_back({index, kind, by.order, missing, by.column});
  }
  while (!slots_.empty() && slots_.back() < 0) slots_.pop_back();
}

SortKind RowOrder::find_kind(std::size_t index, const std::string& name, std::string_view sample, bool whole,
                             const std::string& origin) {
  std::uint64_t values = 0, commas = 0, letters = 0;
  std::string note, scratch;
  std::vector<std::byte> code;
  for (const SortKind kind : {SortKind::number, SortKind::date}) {
    std::uint64_t fit = 0;
    std::string_view other;
    values = 0;
    RowReader reader(sample.substr(head_), dialect_, origin);
    for (std::vector<Field> row; reader.next(row);) {
      const std::string_view value = index < row.size() ? row[index].value() : "";
      if (dialect_.missing.has(value)) continue;
      ++values;
      code.clear();
      const bool fits = append_value(kind, value, code);
      fit += fits ? 1 : 0;
      if (fits) continue;
      if (other.empty()) other = value;
      const auto plain = kind == SortKind::number ? NumberForm{.point = ','}.plain(value, scratch) : std::nullopt;
      commas += plain && append_decimal_code(*plain, code) ? 1 : 0;
      letters += has_no_number(value) ? 1 : 0;
    }
    if (values > 0 && fit == values) return kind;
    if (kind == SortKind::number && fit + commas == values) commas = values;
    if (fit <= values - fit) continue;
    TextPlace place(line_end());
    place.pass(sample.substr(0, static_cast<std::size_t>(other.data() - sample.data())));
    note = fmt::format(
        "{}:{}:{}: found {} in column {}, so texelsort sorts the column as text, although most of its fields are {}; "
        "--by {}:{} rejects such fields",
        origin, place.line, place.column, quoted(other), name, kind_words[static_cast<std::size_t>(kind)], name,
        data::name(kind));
  }
  // If the sample has no values in this column, assume numbers. A later field that is not a number causes an error.
  if (values == 0 && !whole) return SortKind::number;
  if (values > 0 && commas == values) {
    note = fmt::format(
        "{}: texelsort sorts column {} as text, but its fields are numbers with a decimal comma: "
        "choose --decimal comma",
        origin, name);
  } else if (note.empty() && values > 0 && letters == 0) {
    note = fmt::format(
        "{}: texelsort sorts column {} as text: if its fields are numbers, describe their notation with "
        "--decimal and --thousands",
        origin, name);
  }
  if (!note.empty()) notes_.push_back(note);
  return SortKind::text;
}

std::string RowOrder::description() const {
  std::vector<std::string> words;
  for (const Column& column : columns_) {
    words.push_back(fmt::format("{} ({}{})", column.name, kind_words[static_cast<std::size_t>(column.kind)],
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

std::string RowOrder::explanation() const {
  return fmt::format("{}  columns          {}\n", describe(dialect_), description());
}

std::optional<std::size_t> RowOrder::find_fields(std::string_view row, Fields& fields) const {
  if (const std::size_t zero = row.find('\0'); zero != std::string_view::npos) return zero;
  std::size_t at = 0, last_quote = 0;
  for (std::size_t i = 0; at <= row.size(); ++i) {
    // After the last sort column, only the part up to the last quote can be malformed.
    if (i == slots_.size()) last_quote = dialect_.quotes ? row.rfind('"') : std::string_view::npos;
    if (i >= slots_.size() && (last_quote == std::string_view::npos || at > last_quote)) break;
    const int slot = i < slots_.size() ? slots_[i] : -1;
    Field field;
    if (!splitter_.take_field(row, at, field)) return at;
    if (slot >= 0) fields[static_cast<std::size_t>(slot)] = field;
  }
  return std::nullopt;
}

bool RowOrder::append_value(SortKind kind, std::string_view value, std::vector<std::byte>& key) const {
  if (kind == SortKind::date) return append_moment_code(value, key);
  std::string scratch;
  const auto plain = dialect_.numbers.plain(value, scratch);
  return plain && append_decimal_code(*plain, key);
}

RowOrder::Outcome RowOrder::append_code(const Column& column, const Field& field, std::vector<std::byte>& key) const {
  const bool text = column.kind == SortKind::text;
  const bool missing =
      text ? field.text.empty() && column.missing != Missing::error : dialect_.missing.has(field.value());
  if (missing) {
    if (column.missing == Missing::error) return Outcome::wrong;
    if (column.missing == Missing::skip) return Outcome::dropped;
    key.push_back(column.missing == Missing::first ? missing_first : missing_last);
    return Outcome::made;
  }
  const auto start = static_cast<std::ptrdiff_t>(key.size());
  if (text) {
    append_text_code(field.text, field.quoted, key);
  } else if (!append_value(column.kind, field.value(), key)) {
    return Outcome::wrong;
  }
  if (column.order == Order::descending) {
    std::transform(key.begin() + start, key.end(), key.begin() + start, [](std::byte byte) { return ~byte; });
  }
  return Outcome::made;
}

RowOrder::Outcome RowOrder::append_key(std::string_view row, std::vector<std::byte>& key) const {
  row = splitter_.without_end(row);
  if (splitter_.is_blank(row)) return Outcome::dropped;
  Fields fields;
  if (columns_.empty() || find_fields(row, fields)) return Outcome::wrong;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (const Outcome outcome = append_code(columns_[i], fields[i], key); outcome != Outcome::made) return outcome;
  }
  return Outcome::made;
}

RowOrder::Fault RowOrder::fault(std::string_view row) const {
  row = splitter_.without_end(row);
  Fields fields;
  if (columns_.empty())
    return {0,
            "found a row, although the first file has no rows: name the files without rows "
            "last"};
  if (const auto at = find_fields(row, fields)) return {*at, splitter_.fault(row, *at)};
  std::vector<std::byte> key;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const Column& column = columns_[i];
    if (append_code(column, fields[i], key) != Outcome::wrong) continue;
    const std::string_view value = fields[i].value();
    const std::size_t at = value.data() == nullptr ? row.size() : static_cast<std::size_t>(value.data() - row.data());
    const char* const expected = column.kind == SortKind::number ? "a number" : "an ISO 8601 date";
    if (dialect_.missing.has(value)) {
      return {at, fmt::format("found {}, expected {} in column {}: choose --missing first, last or skip",
                              value.empty() ? "an empty field" : quoted(value), expected, column.name)};
    }
    return {at, fmt::format("found {}, expected {} in column {}: choose --by {}:text", quoted(value), expected,
                            column.name, column.name)};
  }
  return {0, "found a row without an end"};
}

}  // namespace texelsort::data
