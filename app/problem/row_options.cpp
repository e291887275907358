#include "app/problem/row_options.h"

#include <array>
#include <utility>

#include "app/problem/algorithm_options.h"
#include "app/problem/option_group.h"
#include "app/problem/problem_options.h"
#include "compute/data/error.h"

namespace texelsort::app {

namespace {

std::optional<char> parse_point(std::string_view text) {
  if (text == "point" || text == ".") return '.';
  return text == "comma" || text == "," ? std::optional(',') : std::nullopt;
}

std::optional<bool> parse_answer(std::string_view text) {
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
}

void add_order_of_rows(CLI::App& app, ProblemSpec& spec, const std::string& help, data::PayloadKind payload) {
  static const std::vector<std::string> of_keys{"--column",       "--type",   "--order",  "--compare",
                                                "--payload",      "--layout", "--format", "--input-values",
                                                "--distribution", "--count",  "--seed",   "--numbers"};
  add_order_of_rows(app, spec.rows, help, of_keys, [&spec, payload] { spec.payload = payload; });
}

}  // namespace

std::span<const char* const> row_reading_options() {
  static constexpr std::array options{"--separator", "--quotes",        "--header", "--decimal",
                                      "--thousands", "--missing-words", "--missing"};
  return options;
}

void add_row_reading_options(const OptionGroup& group, data::DialectOptions& dialect, data::Missing& missing) {
  const auto read_character = [&group](const char* option, std::optional<char>& character, const char* help) {
    const auto read = [option, &character](const std::string& text) {
      character = data::parse_separator(text);
      if (character) return;
      throw UsageError(fmt::format("{} {}: choose from tab, comma, semicolon and space, or give one punctuation mark",
                                   option, text));
    };
    group.read(option, "WORD", read, help, listed("tab, comma, semicolon, space"));
  };
  read_character("--separator", dialect.separator,
                 "what stands between fields of a CSV file: tab, comma, semicolon, space, or one character (default: "
                 "found)");
  group.word("--quotes", "answer", "yes, no", parse_answer, dialect.quotes,
             "whether fields of a CSV file may stand in double quotes (default: yes)");
  group.word("--header", "answer", "yes, no", parse_answer, dialect.header,
             "whether a CSV file's first row is a header (default: its rows tell)");
  group.word("--decimal", "decimal sign", "point, comma", parse_point, dialect.point,
             "of a CSV file's numbers (default: point)");
  read_character("--thousands", dialect.thousands,
                 "what stands between groups of three digits in a CSV file's numbers (default: nothing)");
  group.read(
      "--missing-words", "WORD,WORD,...",
      [&dialect](const std::string& text) {
        std::vector<std::string>& words = dialect.missing_words.emplace();
        for (std::size_t from = 0; from < text.size();) {
          const std::size_t to = std::min(text.find(',', from), text.size());
          words.push_back(text.substr(from, to - from));
          from = to + 1;
        }
      },
      "what stands for a missing number in a CSV file, beside the empty field (default: NA, NULL, - and others)");
  group.word(
      "--missing", "way with missing numbers", "error, skip, first, last", data::parse_missing, missing,
      "what becomes of a CSV file's rows without a number (empty, NA): refuse, leave out, write before or behind all");
}

void add_row_order_options(CLI::App& app, data::RowOptions& rows, const std::vector<std::string>& unlike) {
  add_order_of_rows(app, rows, "take whole rows of CSV or TSV files, in the order of columns", unlike, {});
  add_row_reading_options(OptionGroup(app, "Whole rows"), rows.dialect, rows.missing);
}

std::span<const char* const> row_selection_options() {
  static constexpr std::array options{"--unique", "--top"};
  return options;
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

void require_columns(const CLI::App& app, const data::RowOptions& rows, std::span<const char* const> options) {
  if (!rows.by.empty()) return;
  for (const char* option : options) {
    if (app.get_option_no_throw(option) != nullptr && app.count(option) > 0)
      throw UsageError(fmt::format("{} is for whole rows: say by which columns with --by", option));
  }
}

void require_rows(const CLI::App& app, const ProblemSpec& spec) {
  require_columns(app, spec.rows, row_selection_options());
  if (!spec.rows.by.empty() && spec.input.empty()) {
    throw UsageError("--by is for rows of a file: name one, or pipe it in");
  }
}

}  // namespace texelsort::app
