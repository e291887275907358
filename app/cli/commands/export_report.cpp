#include <memory>

#include <fmt/format.h>

#include "app/cli/commands/export_command.h"
#include "app/cli/options/output_ending.h"
#include "app/cli/reports/sweep_report.h"
#include "app/export/report.h"
#include "app/gui/window/plot_painting.h"
#include "app/problem/option_group.h"
#include "app/session/options/view_state_options.h"
#include "compute/data/io/files.h"

namespace texelsort::app {

namespace {

struct ExportReportOptions {
  std::string results, output, colormap = "viridis";
};

void export_report(const ExportReportOptions& options) {
  if (options.output != "-") output_ending(options.output, {{".html", "a page"}, {".htm", "a page"}});
  const ColormapName colormap = colormap_option(options.colormap);
  constexpr float em = 15;
  const std::string page = report_page(read_whole_sweep(options.results), plot_style(ThemeName::light, colormap, em),
                                       plot_style(ThemeName::dark, colormap, em));
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
  report->footer("Example:\n  texelsort export report sweep.jsonl -o sweep.html");
  report->callback([options] { export_report(*options); });
}

}  // namespace texelsort::app
