#include <algorithm>
#include <array>

#include "tests/fuzz/targets/plain.h"
#include "tests/fuzz/targets/property.h"
#include "tests/fuzz/targets/reading.h"
#include "tests/fuzz/targets/targets.h"

namespace texelsort::fuzz {
namespace {

using Rows = std::vector<std::vector<std::string>>;

bool is_missing_word(std::string_view field) {
  constexpr auto words =
      std::to_array<std::string_view>({"", "NA", "N/A", "n/a", "#N/A", "NULL", "null", "None", ".", "?", "-"});
  return std::ranges::find(words, field) != words.end();
}

bool is_missing(const std::vector<std::string>& row, std::size_t index) {
  return index >= row.size() || is_missing_word(row[index]);
}

/// Returns whether the keys equal column `index` of all rows from `first` on. If `may_miss` is true, the keys may omit
/// rows without a key or without column `field`.
bool is_column(const Rows& rows, std::size_t first, std::size_t index, std::size_t field, bool may_miss,
               const data::Keys& keys) {
  std::uint64_t key = 0;
  for (std::size_t i = first; i < rows.size(); ++i) {
    const bool missing = is_missing(rows[i], index) || is_missing(rows[i], field);
    if (missing && may_miss) continue;
    if (missing || key == data::size(keys) || !says_key(rows[i][index], keys, key)) return false;
    ++key;
  }
  return key == data::size(keys);
}

/// Removes the first line if it is `sep=;`, with or without quotes, and returns its separator. Otherwise returns all
/// possible separators.
std::string take_separators(std::string_view& text) {
  const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
  std::string_view line = text.substr(0, end);
  if (line.size() == 7 && line.front() == '"' && line.back() == '"') line = line.substr(1, 5);
  constexpr std::string_view punctuation = "\t !#$%&'()*,./:;<=>?@[\\]^_`{|}~";
  if (line.size() != 5 || !line.starts_with("sep=") || punctuation.find(line[4]) == std::string_view::npos)
    return ",;\t";
  text.remove_prefix(end);
  return std::string(1, line[4]);
}

/// Returns whether the keys equal some column, for at least one separator. The first row may be a header only if
/// `options` allow it.
bool is_some_column(std::string_view text, const data::ReadOptions& options, const data::Keys& keys) {
  const bool may_miss = options.missing != data::Missing::error;
  return std::ranges::any_of(take_separators(text), [&](char separator) {
    const auto rows = plain_rows(text, separator);
    if (!rows) return false;
    if (rows->empty()) return data::size(keys) == 0;
    std::size_t columns = 0;
    for (const auto& row : *rows) columns = std::max(columns, row.size());
    for (const std::size_t header : {std::size_t{0}, std::size_t{1}}) {
      if (options.dialect.header && *options.dialect.header != (header == 1)) continue;
      for (std::size_t index = 0; index < columns; ++index) {
        for (std::size_t field = 0; field < columns; ++field) {
          if (options.fields == 0 && field != index) continue;
          if (is_column(*rows, header, index, field, may_miss, keys)) return true;
        }
      }
    }
    return false;
  });
}

void check_csv(std::string_view text, std::string_view input, const data::ReadOptions& options) {
  const auto read = read_bytes(input, "table.csv", options);
  if (!read) return;
  require(is_some_column(text, options, read->keys), "keys are a whole column of the table");
  if (options.fields > 0 && data::size(read->keys) > 0) {
    require(read->shape.fields.size() == options.fields, "records have the fields that were asked for");
    require(read->fields.size() == data::size(read->keys) * options.fields, "every record has every field");
  }
  data::ReadOptions again;
  again.dialect.header = !read->shape.column.empty();
  again.missing = data::Missing::skip;  // skips rows without a key, which the writer has written too
  require_reads_back(*read, "out.csv", again);
}

}  // namespace

void fuzz_csv(std::string_view input) {
  const std::string text = plain_text(input);
  check_csv(text, input, {});
  check_csv(text, input, {.type = data::KeyType::f64});
  check_csv(text, input, {.type = data::KeyType::i32, .column = "1"});
  check_csv(text, input, {.column = "2"});
  check_csv(text, input, {.column = "key", .dialect = {.header = true}});
  check_csv(text, input, {.dialect = {.header = false}});
  check_csv(text, input, {.dialect = {.header = true}, .missing = data::Missing::first});
  check_csv(text, input, {.missing = data::Missing::last});
  check_csv(text, input, {.fields = 1, .missing = data::Missing::skip});
}

}  // namespace texelsort::fuzz
