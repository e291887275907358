#include <algorithm>
#include <array>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/cli/commands/export_command.h"
#include "app/cli/options/output_ending.h"
#include "app/cli/options/picture_options.h"
#include "app/cli/reports/sweep_report.h"
#include "app/export/plots/external_plot.h"
#include "app/export/png.h"
#include "app/external/report_file.h"
#include "app/gui/window/plot_painting.h"
#include "app/problem/option_group.h"
#include "app/session/options/view_state_options.h"
#include "app/tuning/sweeps/result_files.h"
#include "compute/data/error.h"
#include "compute/data/io/files.h"
#include "compute/data/text/nearest.h"
#include "compute/data/text/number.h"

namespace texelsort::app {

namespace {

struct ExportPlotOptions {
  std::string results, output, kind, x, y, by = "time", others = "best", line, title;
  std::vector<std::string> where;
  double best = 10, bandwidth = 0, text = 15;
  std::uint64_t most = 16;
  bool linear = false;
  std::string size = "960x600", theme = "light", colormap = "viridis";
};

const std::vector<std::string> kinds{"heat-map", "parallel", "parameters", "throughput", "boxes", "predicted"};

std::vector<std::string> all_kinds() {
  std::vector<std::string> all = kinds;
  for (const std::string& one : external_picture_names()) all.push_back(one);
  return all;
}

std::string one_of(const char* option, const std::string& word, const std::vector<std::string>& words) {
  for (const std::string& one : words) {
    if (one == word) return one;
  }
  throw UsageError(
      fmt::format("{} {}: choose from {}{}", option, word, fmt::join(words, ", "), data::did_you_mean(word, words)));
}

/// Reads the conditions that select rows of the results. Throws UsageError for dimensions and values that no row has.
Where read_where(std::span<const TrialResult> rows, const std::vector<std::string>& texts) {
  Where where;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) throw UsageError(fmt::format("--where {}: expected NAME=VALUE", text));
    const Dimension dimension = find_dimension(rows, text.substr(0, equals));
    std::string value = text.substr(equals + 1);
    if (dimension.name == "n") {
      if (const auto n = data::parse_size(value)) value = std::to_string(*n);
    }
    if (std::ranges::find(dimension.values, value) == dimension.values.end()) {
      throw UsageError(fmt::format("--where {}: choose from {}{}", text, fmt::join(dimension.values, ", "),
                                   data::did_you_mean(value, dimension.values)));
    }
    where[dimension.name] = value;
  }
  return where;
}

/// Throws UsageError for options that a kind of plot does not use.
void refuse_unused(const CLI::App& command, const std::string& kind) {
  struct Use {
    const char* option;
    std::vector<std::string> kinds;
  };
  const std::array uses{Use{"--x", {"heat-map"}},
                        Use{"--y", {"heat-map"}},
                        Use{"--by", {"heat-map"}},
                        Use{"--others", {"heat-map"}},
                        Use{"--best", {"parallel"}},
                        Use{"--line", {"throughput"}},
                        Use{"--linear", {"throughput", "boxes"}},
                        Use{"--bandwidth", {"predicted"}},
                        Use{"--most", {"boxes"}},
                        Use{"--where", kinds}};
  for (const Use& use : uses) {
    if (command.count(use.option) == 0 || std::ranges::find(use.kinds, kind) != use.kinds.end()) continue;
    throw UsageError(fmt::format("{} applies only to --kind {}, but the kind is {}: leave it out", use.option,
                                 fmt::join(use.kinds, ", "), kind));
  }
}

Plot plot_of(std::span<const TrialResult> rows, const ExportPlotOptions& options, const PlotStyle& style) {
  const Where where = read_where(rows, options.where);
  const std::string& title = options.title;
  if (options.kind == "heat-map") {
    return heat_map(
        rows,
        {.x = options.x,
         .y = options.y,
         .value = one_of("--by", options.by, {"time", "rank"}) == "rank" ? PlotValue::rank : PlotValue::time,
         .others = one_of("--others", options.others, {"best", "mean"}) == "mean" ? Folding::mean : Folding::best,
         .where = where,
         .title = title},
        style);
  }
  if (options.kind == "parallel") {
    if (!(options.best > 0 && options.best <= 100)) {
      throw UsageError(fmt::format("--best {}: expected a percentage above 0, up to 100", options.best));
    }
    return parallel_coordinates(rows, {.best_percent = options.best, .where = where, .title = title}, style);
  }
  if (options.kind == "parameters") return sorted_parameters(rows, {.where = where, .title = title}, style);
  if (options.kind == "boxes") {
    return box_plots(rows, {.most = options.most, .log = !options.linear, .where = where, .title = title}, style);
  }
  if (options.kind == "predicted") {
    if (options.bandwidth < 0) throw UsageError("--bandwidth: expected GB/s above 0");
    return predicted_times(rows, {.bytes_per_second = 1e9 * options.bandwidth, .where = where, .title = title}, style);
  }
  ThroughputOptions lines{.log_x = !options.linear, .log_y = !options.linear, .where = where, .title = title};
  if (!options.line.empty()) {
    lines.line = one_of("--line", options.line, {"algorithm", "configuration"}) == "algorithm" ? LineOf::algorithm
                                                                                               : LineOf::configuration;
  }
  return throughput(rows, lines, style);
}

Plot plot_of_file(const CLI::App& command, ExportPlotOptions& options, const PlotStyle& style) {
  const bool external = is_external_report(options.results);
  if (options.kind.empty()) options.kind = external ? "pipeline" : "heat-map";
  one_of("--kind", options.kind, all_kinds());
  refuse_unused(command, options.kind);
  const auto picture = find_external_picture(options.kind);
  if (external != picture.has_value()) {
    throw UsageError(fmt::format("--kind {}: {} is {}; choose from the kinds {}", options.kind, options.results,
                                 external ? "a report of external-sort" : "not a report of external-sort",
                                 fmt::join(external ? external_picture_names() : kinds, ", ")));
  }
  if (picture) return external_plot(*picture, read_external_report(options.results), options.title, style);
  return plot_of(read_whole_sweep(options.results).rows, options, style);
}

void export_plot(const CLI::App& command, ExportPlotOptions& options) {
  const std::string ending =
      output_ending(options.output, {{".png", "pixels"}, {".svg", "lines and texts, with tooltips"}});
  if (!(options.text >= 6 && options.text <= 100)) {
    throw UsageError(fmt::format("--text {}: expected 6 to 100 pixels", options.text));
  }
  PlotStyle style =
      plot_style(theme_option(options.theme), colormap_option(options.colormap), static_cast<float>(options.text));
  const gpu::Extent size = picture_size(options.size);
  style.width = static_cast<float>(size.width);
  style.height = static_cast<float>(size.height);
  const Plot plot = plot_of_file(command, options, style);
  if (ending == ".png") {
    write_png(options.output, raster(plot.drawing));
  } else {
    data::write_file_atomically(options.output, svg(plot));
  }
  fmt::print("{}\n", options.output);
}

}  // namespace

void add_export_plot(CLI::App& command) {
  const auto options = std::make_shared<ExportPlotOptions>();
  CLI::App* plot = command.add_subcommand(
      "plot", "Write a plot of the results of a sweep or of external-sort, such as a heat map or a pipeline");
  const OptionGroup group(*plot);
  group
      .value("RESULTS", "FILE", options->results,
             "results file of texelsort sweep -o, or output of texelsort external-sort --json")
      ->required();
  group.value("--kind", "KIND", options->kind,
              fmt::format("kind of plot; of a sweep: {} (default: heat-map); of external-sort: {} (default: pipeline)",
                          fmt::join(kinds, ", "), fmt::join(external_picture_names(), ", ")),
              all_kinds);
  group
      .value("--where", "NAME=VALUE", options->where,
             "plot only rows with this value, such as n=2^16; repeat to combine conditions")
      ->allow_extra_args();
  group.value("-o,--output", "FILE", options->output, "file to write: FILE.png or FILE.svg")->required();
  const OptionGroup data(*plot, "Kinds");
  data.value("--x", "NAME", options->x, "heat-map: parameter on the x axis (default: the most influential)");
  data.value("--y", "NAME", options->y, "heat-map: parameter on the y axis (default: the second most influential)");
  data.value("--by", "WORD", options->by, "heat-map: value of a cell: time (default) or rank", listed("time, rank"));
  data.value("--others", "WORD", options->others,
             "heat-map: how to combine the other parameters: best (default) or mean", listed("best, mean"));
  data.value("--best", "PERCENT", options->best, "parallel: percentage of configurations to highlight (default: 10)");
  data.value("--line", "WORD", options->line,
             "throughput: one line per algorithm or per configuration (default: configuration if there are few)",
             listed("algorithm, configuration"));
  data.flag("--linear", options->linear, "throughput, boxes: linear axes instead of logarithmic ones");
  data.value("--most", "COUNT", options->most, "boxes: number of the fastest configurations to show (default: 16)");
  data.value("--bandwidth", "GB/S", options->bandwidth,
             "predicted: bandwidth of a copy in GB/s (default: the highest in the file)");
  const OptionGroup look(*plot, "Picture");
  look.value("--title", "TEXT", options->title, "title above the plot");
  look.value("--size", "WxH", options->size, "size in pixels (default: 960x600); lists use the height that they need");
  look.value("--text", "PIXELS", options->text, "text size in pixels, 6 to 100 (default: 15; 27 for a projector)");
  look.value("--theme", "THEME", options->theme, "colour theme: light (default) or dark", listed("dark, light"));
  look.value("--colormap", "NAME", options->colormap, "colours of values: viridis (default) or cividis",
             listed("viridis, cividis"));
  plot->footer(
      "Examples:\n"
      "  texelsort export plot sweep.jsonl --x digit --y workgroup --where n=2^16 -o digits.png\n"
      "  texelsort export plot sweep.jsonl --kind parallel --best 5 -o best.svg\n"
      "  texelsort export plot sweep.jsonl --kind throughput --text 27 --size 1920x1080 --theme dark -o slide.png\n"
      "  texelsort export plot sort.jsonl -o pipeline.svg\n"
      "  texelsort export plot plan.json --kind salzberg -o salzberg.png");
  plot->callback([plot, options] { export_plot(*plot, *options); });
}

}  // namespace texelsort::app
