#include <algorithm>
#include <cstring>

#include <fmt/core.h>
#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/data/format/csv_survey.h"
#include "compute/data/format/file_formats.h"
#include "compute/data/text/number_reader.h"

namespace texelsort::data {
namespace {

using Fields = std::vector<Field>;

struct Column {
  std::size_t index = 0;
  std::string header;  ///< name of the column in the header; empty if the file has no header
};

/// CSV file, the survey of its columns, and the columns to read.
struct Table {
  const Source& source;
  const ReadOptions& options;
  Dialect dialect;
  CsvSurvey survey;
  Column key{};
  std::vector<Column> fields{};

  std::string_view rows() const { return source.contents.substr(dialect.start); }
};

std::string describe(const Column& column) {
  return column.header.empty() ? fmt::format("column {}", column.index + 1)
                               : fmt::format("column {}", data::quoted(column.header));
}

Column column_at(const Table& table, std::size_t index) {
  return {index, column_name(table.survey, *table.dialect.header, index)};
}

/// Returns the number of fields in a column that are numbers. Returns 0 if the column also has words, unless
/// `words_too` is true. Includes the first row if it is not a header.
std::uint64_t numbers_of(const Table& table, std::size_t index, bool words_too) {
  const ColumnSurvey& column = table.survey.columns[index];
  std::uint64_t numbers = column.numbers, words = column.words;
  if (!*table.dialect.header && index < table.survey.first.size()) {
    const FieldKind kind = kind_of(table.survey.first_value(index), table.dialect);
    numbers += kind == FieldKind::number ? 1 : 0;
    words += kind == FieldKind::word ? 1 : 0;
  }
  return words > 0 && !words_too ? 0 : numbers;
}

/// Returns the first column that has only numbers. If no such column exists, returns the first column with some
/// numbers, and reading it reports its other fields as errors.
Column find_numeric_column(const Table& table) {
  for (const bool words_too : {false, true}) {
    for (std::size_t i = 0; i < table.survey.columns.size(); ++i) {
      if (numbers_of(table, i, words_too) > 0) return column_at(table, i);
    }
  }
  if (table.survey.rows == 0 && *table.dialect.header) return column_at(table, 0);
  const char* const row = table.survey.second != nullptr ? table.survey.second : table.survey.first[0].text.data();
  fail_at(table.source, row,
          "found no number in this row or below, so no column contains the keys: choose a column "
          "with --column");
}

/// Returns the columns to read as record fields: the leftmost ones that have only numbers, without the key column. The
/// user's options determine how many.
std::vector<Column> find_field_columns(const Table& table) {
  const std::uint32_t count = table.options.fields;
  std::vector<Column> columns;
  std::size_t numeric = 0;
  for (std::size_t i = 0; i < table.survey.columns.size(); ++i) {
    if (i == table.key.index || numbers_of(table, i, false) == 0) continue;
    ++numeric;
    if (columns.size() < count) columns.push_back(column_at(table, i));
  }
  if (columns.size() == count) return columns;
  throw UsageError(
      fmt::format("{}: records of {} fields need as many numeric columns next to the key column, but there {} {}",
                  table.source.origin, count, numeric == 1 ? "is" : "are", numeric));
}

std::string_view field_of(const Fields& row, const Column& column) {
  // The row has no field in this column. Return an empty field at the end of the row.
  const std::string_view last = row.back().text;
  return column.index < row.size() ? row[column.index].value() : last.substr(last.size());
}

[[noreturn]] void fail_at_missing(const Table& table, const Fields& row, const Column& column) {
  const std::string_view field = field_of(row, column);
  const std::string found = column.index >= row.size() ? "the end of the row"
                            : field.empty()            ? "an empty field"
                                                       : data::quoted(field);
  const bool is_key = column.index == table.key.index;
  fail_at(table.source, field.data(),
          fmt::format("found {}, expected a number in {}; choose --missing skip{}", found, describe(column),
                      is_key ? ", first or last" : " to leave such rows out"));
}

/// Visits all rows below the header. Calls keep(row) for rows with a key and all fields, and drop(row) for rows without
/// a key.
template <typename Keep, typename Drop>
void scan_rows(const Table& table, const Keep& keep, const Drop& drop) {
  const auto is_missing = [&table](const Fields& row, const Column& column) {
    return table.dialect.missing.has(field_of(row, column));
  };
  const Missing missing = table.options.missing;
  RowReader rows(table.rows(), table.dialect, table.source.origin);
  Fields row;
  if (*table.dialect.header) rows.next(row);
  while (rows.next(row)) {
    const bool no_key = is_missing(row, table.key);
    const auto no_field = std::ranges::find_if(table.fields, [&](const Column& f) { return is_missing(row, f); });
    if (no_key && missing == Missing::error) fail_at_missing(table, row, table.key);
    if (no_field != table.fields.end() && missing != Missing::skip) fail_at_missing(table, row, *no_field);
    if (no_key || no_field != table.fields.end()) {
      drop(row);
    } else {
      keep(row);
    }
  }
}

/// Returns a function that passes the words of one column to a visitor, for all rows that have a key.
auto scan_column(const Table& table, const Column& column) {
  return [&table, &column](const auto& visit) {
    scan_rows(
        table, [&](const Fields& row) { visit(field_of(row, column)); }, [](const Fields&) {});
  };
}

Numbers read_column(const Table& table, const Column& column, std::optional<KeyType> type, Input& input) {
  Numbers numbers = read_numbers(table.source, type, scan_column(table, column), table.dialect.numbers);
  if (!numbers.rounded.empty()) input.notes.push_back(rounding_note(table.source, numbers));
  return numbers;
}

/// Reads the numbers of one record field. Their type is the first of u32, i32 and f32 that can represent all numbers of
/// the column. Real numbers are rounded to f32.
Numbers read_words(const Table& table, const Column& column, Input& input) {
  KeyType type = detect_type(scan_column(table, column), table.dialect.numbers);
  if (type == KeyType::f64) type = KeyType::f32;
  if (type == KeyType::u64 || type == KeyType::i64) {
    throw UsageError(fmt::format("{}: {} has numbers with more than 32 bits, but fields of records have 32 bits",
                                 table.source.origin, describe(column)));
  }
  return read_column(table, column, type, input);
}

/// Reads the columns of all record fields. Returns whether the output can write all fields in their original spelling.
bool read_fields(const Table& table, Input& input) {
  const std::uint64_t n = size(input.keys);
  const std::size_t count = table.fields.size();
  bool plain = true;
  input.fields.resize(n * count);
  for (std::size_t f = 0; f < count; ++f) {
    const Numbers numbers = read_words(table, table.fields[f], input);
    const auto words = bytes(numbers.keys);
    for (std::uint64_t i = 0; i < n; ++i) {
      std::memcpy(&input.fields[i * count + f], words.data() + i * sizeof(std::uint32_t), sizeof(std::uint32_t));
    }
    input.shape.fields.push_back({table.fields[f].header, type_of(numbers.keys)});
    plain = plain && numbers.plain;
  }
  return plain;
}

/// Returns the parts of the rows that keys and fields do not represent, such as unusual spellings. Returns null if
/// there are none.
std::shared_ptr<const SourceSpelling> read_spelling(const Table& table, bool plain_keys, bool plain_fields) {
  auto all = std::make_shared<SourceSpelling>();
  all->missing = table.options.missing;
  bool dropped = false;
  const auto add_fields = [&](const Fields& row, std::vector<std::string_view>& words) {
    for (const Column& field : table.fields) words.push_back(field_of(row, field));
  };
  scan_rows(
      table,
      [&](const Fields& row) {
        if (!plain_keys) all->keys.push_back(field_of(row, table.key));
        if (!plain_fields) add_fields(row, all->fields);
        all->rows.push_back(all->row_count++);
      },
      [&](const Fields& row) {
        dropped = true;
        if (all->missing != Missing::skip) {
          all->missing_keys.push_back(field_of(row, table.key));
          add_fields(row, all->missing_fields);
          all->missing_rows.push_back(all->row_count);
        }
        ++all->row_count;
      });
  if (!dropped) all->rows.clear();
  all->texts = {table.source.text};
  return plain_keys && plain_fields && !dropped ? nullptr : all;
}

}  // namespace

Input read_csv(const Source& source, const ReadOptions& options) {
  const std::string_view sample = source.contents.substr(0, dialect_sample_bytes);
  const bool whole = sample.size() == source.contents.size();
  Table table{source, options, find_dialect(sample, whole, source.origin, options.dialect), {}};
  Dialect& dialect = table.dialect;
  Input input;
  const auto first_rows = whole_rows(sample, whole, source.origin, dialect).substr(dialect.start);
  const CsvSurvey first = survey_csv(first_rows, dialect, source.origin);
  dialect.header = find_header(first, dialect, options.column, source.origin, input.notes);
  table.survey = whole ? first : survey_csv(table.rows(), dialect, source.origin);
  input.shape.format = Format::csv;
  input.shape.columns = std::max<std::size_t>(table.survey.columns.size(), table.survey.first.size());
  input.origin = source.origin;
  if (table.survey.first.empty()) {
    input.shape.explanation = describe(dialect);
    input.keys = make_keys(options.type.value_or(KeyType::u32), 0);
    return input;
  }
  table.key =
      options.column.empty()
          ? find_numeric_column(table)
          : column_at(table, find_column(table.survey, *dialect.header, options.column, source.origin, input.notes));
  if (options.fields > 0) table.fields = find_field_columns(table);
  Numbers numbers = read_column(table, table.key, options.type, input);
  input.keys = std::move(numbers.keys);
  const bool plain_fields = read_fields(table, input);
  const bool all_rows = size(input.keys) == table.survey.rows + (*dialect.header ? 0 : 1);
  if (!numbers.plain || !plain_fields || !all_rows) {
    input.shape.spelling = read_spelling(table, numbers.plain, plain_fields);
  }
  input.shape.column = table.key.header;
  input.shape.explanation = fmt::format("{}  keys             {}, as {}\n", describe(dialect), describe(table.key),
                                        name(type_of(input.keys)));
  return input;
}

}  // namespace texelsort::data
