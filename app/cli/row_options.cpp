#include "app/cli/row_options.h"

#include <utility>

#include "app/cli/common_options.h"
#include "app/cli/option_group.h"
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

std::optional<bool> parse_header(std::string_view text) {
  if (text != "yes" && text != "no") return std::nullopt;
  return text == "yes";
}

/// What says rows' order, and how they are read. `chosen` is called once there are columns.
void add_order_of_rows(CLI::App& app, data::RowOptions& rows, const std::string& help,
                       const std::vector<std::string>& unlike, const std::function<void()>& chosen) {
  const OptionGroup group(app, "Whole rows");
  const auto read_columns = [&rows, chosen](const std::vector<std::string>& lists) {
    for (const std::string& list : lists) {
      for (data::SortColumn& column : data::parse_sort_columns(list)) rows.by.push_back(std::move(column));
    }
    if (chosen) chosen();
  };
  auto* by = app.add_option_function<std::vector<std::string>>(
                    "--by", read_columns,
                    help +
                        ", by name or by position from 1, between commas; behind each any of :desc, :number, :text, "
                        ":date, and :first or :last for what is missing; equal rows stay in the file's order")
                 ->allow_extra_args(false)
                 ->type_name("COLUMNS")
                 ->group("Whole rows");
  for (const std::string& other : unlike) {
    if (auto* option = app.get_option_no_throw(other)) by->excludes(option);
  }
  const auto read_separator = [&rows](const std::string& text) {
    rows.separator = parse_separator(text);
    if (!rows.separator) {
      throw UsageError(
          fmt::format("--separator {}: choose from tab, comma, semicolon and space, or give one character", text));
    }
  };
  group.read("--separator", "WORD", read_separator,
             "what stands between fields: tab, comma, semicolon, space, or one character (default: found)",
             listed("tab, comma, semicolon, space"));
  group.word("--decimal", "decimal sign", "point, comma", parse_point, rows.point, "of numbers (default: point)");
}

void add_order_of_rows(CLI::App& app, ProblemSpec& spec, const std::string& help, data::PayloadKind payload) {
  static const std::vector<std::string> of_keys{"--column",       "--type",   "--order",  "--compare",
                                                "--payload",      "--layout", "--format", "--input-values",
                                                "--distribution", "--count",  "--seed",   "--numbers"};
  add_order_of_rows(app, spec.rows, help, of_keys, [&spec, payload] { spec.payload = payload; });
}

}  // namespace

void add_row_reading_options(const OptionGroup& group, std::optional<bool>& header, data::Missing& missing) {
  group.word("--header", "answer", "yes, no", parse_header, header,
             "whether a CSV file's first row is a header (default: its rows tell)");
  group.word(
      "--missing", "way with missing numbers", "error, skip, first, last", data::parse_missing, missing,
      "what becomes of a CSV file's rows without a number (empty, NA): refuse, leave out, write before or behind all");
}

void add_row_order_options(CLI::App& app, data::RowOptions& rows, const std::vector<std::string>& unlike) {
  add_order_of_rows(app, rows, "take whole rows of CSV or TSV files, in the order of columns", unlike, {});
  add_row_reading_options(OptionGroup(app, "Whole rows"), rows.header, rows.missing);
}

void add_row_selection_options(CLI::App& app, data::RowSelection& selection) {
  const OptionGroup group(app, "Whole rows");
  group.flag("--unique", selection.unique, "of rows with equal keys keep only the first of the file");
  group.read(
      "--top", "K", [&selection](const std::string& text) { selection.top = size_option(text, "--top"); },
      "write only the first K rows of the result");
}

void add_row_options(CLI::App& app, ProblemSpec& spec) {
  // The indices bring the rows into the keys' order.
  add_order_of_rows(app, spec, "sort whole rows of a CSV or TSV file by columns", data::PayloadKind::index);
  add_row_selection_options(app, spec.row_selection);
}

void add_found_row_options(CLI::App& app, ProblemSpec& spec) {
  add_order_of_rows(app, spec,
                    "with -k, --smallest, --min or --max: the K rows of a CSV or TSV file that are last or "
                    "first by columns",
                    data::PayloadKind::none);
}

void require_columns(const CLI::App& app, const data::RowOptions& rows, const std::vector<std::string>& options) {
  if (!rows.by.empty()) return;
  for (const std::string& option : options) {
    if (app.get_option_no_throw(option) != nullptr && app.count(option) > 0)
      throw UsageError(fmt::format("{} is for whole rows: say by which columns with --by", option));
  }
}

void require_rows(const CLI::App& app, const ProblemSpec& spec) {
  require_columns(app, spec.rows, {"--separator", "--decimal", "--unique", "--top"});
  if (!spec.rows.by.empty() && spec.input.empty()) {
    throw UsageError("--by is for rows of a file: name one, or pipe it in");
  }
}

}  // namespace texelsort::app
