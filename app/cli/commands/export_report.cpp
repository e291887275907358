#include <memory>

#include <fmt/format.h>

#include "app/cli/commands/export_command.h"
#include "app/cli/options/output_ending.h"
#include "app/cli/reports/sweep_report.h"
#include "app/export/report.h"
#include "app/gui/window/plot_painting.h"
#include "app/problem/option_group.h"
#include "app/session/options/view_state_options.h"
#include "app/tuning/sweeps/result_files.h"
#include "compute/data/error.h"
#include "compute/data/io/files.h"

namespace texelsort::app {

namespace {

struct ExportReportOptions {
  std::string results, output, value, colormap = "viridis";
  std::vector<std::string> pivots;
};

std::vector<Pivot> read_pivots(const ExportReportOptions& options) {
  if (!options.value.empty() && options.pivots.empty()) throw UsageError("--value needs a pivot table: add --pivot");
  std::vector<Pivot> pivots;
  for (const std::string& text : options.pivots) {
    const std::size_t comma = text.find(',');
    if (comma == 0 || comma == std::string::npos || comma + 1 == text.size()) {
      throw UsageError(fmt::format("--pivot {}: expected ROWS,COLUMNS, such as digit,workgroup", text));
    }
    pivots.push_back({text.substr(0, comma), text.substr(comma + 1)});
    if (!options.value.empty()) pivots.back().value = Expression("--value", options.value);
  }
  return pivots;
}

void export_report(const ExportReportOptions& options) {
  if (options.output != "-") output_ending(options.output, {{".html", "a page"}, {".htm", "a page"}});
  const ColormapName colormap = colormap_option(options.colormap);
  constexpr float em = 15;
  const std::string page = report_page(read_whole_sweep(options.results), plot_style(ThemeName::light, colormap, em),
                                       plot_style(ThemeName::dark, colormap, em), read_pivots(options));
  data::write_file_atomically(options.output, page);
  if (options.output != "-") fmt::print("{}\n", options.output);
}

}  // namespace

void add_export_report(CLI::App& command) {
  const auto options = std::make_shared<ExportReportOptions>();
  CLI::App* report =
      command.add_subcommand("report", "Write one HTML file about a sweep: plots, tables, machine, command");
  const OptionGroup group(*report);
  group.value("RESULTS", "FILE", options->results, "results file of texelsort sweep -o")->required();
  group.value("-o,--output", "FILE", options->output, "HTML file to write, or - for standard output")->required();
  group.value("--colormap", "NAME", options->colormap, "colours of values: viridis (default) or cividis",
              listed("viridis, cividis"));
  group.value("--pivot", "ROWS,COLUMNS", options->pivots,
              "add a pivot table with these two dimensions, such as digit,workgroup; may be repeated (default: the two "
              "most influential)");
  group.value("--value", "EXPRESSION", options->value,
              "value in the cells of the pivot tables, over the columns of export csv (default: median_ms)");
  report->footer(
      "Examples:\n"
      "  texelsort export report sweep.jsonl -o sweep.html\n"
      "  texelsort export report sweep.jsonl --pivot digit,workgroup --value mkeys_per_s -o sweep.html");
  report->callback([options] { export_report(*options); });
}

}  // namespace texelsort::app
