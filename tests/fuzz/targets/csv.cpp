#include <algorithm>

#include "tests/fuzz/targets/plain.h"
#include "tests/fuzz/targets/property.h"
#include "tests/fuzz/targets/reading.h"
#include "tests/fuzz/targets/targets.h"

namespace texelsort::fuzz {
namespace {

using Rows = std::vector<std::vector<std::string>>;

std::string_view without_mark(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text;
}

/// Whether the keys are column `index` of the last rows, all but at most a header.
bool is_column(const Rows& rows, std::size_t index, const data::Keys& keys) {
  const std::size_t n = data::size(keys);
  if (n > rows.size() || rows.size() - n > 1) return false;
  const std::size_t first = rows.size() - n;
  for (std::size_t i = 0; i < n; ++i) {
    if (index >= rows[first + i].size() || !says_key(rows[first + i][index], keys, i)) return false;
  }
  return true;
}

/// Whether the keys are some column for one of the separators.
bool is_some_column(std::string_view text, const data::Keys& keys) {
  return std::ranges::any_of(std::string_view(",;\t"), [&](char separator) {
    const auto rows = plain_rows(text, separator);
    if (!rows) return false;
    if (rows->empty()) return data::size(keys) == 0;
    for (std::size_t index = 0; index < rows->front().size() || index < rows->back().size(); ++index) {
      if (is_column(*rows, index, keys)) return true;
    }
    return false;
  });
}

void check_csv(std::string_view input, const data::ReadOptions& options) {
  const auto read = read_bytes(input, "table.csv", options);
  if (!read) return;
  const std::string_view text = without_mark(input);
  require(is_some_column(text, read->keys), "keys are a whole column of the table");
  if (options.fields > 0 && data::size(read->keys) > 0) {
    require(read->shape.fields.size() == options.fields, "records have the fields that were asked for");
    require(read->fields.size() == data::size(read->keys) * options.fields, "every record has every field");
  }
  data::ReadOptions again;
  require_reads_back(*read, "out.csv", again);
}

}  // namespace

void fuzz_csv(std::string_view input) {
  check_csv(input, {});
  check_csv(input, {.type = data::KeyType::f64});
  check_csv(input, {.type = data::KeyType::i32, .column = "1"});
  check_csv(input, {.column = "2"});
  check_csv(input, {.column = "key"});
  check_csv(input, {.fields = 1});
}

}  // namespace texelsort::fuzz
