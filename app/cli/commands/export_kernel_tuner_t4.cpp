#include <memory>

#include <fmt/format.h>

#include "app/cli/commands/export_command.h"
#include "app/problem/option_group.h"
#include "app/tuning/sweeps/sweep_file.h"
#include "compute/data/error.h"
#include "compute/data/io/files.h"

namespace texelsort::app {

namespace {

struct ExportT4Options {
  std::string results, output;
};

void export_t4(const ExportT4Options& options) {
  if (options.output != "-" && !options.output.ends_with(".json")) {
    throw UsageError(fmt::format("-o {}: T4 is JSON: choose a name ending in .json", options.output));
  }
  const SweepResults results = read_sweep(options.results);
  data::write_file_atomically(options.output, t4_json(results));
  if (options.output != "-") fmt::print("{}\n", options.output);
}

}  // namespace

void add_export_t4(CLI::App& command) {
  const auto options = std::make_shared<ExportT4Options>();
  CLI::App* t4 =
      command.add_subcommand("t4", "Write the results of a sweep as T4 JSON 1.0.0, an exchange format of autotuners");
  const OptionGroup group(*t4);
  group.value("RESULTS", "FILE", options->results, "results file of texelsort sweep -o")->required();
  group.value("-o,--output", "FILE", options->output, "JSON file to write, or - for standard output")->required();
  t4->footer("Example:\n  texelsort export t4 sweep.jsonl -o sweep.json");
  t4->callback([options] { export_t4(*options); });
}

}  // namespace texelsort::app
