#include "app/cli/row_options.h"

#include <utility>

#include "app/cli/common_options.h"
#include "compute/data/error.h"

namespace texelsort::app {

namespace {

std::optional<char> parse_separator(std::string_view text) {
  for (const auto& [word, separator] :
       {std::pair{"tab", '\t'}, std::pair{"comma", ','}, std::pair{"semicolon", ';'}, std::pair{"space", ' '}}) {
    if (text == word) return separator;
  }
  const bool one = text.size() == 1 && text[0] != '"' && text[0] != '\n' && text[0] != '\r';
  return one ? std::optional(text[0]) : std::nullopt;
}

std::optional<char> parse_point(std::string_view text) {
  if (text == "point") return '.';
  return text == "comma" ? std::optional(',') : std::nullopt;
}

/// What says rows' order, and how they are read.
void add_order_of_rows(CLI::App& app, ProblemSpec& spec, const std::string& help, data::PayloadKind payload) {
  const OptionGroup group(app, "Whole rows");
  const auto read_columns = [&spec, payload](const std::vector<std::string>& lists) {
    for (const std::string& list : lists) {
      for (data::SortColumn& column : data::parse_sort_columns(list)) spec.rows.by.push_back(std::move(column));
    }
    spec.payload = payload;
  };
  auto* by = app.add_option_function<std::vector<std::string>>(
                    "--by", read_columns,
                    help +
                        ", by name or by position from 1, between commas; behind each any of :desc, :number, :text, "
                        ":date, and :first or :last for what is missing; equal rows stay in the file's order")
                 ->allow_extra_args(false)
                 ->type_name("COLUMNS")
                 ->group("Whole rows");
  for (const char* other : {"--column", "--type", "--order", "--compare", "--payload", "--layout", "--format",
                            "--input-values", "--distribution", "--count", "--seed", "--numbers"}) {
    if (auto* option = app.get_option_no_throw(other)) by->excludes(option);
  }
  const auto read_separator = [&spec](const std::string& text) {
    spec.rows.separator = parse_separator(text);
    if (!spec.rows.separator) {
      throw UsageError(
          fmt::format("--separator {}: choose from tab, comma, semicolon and space, or give one character", text));
    }
  };
  group.read("--separator", "WORD", read_separator,
             "what stands between fields: tab, comma, semicolon, space, or one character (default: found)",
             listed("tab, comma, semicolon, space"));
  group.word("--decimal", "decimal sign", "point, comma", parse_point, spec.rows.point, "of numbers (default: point)");
}

}  // namespace

void add_row_options(CLI::App& app, ProblemSpec& spec) {
  // The indices bring the rows into the keys' order.
  add_order_of_rows(app, spec, "sort whole rows of a CSV or TSV file by columns", data::PayloadKind::index);
  const OptionGroup group(app, "Whole rows");
  group.flag("--unique", spec.row_selection.unique, "of rows with equal keys keep only the first of the file");
  group.read(
      "--top", "K", [&spec](const std::string& text) { spec.row_selection.top = size_option(text, "--top"); },
      "write only the first K rows of the result");
}

void add_found_row_options(CLI::App& app, ProblemSpec& spec) {
  add_order_of_rows(app, spec,
                    "with -k, --smallest, --min or --max: the K rows of a CSV or TSV file that are last or "
                    "first by columns",
                    data::PayloadKind::none);
}

void require_rows(const CLI::App& app, const ProblemSpec& spec) {
  if (spec.rows.by.empty()) {
    for (const char* option : {"--separator", "--decimal", "--unique", "--top"}) {
      if (app.get_option_no_throw(option) != nullptr && app.count(option) > 0)
        throw UsageError(fmt::format("{} is for whole rows: say by which columns with --by", option));
    }
  } else if (spec.input.empty()) {
    throw UsageError("--by is for rows of a file: name one, or pipe it in");
  }
}

}  // namespace texelsort::app
