#include <memory>

#include <fmt/format.h>

#include "app/cli/commands/export_command.h"
#include "app/cli/options/output_ending.h"
#include "app/cli/reports/sweep_report.h"
#include "app/problem/option_group.h"
#include "app/tuning/sweeps/result_sheet.h"
#include "compute/data/error.h"
#include "compute/data/io/files.h"

namespace texelsort::app {

namespace {

struct ExportCsvOptions {
  std::vector<std::string> results, columns, restrictions;
  std::string output;
  bool joined = false;
};

SheetOptions sheet_options(const ExportCsvOptions& options) {
  SheetOptions sheet{.joined = options.joined};
  for (const std::string& text : options.columns) {
    const std::size_t equals = text.find('=');
    const std::string name = text.substr(0, equals);
    if (equals == std::string::npos || names_in(name) != std::vector{name}) {
      throw UsageError(fmt::format("--column {}: expected NAME=EXPRESSION, such as seconds=median_ms/1000", text));
    }
    sheet.columns.push_back({name, Expression("--column " + name + "=", text.substr(equals + 1))});
  }
  for (const std::string& text : options.restrictions) sheet.restrictions.emplace_back("--where", text);
  return sheet;
}

void export_csv(const ExportCsvOptions& options) {
  if (options.output != "-") output_ending(options.output, {{".csv", "a table"}});
  if (options.joined && options.results.size() < 2) throw UsageError("--join needs two or more files of results");
  const SheetOptions sheet = sheet_options(options);
  std::vector<NamedResults> files;
  for (const std::string& path : options.results) files.push_back({path, read_whole_sweep(path).rows});
  const measure::ResultTable table = result_sheet(files, sheet);
  if (table.rows.empty()) throw UsageError("no result meets these conditions");
  data::write_file_atomically(options.output, measure::csv(table));
  if (options.output != "-") fmt::print("{}\n", options.output);
}

}  // namespace

void add_export_csv(CLI::App& command) {
  const auto options = std::make_shared<ExportCsvOptions>();
  CLI::App* csv =
      command.add_subcommand("csv", "Write the results of sweeps as a table, also joined, with own columns");
  const OptionGroup group(*csv);
  group.value("RESULTS", "FILE", options->results, "results files of texelsort sweep -o or texelsort tune -o")
      ->required();
  group.value("-o,--output", "FILE", options->output, "CSV file to write, or - for standard output")->required();
  group.value("--column", "NAME=EXPRESSION", options->columns,
              "add a column that follows from others, such as seconds=median_ms/1000; may be repeated");
  group.value("--where", "CONDITION", options->restrictions,
              "write only lines that meet this condition, such as 'n>=65536 and samples>5'; may be repeated");
  group.flag("--join", options->joined,
             "write one line per configuration, with columns such as median_ms_1 and median_ms_2 of all files");
  csv->footer(
      "Examples:\n"
      "  texelsort export csv sweep.jsonl --column ns_per_key=median_ms*1e6/n -o sweep.csv\n"
      "  texelsort export csv old.jsonl new.jsonl --join --column ratio=median_ms_2/median_ms_1 -o -");
  csv->callback([options] { export_csv(*options); });
}

}  // namespace texelsort::app
