#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>

#include <fmt/format.h>

#include "app/cli/commands/commands.h"
#include "app/cli/commands/external_rows.h"
#include "app/cli/commands/interrupt.h"
#include "app/cli/options/device_options.h"
#include "app/cli/options/output_ending.h"
#include "app/cli/reports/sweep_report.h"
#include "app/export/png.h"
#include "app/export/reproduction_report.h"
#include "app/gui/window/plot_painting.h"
#include "app/problem/json_document.h"
#include "app/problem/option_group.h"
#include "app/problem/progress.h"
#include "app/tuning/sweeps/result_files.h"
#include "compute/data/error.h"
#include "compute/data/io/files.h"
#include "compute/data/text/outgoing_text.h"
#include "compute/measure/result_table.h"

namespace texelsort::app {

namespace {

struct ReproduceOptions {
  std::vector<std::string> names, from;
  std::string results, output;
  ReproductionRequest request;
  DeviceOptions device;
  bool list = false, json = false, quick = false, resume = false;
};

std::vector<Experiment> chosen_experiments(const ReproduceOptions& options) {
  std::vector<Experiment> chosen;
  for (const std::string& name : options.names) {
    chosen.push_back(with_claims(find_experiment(name), options.request.claims));
  }
  return options.names.empty() ? experiments() : chosen;
}

/// Lists all experiments, or the claims of the named ones.
void list_experiments(const ReproduceOptions& options) {
  measure::ResultTable table;
  std::string claims;
  std::vector<ordered_json> claim_lists;
  for (const Experiment& experiment : chosen_experiments(options)) {
    table.add({{"experiment", "experiment", short_name_of(experiment)},
               {"claims", "claims", std::uint64_t{experiment.claims.size()}},
               {"title", "title", experiment.title},
               {"source", "source", experiment.source}});
    if (options.names.empty()) continue;
    claims += claims_text(experiment);
    claim_lists.push_back(claims_json(experiment));
  }
  if (options.json) {
    ordered_json rows = rows_json(table);
    for (std::size_t i = 0; i < claim_lists.size(); ++i) rows[i]["claim_list"] = claim_lists[i];
    fmt::print("{}", json_document("experiments", {{"experiments", rows}}));
  } else {
    fmt::print("{}", data::outgoing_text(claims.empty() ? measure::text_table(table) : claims));
  }
}

std::string file_of(const std::string& folder, const Experiment& experiment) {
  return (std::filesystem::path(folder) / (short_name_of(experiment) + ".jsonl")).string();
}

/// Measures several experiments, one after the other.
class ReproduceRun {
 public:
  explicit ReproduceRun(ReproduceOptions& options) : options_(options), device_(options.device.device_if_any()) {
    if (options_.quick) {
      options_.request.effort = Effort::quick;
      BudgetOptions& asked = options_.request.budget;
      asked.budget.warmups = 1;
      if (asked.samples == 0 && asked.budget.seconds == asked.usual_seconds) asked.budget.seconds = 0.1;
    } else {
      options_.request.effort = device_ == nullptr || device_->info().software ? Effort::software : Effort::gpu;
    }
    options_.request.execution = options_.device.execution();
  }

  ReproducedMachine measure(const Experiment& experiment) {
    const auto trials = trials_of(experiment, options_.request, info_of(device_));
    auto external = external_rows(experiment, options_.request);
    SweepResults results{.header = header_of(experiment, options_.request, options_.device.command_line(),
                                             info_of(device_), trials.size() + external.size()),
                         .rows = {}};
    SweepWriter writer = open(experiment, results);
    const auto add = [&](const TrialResult& row) {
      writer.add(row);
      put(results.rows, row);
    };
    const auto tell = [&, all = trials.size() + external.size()] {
      show_progress(fmt::format("{}: {} of {} configurations", short_name_of(experiment), results.rows.size(), all));
    };
    for (const auto& group : interleaved_groups(experiment, trials)) {
      if (Interrupt::asked()) break;
      SweepControl control{.budget = options_.request.budget.budget,
                           .seed = options_.request.seed + results.rows.size()};
      for (const TrialResult& row : results.rows) control.groups_before = std::max(control.groups_before, row.group);
      control.together = true;
      control.done = results.rows;
      control.cancelled = Interrupt::asked;
      control.result = add;
      control.partial = [&writer](std::span<const TrialResult> rows) { writer.add(rows); };
      control.progress = [&](const SweepProgress&) { tell(); };
      run_sweep(group, device_, control);
    }
    std::erase_if(external, [&results](const TrialResult& row) {
      return std::ranges::find(results.rows, row.key(), &TrialResult::key) != results.rows.end();
    });
    for (const auto& group : interleaved_groups(experiment, external)) {
      if (Interrupt::asked()) break;
      tell();
      const std::uint64_t number = results.rows.size() + 1;
      measure_external_rows(group, options_.request.budget.budget, options_.request.seed + number,
                            options_.device.command_line(), [&](TrialResult row) {
                              row.group = number;
                              add(row);
                            });
    }
    show_progress("");
    if (Interrupt::asked()) {
      throw Error(ExitCode::check_failed,
                  fmt::format("cancelled in {}{}", short_name_of(experiment),
                              options_.results.empty() ? "" : ": the same command with --resume continues"));
    }
    std::vector<SweepResults> runs;
    runs.push_back(std::move(results));
    return judged(experiment, std::move(runs));
  }

 private:
  SweepWriter open(const Experiment& experiment, SweepResults& results) {
    if (options_.results.empty()) return {};
    std::filesystem::create_directories(options_.results);
    const std::string path = file_of(options_.results, experiment);
    if (!options_.resume || !std::filesystem::exists(path)) return SweepWriter::create(path, results.header);
    SweepResults before = read_sweep(path);
    require_same(path, before.header, results.header);
    SweepWriter writer = SweepWriter::resume(path, before);
    results = std::move(before);
    return writer;
  }

  ReproduceOptions& options_;
  gpu::Device* device_;
  const Interrupt interrupt_{};
};

std::vector<ReproducedExperiment> read_results(const ReproduceOptions& options) {
  std::vector<ReproducedExperiment> all;
  for (const Experiment& experiment : chosen_experiments(options)) {
    ReproducedExperiment one{.experiment = experiment, .machines = {}};
    std::map<std::string, std::vector<SweepResults>> runs;  // by machine
    for (const std::string& folder : options.from) {
      const std::string path = file_of(folder, experiment);
      if (!std::filesystem::exists(path)) continue;
      SweepResults results = read_whole_sweep(path);
      runs[machine_name(results.header)].push_back(std::move(results));
    }
    for (auto& [name, of_machine] : runs) one.machines.push_back(judged(experiment, std::move(of_machine)));
    if (!one.machines.empty()) all.push_back(std::move(one));
  }
  if (all.empty()) throw UsageError("--from: these folders contain no results of the experiments");
  return all;
}

void write(const ReproduceOptions& options, const std::vector<ReproducedExperiment>& all, const std::string& ending) {
  constexpr float em = 15;
  const PlotStyle light = plot_style(ThemeName::light, ColormapName::viridis, em);
  const auto plot = [&] { return reproduction_plot(all, "The papers, measured again", light); };
  if (ending == ".png") {
    write_png(options.output, raster(plot().drawing));
  } else {
    data::write_file_atomically(
        options.output, ending == ".md"     ? reproduction_markdown(all)
                        : ending == ".json" ? reproduction_json(all)
                        : ending == ".svg"
                            ? svg(plot())
                            : reproduction_html(all, light, plot_style(ThemeName::dark, ColormapName::viridis, em)));
  }
  fmt::print("{}\n", options.output);
}

void require_right(const std::vector<ReproducedExperiment>& all) {
  for (const ReproducedExperiment& experiment : all) {
    for (const ReproducedMachine& machine : experiment.machines) {
      for (const SweepResults& run : machine.runs) {
        const auto failed = std::ranges::find(run.rows, TrialStatus::failed, &TrialResult::status);
        if (failed == run.rows.end()) continue;
        throw Error(ExitCode::check_failed,
                    fmt::format("{} n={}: {}", configuration_text(*failed), failed->n, failed->reason));
      }
    }
  }
}

void reproduce(const CLI::App& command, ReproduceOptions& options) {
  if (!options.request.claims.empty() && options.names.size() != 1) {
    throw UsageError("--claim needs exactly one experiment: name it");
  }
  if (options.list) {
    for (const char* option : {"--claim", "--from", "--results", "--resume", "--quick", "--output"}) {
      if (command.count(option) > 0)
        throw UsageError(fmt::format("{} cannot be used with --list, which measures nothing", option));
    }
    list_experiments(options);
    return;
  }
  if (!options.from.empty()) {
    for (const char* option : {"--results", "--resume", "--quick", "--samples", "--seconds", "--seed"}) {
      if (command.count(option) > 0)
        throw UsageError(fmt::format("{} cannot be used with --from, which measures nothing", option));
    }
  }
  if (options.resume && options.results.empty()) {
    throw UsageError("--resume needs the folder to continue: name it with --results");
  }
  if (options.json && !options.output.empty())
    throw UsageError("--json prints to standard output: use -o FILE.json alone to write a file");
  const std::string ending = options.output.empty() ? std::string()
                                                    : output_ending(options.output, {{".md", "Markdown"},
                                                                                     {".json", "JSON"},
                                                                                     {".html", "a page"},
                                                                                     {".svg", "a picture of lines"},
                                                                                     {".png", "a picture of pixels"}});
  std::vector<ReproducedExperiment> all;
  if (options.from.empty()) {
    ReproduceRun run(options);
    for (const Experiment& experiment : chosen_experiments(options)) {
      all.push_back({.experiment = experiment, .machines = {}});
      all.back().machines.push_back(run.measure(experiment));
    }
  } else {
    all = read_results(options);
  }
  if (!ending.empty()) {
    write(options, all, ending);
  } else {
    fmt::print("{}", options.json ? reproduction_json(all) : data::outgoing_text(reproduction_text(all)));
  }
  require_right(all);
}

}  // namespace

void add_reproduce_command(CLI::App& app) {
  const auto options = std::make_shared<ReproduceOptions>();
  CLI::App* command = app.add_subcommand("reproduce", "Measure the claims of the papers again, with a verdict on each");
  const OptionGroup group(*command);
  group.value("EXPERIMENT", "NAME-OR-FILE", options->names,
              "names of experiments, or files (default: all built-in experiments)", experiment_names);
  group.flag("--list", options->list, "list the experiments, or the claims of the named ones");
  options->request.add_claim_option(group);
  group.flag("--quick", options->quick,
             "use small problems and short measurements: two minutes with software rendering");
  options->request.budget.add_options(group, "", "1 per configuration");
  add_seed_option(group, options->request.seed);
  group.value("--results", "FOLDER", options->results,
              "write every result to this folder as soon as it is measured, one EXPERIMENT.jsonl each");
  group.flag("--resume", options->resume, "continue the folder of --results: its results are not measured again");
  group.value(
      "--from", "FOLDER", options->from,
      "report on the results in this folder and measure nothing; may be repeated, also for further runs of a machine");
  group.value("-o,--output", "FILE", options->output,
              "file to write the report to: FILE.md, .html, .json, .svg or .png");
  group.flag("--json", options->json, "print the report as JSON");
  options->device.add_options_of_one_device(*command);
  command->footer(
      "Most claims say which of two times is shorter, and by what ratio. The 95 % interval of the measured ratio\n"
      "decides whether a claim holds, is weaker or is reversed. Claims that need an NVIDIA GPU are not measured\n"
      "without one.\n\n"
      "Examples:\n"
      "  texelsort reproduce --list\n"
      "  texelsort reproduce --list fragment-methods\n"
      "  texelsort reproduce fragment-methods --quick\n"
      "  texelsort reproduce --results here -o papers.html\n"
      "  texelsort reproduce --from here --from there -o papers.md");
  command->callback([command, options] { reproduce(*command, *options); });
}

}  // namespace texelsort::app
