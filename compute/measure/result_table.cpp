#include "compute/measure/result_table.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compute/data/text/outgoing_text.h"

namespace texelsort::measure {

namespace {

template <class... Visitors>
struct Overloaded : Visitors... {
  using Visitors::operator()...;
};
template <class... Visitors>
Overloaded(Visitors...) -> Overloaded<Visitors...>;

bool is_number(const Cell& cell) {
  return std::holds_alternative<double>(cell) || std::holds_alternative<std::uint64_t>(cell);
}

/// Replaces line breaks by spaces, because a table cell has only one line.
std::string one_line(std::string_view text) {
  std::string line = data::outgoing_text(text);
  std::ranges::replace_if(
      line, [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return line;
}

std::string readable(const Cell& cell, unsigned decimals) {
  return std::visit(Overloaded{[](std::monostate) { return std::string("-"); },
                               [](const std::string& text) { return one_line(text); },
                               [decimals](double number) { return fmt::format("{:.{}f}", number, decimals); },
                               [](std::uint64_t number) { return fmt::format("{}", number); },
                               [](bool flag) { return std::string(flag ? "yes" : "no"); },
                               [](const std::vector<double>& list) { return fmt::format("{}", fmt::join(list, " ")); }},
                    cell);
}

std::string exact(const Cell& cell) {
  return std::visit(
      Overloaded{[](std::monostate) { return std::string(); }, [](const std::string& text) { return text; },
                 [](double number) { return fmt::format("{}", number); },
                 [](std::uint64_t number) { return fmt::format("{}", number); },
                 [](bool flag) { return std::string(flag ? "true" : "false"); },
                 [](const std::vector<double>& list) { return fmt::format("{}", fmt::join(list, " ")); }},
      cell);
}

std::string csv_field(const std::string& value) {
  const std::string text = data::outgoing_text(value);
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char letter : text) quoted += letter == '"' ? std::string("\"\"") : std::string(1, letter);
  return quoted + "\"";
}

bool has_numbers(const ResultTable& table, std::size_t column) {
  return std::any_of(table.rows.begin(), table.rows.end(),
                     [column](const auto& row) { return is_number(row[column]); });
}

void append_line(std::string& text, std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  text += line + "\n";
}

}  // namespace

void ResultTable::add(const std::vector<Field>& row) {
  if (rows.empty()) {
    columns.clear();
    for (const Field& field : row) columns.push_back(field.column);
  }
  auto& cells = rows.emplace_back();
  for (const Field& field : row) cells.push_back(field.cell);
}

std::string text_table(const ResultTable& table) {
  std::vector<std::string> lines(table.rows.size() + 1);
  for (std::size_t column = 0; column < table.columns.size(); ++column) {
    const Column& spec = table.columns[column];
    if (spec.title.empty()) continue;
    std::vector<std::string> words{spec.title};
    for (const auto& row : table.rows) words.push_back(readable(row[column], spec.decimals));
    std::size_t widest = 0;
    for (const std::string& word : words) widest = std::max(widest, width_of(word));
    const bool to_the_right = has_numbers(table, column);
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::string padding(widest - width_of(words[i]), ' ');
      if (!lines[i].empty()) lines[i] += "  ";
      lines[i] += to_the_right ? padding + words[i] : words[i] + padding;
    }
  }
  std::string text;
  for (std::string& line : lines) append_line(text, std::move(line));
  return text;
}

std::string markdown_cell(std::string_view text) {
  std::string cell;
  for (const char letter : one_line(text)) cell += letter == '|' ? "\\|" : std::string(1, letter);
  return cell;
}

std::string markdown_table(const ResultTable& table) {
  std::string titles = "|", rule = "|";
  for (std::size_t column = 0; column < table.columns.size(); ++column) {
    if (table.columns[column].title.empty()) continue;
    titles += " " + markdown_cell(table.columns[column].title) + " |";
    rule += has_numbers(table, column) ? "---:|" : "---|";
  }
  std::string text = titles + "\n" + rule + "\n";
  for (const auto& row : table.rows) {
    text += "|";
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
      const Column& spec = table.columns[column];
      if (!spec.title.empty()) text += " " + markdown_cell(readable(row[column], spec.decimals)) + " |";
    }
    text += "\n";
  }
  return text;
}

std::string csv(const ResultTable& table) {
  std::vector<std::string> lines(table.rows.size() + 1);
  std::string separator;
  for (std::size_t column = 0; column < table.columns.size(); ++column) {
    const std::string& key = table.columns[column].key;
    if (key.empty()) continue;
    lines.front() += separator + csv_field(key);
    for (std::size_t i = 0; i < table.rows.size(); ++i)
      lines[i + 1] += separator + csv_field(exact(table.rows[i][column]));
    separator = ",";
  }
  return fmt::format("{}\n", fmt::join(lines, "\n"));
}

std::string json(const ResultTable& table) {
  auto array = nlohmann::ordered_json::array();
  for (const auto& row : table.rows) {
    nlohmann::ordered_json object = nlohmann::ordered_json::object();
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (table.columns[i].key.empty()) continue;
      nlohmann::ordered_json& value = object[table.columns[i].key];
      std::visit(
          Overloaded{[&value](std::monostate) { value = nullptr; }, [&value](const auto& held) { value = held; }},
          row[i]);
    }
    array.push_back(std::move(object));
  }
  return data::json_text(array, 2) + "\n";
}

}  // namespace texelsort::measure
