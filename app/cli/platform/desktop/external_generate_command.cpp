#include <memory>

#include <fmt/format.h>

#include "app/cli/commands/commands.h"
#include "app/cli/options/device_options.h"
#include "app/external/external_options.h"
#include "app/problem/json_document.h"
#include "app/problem/option_group.h"
#include "app/problem/progress.h"
#include "compute/data/error.h"
#include "compute/data/text/number_format.h"
#include "compute/external/generate.h"

namespace texelsort::app {

namespace {

struct GenerateOptions {
  std::string records, output, first = "0";
  external::BenchmarkKind kind;
  bool checksum = false, json = false;
  ThreadOptions threads;
};

external::WideNumber record_number(const std::string& text, const std::string& option) {
  if (const auto number = external::parse_wide(text)) return *number;
  return size_option(text, option);
}

void generate(const GenerateOptions& options) {
  if (options.json && options.output == "-") {
    throw UsageError("--json and the records cannot both go to standard output: name a file for the records");
  }
  const external::WideNumber first = record_number(options.first, "-b");
  const std::uint64_t records = size_option(options.records, "RECORDS");
  const auto limit = options.threads.limit();
  give_freed_memory_back();
  const auto report = [&](std::uint64_t done) {
    show_progress(fmt::format("{} of {} records", data::grouped(done), data::grouped(records)));
  };
  const external::WideNumber checksum = external::generate_records(
      {options.kind, first, records, options.checksum || options.json}, options.output, report);
  show_progress("");
  if (options.json) {
    fmt::print("{}", json_document("external-generate", {{"records", records},
                                                         {"bytes", records * external::benchmark_record_bytes},
                                                         {"first", external::decimal_text(first)},
                                                         {"ascii", options.kind.ascii},
                                                         {"skewed", options.kind.skewed},
                                                         {"checksum", external::hexadecimal_text(checksum)},
                                                         {"output", options.output}}));
  } else if (options.checksum) {
    fmt::print(options.output == "-" ? stderr : stdout, "{}\n", external::hexadecimal_text(checksum));
  }
}

}  // namespace

void add_external_generate_command(CLI::App& app) {
  auto* command =
      app.add_subcommand("external-generate", "Write records of the sort benchmark, byte for byte as gensort does");
  auto options = std::make_shared<GenerateOptions>();
  const OptionGroup group(*command);
  group.value("RECORDS", "SIZE", options->records, "number of records, of 100 bytes each")->required();
  group.value("OUT", "FILE", options->output, "file to write; - for standard output")->required();
  group.flag("-a,--ascii", options->kind.ascii, "write printable keys, and end each record with a line end");
  group.flag("-s,--skewed", options->kind.skewed, "let the keys of three records in four share prefixes");
  group.value("-b,--begin", "NUMBER", options->first, "number of the first record, up to 2^128 - 1 (default: 0)");
  group.flag("-c,--checksum", options->checksum, "print the sum of the records' CRC32 in hexadecimal digits");
  options->threads.add_options(group);
  group.flag("--json", options->json, "print one JSON object with the checksum");
  command->footer(
      "Any part of the benchmark's input can be generated without the parts before it. Concatenated parts are the\n"
      "whole.\n\n"
      "Examples:\n"
      "  texelsort external-generate 1e6 records.dat -c\n"
      "  texelsort external-generate 1000 part.dat -b 2000\n"
      "  texelsort external-generate 42949672 records.txt --ascii --skewed");
  command->callback([options] { generate(*options); });
}

}  // namespace texelsort::app
