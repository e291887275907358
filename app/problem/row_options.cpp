#include "app/problem/row_options.h"

#include <array>
#include <utility>

#include "app/problem/algorithm_options.h"
#include "app/problem/option_group.h"
#include "app/problem/problem_options.h"
#include "compute/data/error.h"

namespace texelsort::app {

namespace {

constexpr auto rows_heading = "Whole rows";

/// Adds the option --by, which names columns. If the command line contains it, parsing calls `chosen`.
CLI::Option* add_columns_option(const OptionGroup& group, data::RowOptions& rows, const std::string& help,
                                const std::function<void()>& chosen) {
  const auto read_columns = [&rows, chosen](const std::vector<std::string>& lists) {
    for (const std::string& list : lists) {
      for (data::SortColumn& column : data::parse_sort_columns(list)) rows.by.push_back(std::move(column));
    }
    if (chosen) chosen();
  };
  return group.read_all(
      "--by", "COLUMNS", read_columns,
      help +
          ": names or positions from 1, separated by commas; each may be followed by :desc, :number, :text or :date, "
          "and by :first or :last for missing values; equal rows keep their order in the file",
      [&rows] { return rows.by.empty() ? std::nullopt : std::optional(data::text(rows.by)); });
}

/// Adds the option --by, which cannot be combined with the options in `unlike`.
void add_order_of_rows(CLI::App& app, data::RowOptions& rows, const std::string& help,
                       const std::vector<std::string>& unlike, const std::function<void()>& chosen) {
  CLI::Option* by = add_columns_option(OptionGroup(app, rows_heading), rows, help, chosen);
  for (const std::string& other : unlike) {
    if (auto* option = app.get_option_no_throw(other)) by->excludes(option);
  }
}

void add_order_of_rows(CLI::App& app, ProblemSpec& spec, const std::string& help, data::PayloadKind payload) {
  static const std::vector<std::string> of_keys{"--column",       "--type",   "--order",  "--compare",
                                                "--payload",      "--layout", "--format", "--input-values",
                                                "--distribution", "--count",  "--seed",   "--numbers"};
  add_order_of_rows(app, spec.rows, help, of_keys, [&spec, payload] { spec.payload = payload; });
}

}  // namespace

std::vector<std::string> row_reading_options() {
  std::vector<std::string> names;
  for (const data::DialectOption& option : data::dialect_options()) names.emplace_back(option.name);
  names.emplace_back("--missing");
  return names;
}

void add_row_reading_options(const OptionGroup& group, data::DialectOptions& dialect, data::Missing& missing) {
  constexpr std::array helps{
      "CSV: separator of fields: tab, comma, semicolon, space, or one character (default: detected)",
      "CSV: whether fields may be in double quotes (default: yes)",
      "CSV: whether the first row is a header (default: detected)",
      "CSV: decimal sign (default: point)",
      "CSV: separator of groups of three digits (default: none)",
      "CSV: words for a missing number, in addition to the empty field (default: NA, NULL, - and others)"};
  for (std::size_t i = 0; i < helps.size(); ++i) {
    const data::DialectOption& option = data::dialect_options()[i];
    const std::string what = option.what, words = option.words, help = helps[i];
    const auto read = [&option, &dialect](const std::string& word) {
      if (option.read(dialect, word)) return;
      if (const std::string_view kind = option.what; !kind.empty()) {
        throw UsageError(fmt::format("unknown {} '{}': choose from {}", kind, word, option.words));
      }
      throw UsageError(
          fmt::format("{} {}: expected tab, comma, semicolon, space or one punctuation mark", option.name, word));
    };
    group.read(option.name, words.empty() ? "WORD,WORD,..." : "WORD", read, what.empty() ? help : help + ": " + words,
               words.empty() ? Words() : listed(words), [&option, &dialect] { return option.text(dialect); });
  }
  group.word(
      "--missing", "treatment of missing numbers", "error, skip, first, last", data::parse_missing, missing,
      "CSV: treatment of rows without a number: reject the file (default), skip the row, or put it first or last");
}

void add_row_order_options(CLI::App& app, data::RowOptions& rows, const std::vector<std::string>& unlike) {
  add_order_of_rows(app, rows, "sort whole rows of CSV or TSV files by columns", unlike, {});
  add_row_reading_options(OptionGroup(app, rows_heading), rows.dialect, rows.missing);
}

std::vector<std::string> row_selection_options() {
  return {"--unique", "--top"};
}

void add_row_selection_options(CLI::App& app, data::RowSelection& selection) {
  add_row_selection_options(OptionGroup(app, rows_heading), selection);
}

void add_row_selection_options(const OptionGroup& group, data::RowSelection& selection) {
  group.flag("--unique", selection.unique, "keep only the first of several rows with equal keys");
  group.read(
      "--top", "K", [&selection](const std::string& text) { selection.top = size_option(text, "--top"); },
      "write only the first K rows of the result", {},
      [&selection] { return selection.top ? std::optional(std::to_string(*selection.top)) : std::nullopt; });
}

void write_row_options(const OptionGroup& group, ProblemSpec& spec) {
  if (spec.rows.by.empty()) return;
  add_columns_option(group, spec.rows, "", {});
  add_row_selection_options(group, spec.row_selection);
}

void add_row_options(CLI::App& app, ProblemSpec& spec) {
  // It is sufficient to sort indices with the keys, because they determine the order of the rows.
  add_order_of_rows(app, spec, "sort whole rows of a CSV or TSV file by columns", data::PayloadKind::index);
  add_row_selection_options(app, spec.row_selection);
}

void add_found_row_options(CLI::App& app, ProblemSpec& spec) {
  add_order_of_rows(app, spec,
                    "with -k, --smallest, --min or --max: find the first or last K rows of a CSV or TSV file "
                    "in the order of columns",
                    data::PayloadKind::none);
}

void require_columns(const CLI::App& app, const data::RowOptions& rows, const std::vector<std::string>& options) {
  if (!rows.by.empty()) return;
  for (const std::string& option : options) {
    if (app.get_option_no_throw(option) != nullptr && app.count(option) > 0)
      throw UsageError(fmt::format("{} needs whole rows: name the columns with --by", option));
  }
}

void require_rows(const CLI::App& app, const ProblemSpec& spec) {
  require_columns(app, spec.rows, row_selection_options());
  if (!spec.rows.by.empty() && spec.input.empty()) {
    throw UsageError("--by needs rows to sort: name a file, or pipe rows in");
  }
}

}  // namespace texelsort::app
