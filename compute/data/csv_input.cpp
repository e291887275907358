#include <algorithm>
#include <charconv>
#include <cstring>

#include <fmt/core.h>
#include <fmt/format.h>

#include "compute/data/csv_rows.h"
#include "compute/data/endings.h"
#include "compute/data/error.h"
#include "compute/data/number_reader.h"
#include "compute/data/readers.h"

namespace texelsort::data {
namespace {

using Fields = std::vector<std::string_view>;

bool is_number(std::string_view field) {
  double value = 0;
  return parse_number(field, value) != NumberFault::not_a_number;
}

bool has_words(const Fields& row) {
  return std::ranges::any_of(row, [](std::string_view field) { return !field.empty() && !is_number(field); });
}

struct Column {
  std::size_t index = 0;
  bool has_header = false;
  std::string header;
};

Column column_at(const Fields& first_row, std::size_t index) {
  Column column{index, false, ""};
  column.has_header = index < first_row.size() && !is_number(first_row[index]) && has_words(first_row);
  if (column.has_header) column.header = unescape(first_row[index]);
  return column;
}

[[noreturn]] void fail_without_column(const Source& source, const Fields& first_row, const std::string& asked) {
  std::vector<std::string> names;
  for (const std::string_view field : first_row) names.push_back(unescape(field));
  const std::string there_are = has_words(first_row) ? fmt::format("there are: {}", fmt::join(names, ", "))
                                                     : fmt::format("there are {}, without names", first_row.size());
  throw UsageError(fmt::format("{}: no column {}; {}", source.origin, data::quoted(asked), there_are));
}

/// By name if the first row has one that is no number, else by position from 1.
Column find_asked_column(const Source& source, const Fields& first_row, const std::string& asked) {
  if (has_words(first_row)) {
    const auto found = std::ranges::find(first_row, asked, unescape);
    if (found != first_row.end()) return {static_cast<std::size_t>(found - first_row.begin()), true, asked};
  }
  std::size_t position = 0;
  const char* const end = asked.data() + asked.size();
  const auto [stop, error] = std::from_chars(asked.data(), end, position);
  if (stop != end || error != std::errc{} || position < 1 || position > first_row.size()) {
    fail_without_column(source, first_row, asked);
  }
  return column_at(first_row, position - 1);
}

/// The first column with a number in the second row, which is no header; in the first if there is only one.
Column find_numeric_column(const Source& source, const Fields& first_row, const Fields& second_row) {
  const Fields& row = second_row.empty() ? first_row : second_row;
  const auto found = std::ranges::find_if(row, is_number);
  if (found != row.end()) return column_at(first_row, static_cast<std::size_t>(found - row.begin()));
  if (second_row.empty()) return column_at(first_row, 0);  // a header without data
  fail_at(source, row.front().data(), "found no number in this row, expected one; choose the column with --column");
}

Column find_column(const Source& source, char separator, const std::string& asked) {
  CsvRows rows(source, separator);
  Fields first_row;
  Fields second_row;
  if (!rows.next(first_row)) return {};
  if (!asked.empty()) return find_asked_column(source, first_row, asked);
  if (!rows.next(second_row)) second_row.clear();
  return find_numeric_column(source, first_row, second_row);
}

std::string describe(const Column& column) {
  return column.header.empty() ? fmt::format("column {}", column.index + 1)
                               : fmt::format("column {}", data::quoted(column.header));
}

/// Visits the column's field in every row but the header's.
template <typename Visit>
void scan_column(const Source& source, char separator, const Column& column, const Visit& visit) {
  CsvRows rows(source, separator);
  Fields row;
  if (column.has_header) rows.next(row);
  while (rows.next(row)) {
    if (column.index >= row.size()) {
      fail_at(source, row.back().data() + row.back().size(),
              fmt::format("found the row's end, expected a number in {}", describe(column)));
    }
    const std::string_view field = row[column.index];
    if (field.empty()) {
      fail_at(source, field.data(), fmt::format("found an empty field, expected a number in {}", describe(column)));
    }
    visit(field);
  }
}

/// The leftmost columns beside the key's that have a number in the first row of data.
std::vector<Column> find_field_columns(const Source& source, char separator, const Column& key, std::uint32_t count) {
  CsvRows rows(source, separator);
  Fields first_row, data_row;
  if (!rows.next(first_row) || (key.has_header && !rows.next(data_row))) return {};
  if (!key.has_header) data_row = first_row;
  std::vector<Column> columns;
  std::size_t numeric = 0;
  for (std::size_t i = 0; i < data_row.size(); ++i) {
    if (i == key.index || !is_number(data_row[i])) continue;
    ++numeric;
    if (columns.size() == count) continue;
    const bool named = key.has_header && i < first_row.size();
    columns.push_back({i, key.has_header, named ? unescape(first_row[i]) : ""});
  }
  if (columns.size() == count) return columns;
  throw UsageError(
      fmt::format("{}: records of {} fields need as many numeric columns beside the key's, and there {} {}",
                  source.origin, count, numeric == 1 ? "is" : "are", numeric));
}

/// The words of one column: u32, i32 or f32, the first that holds all its numbers; reals are rounded to f32.
std::vector<std::uint32_t> read_words(const Source& source, char separator, const Column& column, KeyType& type) {
  const auto scan = [&](const auto& visit) { scan_column(source, separator, column, visit); };
  TypeDetector detector;
  scan([&](std::string_view word) { detector.see(word); });
  type = detector.type();
  if (type == KeyType::f64) type = KeyType::f32;
  if (type == KeyType::u64 || type == KeyType::i64) {
    throw UsageError(fmt::format("{}: {} has numbers beyond 32 bits, which no field of a record holds", source.origin,
                                 describe(column)));
  }
  const Keys numbers = read_numbers(source, type, scan);
  std::vector<std::uint32_t> words(size(numbers));
  if (!words.empty()) std::memcpy(words.data(), bytes(numbers).data(), bytes(numbers).size());
  return words;
}

void read_fields(const Source& source, char separator, const Column& key, std::uint32_t count, Input& input) {
  const std::vector<Column> columns = find_field_columns(source, separator, key, count);
  const std::uint64_t n = size(input.keys);
  input.fields.resize(n * columns.size());
  for (std::size_t f = 0; f < columns.size(); ++f) {
    FieldColumn field{columns[f].header, KeyType::u32};
    const auto words = read_words(source, separator, columns[f], field.type);
    for (std::uint64_t i = 0; i < n; ++i) input.fields[i * columns.size() + f] = words[i];
    input.shape.fields.push_back(std::move(field));
  }
}

}  // namespace

Input read_csv(const Source& source, const ReadOptions& options) {
  const char separator = ending_of(source.origin) == ".tsv" ? '\t' : find_separator(source);
  const Column column = find_column(source, separator, options.column);
  Input input;
  input.keys =
      read_numbers(source, options.type, [&](const auto& visit) { scan_column(source, separator, column, visit); });
  if (options.fields > 0) read_fields(source, separator, column, options.fields, input);
  input.shape.format = Format::csv;
  input.shape.column = column.header;
  input.origin = source.origin;
  return input;
}

}  // namespace texelsort::data
