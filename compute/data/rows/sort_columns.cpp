#include "compute/data/rows/sort_columns.h"

#include <array>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/data/text/nearest.h"
#include "compute/data/text/source.h"

namespace texelsort::data {
namespace {

constexpr std::array kind_names{"number", "text", "date"};

[[noreturn]] void refuse(const std::string& why) {
  throw UsageError(fmt::format("--by: {}: expected COLUMN[:asc|desc][:number|text|date][:first|last],...", why));
}

/// Removes a column name from the start of `rest` and returns it. The name ends at the next "," or ":", or is in
/// quotes.
std::string take_name(std::string_view& rest) {
  std::string name;
  const char quote = rest.empty() ? '\0' : rest.front();
  if (quote != '"' && quote != '\'') {
    const std::size_t end = std::min(rest.find_first_of(",:"), rest.size());
    name = rest.substr(0, end);
    rest.remove_prefix(end);
    return name;
  }
  rest.remove_prefix(1);
  while (true) {
    const std::size_t end = rest.find(quote);
    if (end == std::string_view::npos) refuse(fmt::format("the quote {} has no closing quote", quote));
    name += rest.substr(0, end);
    rest.remove_prefix(end + 1);
    if (!rest.starts_with(quote)) return name;
    name += quote;  // a doubled quote stands for a quote in the name
    rest.remove_prefix(1);
  }
}

template <class Value>
void set_once(std::optional<Value>& value, Value said, const std::string& column) {
  if (value && *value != said) refuse(fmt::format("{} has two words that contradict each other", data::quoted(column)));
  value = said;
}

void take_word(const std::string& word, SortColumn& column, std::optional<Order>& order) {
  static const std::vector<std::string> words{"asc", "desc", "number", "text", "date", "first", "last"};
  for (std::size_t i = 0; i < kind_names.size(); ++i) {
    if (word == kind_names[i]) return set_once(column.kind, static_cast<SortKind>(i), column.column);
  }
  if (const auto found = parse_order(word)) return set_once(order, *found, column.column);
  if (word == "first" || word == "last") return set_once(column.missing_first, word == "first", column.column);
  refuse(fmt::format("unknown word '{}'{}", word, did_you_mean(word, words)));
}

std::string quoted_name(const std::string& column) {
  if (column.find_first_of(",:'\"") == std::string::npos) return column;
  std::string name = "\"";
  for (const char c : column) name += c == '"' ? std::string("\"\"") : std::string(1, c);
  return name + '"';
}

}  // namespace

std::string_view name(SortKind kind) {
  return kind_names[static_cast<std::size_t>(kind)];
}

std::vector<SortColumn> parse_sort_columns(std::string_view rest) {
  std::vector<SortColumn> columns;
  while (true) {
    SortColumn column{.column = take_name(rest)};
    if (column.column.empty()) refuse("a column has no name");
    std::optional<Order> order;
    while (rest.starts_with(':')) {
      rest.remove_prefix(1);
      take_word(take_name(rest), column, order);
    }
    column.order = order.value_or(Order::ascending);
    columns.push_back(std::move(column));
    if (rest.empty()) return columns;
    if (rest.front() != ',') refuse(fmt::format("found {} after the name of a column", data::quoted(rest)));
    rest.remove_prefix(1);
  }
}

std::string text(const std::vector<SortColumn>& columns) {
  std::string all;
  for (const SortColumn& column : columns) {
    all += (all.empty() ? "" : ",") + quoted_name(column.column);
    if (column.kind) all += fmt::format(":{}", name(*column.kind));
    if (column.order == Order::descending) all += ":desc";
    if (column.missing_first) all += *column.missing_first ? ":first" : ":last";
  }
  return all;
}

}  // namespace texelsort::data
