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
  std::string results, output, metadata;
};

void export_t4(const ExportT4Options& options) {
  for (const auto& [option, path] : {std::pair("-o", options.output), {"--metadata", options.metadata}}) {
    if (path.empty() || path == "-" || path.ends_with(".json")) continue;
    throw UsageError(fmt::format("{} {}: T4 is JSON: choose a name ending in .json", option, path));
  }
  const SweepResults results = read_sweep(options.results);
  const auto write = [](const std::string& path, const std::string& text) {
    if (path.empty()) return;
    data::write_file_atomically(path, text);
    if (path != "-") fmt::print("{}\n", path);
  };
  write(options.output, t4_json(results));
  write(options.metadata, t4_metadata_json(results));
}

}  // namespace

void add_export_t4(CLI::App& command) {
  const auto options = std::make_shared<ExportT4Options>();
  CLI::App* t4 =
      command.add_subcommand("t4", "Write the results of a sweep as T4 JSON 1.0.0, an exchange format of autotuners");
  const OptionGroup group(*t4);
  group.value("RESULTS", "FILE", options->results, "results file of texelsort sweep -o")->required();
  group.value("-o,--output", "FILE", options->output, "JSON file to write, or - for standard output")->required();
  group.value("--metadata", "FILE", options->metadata,
              "also write machine and program as T4 metadata to this JSON file");
  t4->footer("Example:\n  texelsort export t4 sweep.jsonl -o sweep.json --metadata sweep-metadata.json");
  t4->callback([options] { export_t4(*options); });
}

}  // namespace texelsort::app
