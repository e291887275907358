#include <memory>

#include <fmt/format.h>

#include "app/cli/commands/commands.h"
#include "app/external/external_options.h"
#include "app/problem/json_document.h"
#include "app/problem/option_group.h"
#include "app/problem/progress.h"
#include "compute/data/error.h"
#include "compute/data/io/files.h"
#include "compute/data/text/outgoing_text.h"
#include "compute/external/pipe.h"
#include "compute/external/record_summary.h"

namespace texelsort::app {

namespace {

struct VerifyOptions {
  std::vector<std::string> files;
  std::string summary;  ///< path of the summary file to write
  bool summaries = false, json = false;
  FormatOptions format;
  ThreadOptions threads;
};

/// A part of the output to verify: one file, or one summary from a file of summaries.
struct Partition {
  std::string name;
  external::RecordSummary summary;
};

std::vector<Partition> partitions(const VerifyOptions& options, const external::RecordFormat& format) {
  external::require_different_pipes(options.files);
  std::vector<Partition> found;
  for (const std::string& file : options.files) {
    if (!options.summaries) {
      show_progress("reading " + file);
      found.push_back({file, summarise_file(format, file)});
      continue;
    }
    const auto of_file = external::read_summaries(data::read_file(file), *format.record_bytes(), file);
    for (std::size_t i = 0; i < of_file.size(); ++i) found.push_back({fmt::format("{}#{}", file, i + 1), of_file[i]});
  }
  show_progress("");
  return found;
}

ordered_json json_of(const external::RecordSummary& summary) {
  return {{"records", external::decimal_text(summary.records)},
          {"checksum", external::hexadecimal_text(summary.checksum)},
          {"duplicates", or_null(summary.in_order(), external::decimal_text(summary.duplicates))},
          {"unordered", external::decimal_text(summary.unordered)},
          {"first_unordered", or_null(!summary.in_order(), external::decimal_text(summary.first_unordered))}};
}

std::string text_of(const external::RecordSummary& summary) {
  std::string text = fmt::format("{} records, checksum {}, ", external::decimal_text(summary.records),
                                 external::hexadecimal_text(summary.checksum));
  if (summary.in_order())
    return text + fmt::format("{} duplicate keys, in order", external::decimal_text(summary.duplicates));
  return text + fmt::format(
                    "not in order: {} records are smaller than the record before them; the first of these is "
                    "record {}",
                    external::decimal_text(summary.unordered), external::decimal_text(summary.first_unordered));
}

void verify(const VerifyOptions& options) {
  const auto limit = options.threads.limit();
  const auto format = options.format.format(options.files);
  if (options.format.explains()) return explain_format(options.files, *format);
  if ((options.summaries || !options.summary.empty()) && !format->record_bytes()) {
    throw UsageError("-o and -s need records of equal length, but rows have different lengths: leave them out");
  }
  const std::vector<Partition> parts = partitions(options, *format);
  external::RecordSummary whole;
  for (const Partition& part : parts) append(*format, whole, part.summary);
  if (!options.summary.empty()) {
    data::write_file_atomically(options.summary, summary_bytes(whole, *format->record_bytes()));
  }
  if (options.json) {
    ordered_json list = ordered_json::array();
    for (const Partition& part : parts) {
      ordered_json row{{"name", part.name}};
      row.update(json_of(part.summary));
      list.push_back(row);
    }
    fmt::print("{}",
               json_document("external-verify",
                             {{"format", format->identity()}, {"together", json_of(whole)}, {"partitions", list}}));
  } else if (options.summary != "-") {
    if (parts.size() > 1) {
      for (const Partition& part : parts) fmt::print("{}: {}\n", data::outgoing_text(part.name), text_of(part.summary));
    }
    fmt::print("{}{}\n", parts.size() > 1 ? "together: " : "", text_of(whole));
  }
  if (!whole.in_order()) throw Error(ExitCode::check_failed, "the records are not in order");
}

}  // namespace

void add_external_verify_command(CLI::App& app) {
  auto* command = app.add_subcommand(
      "external-verify", "Check the order of records, count them and their duplicates, and sum their CRC32");
  auto options = std::make_shared<VerifyOptions>();
  const OptionGroup group(*command);
  group.value("FILE", "FILE", options->files, "partitions of the sorted records, in order; - for standard input")
      ->required();
  group.value("-o,--output", "FILE", options->summary,
              "file for a summary of the records, as of valsort -o, to check together with others later");
  group.flag("-s,--summaries", options->summaries, "the files contain summaries of -o, not records");
  options->threads.add_options(group);
  group.flag("--json", options->json, "print one JSON object: each partition and all together");
  options->format.add_options(*command, false);
  command->footer(
      "Several files are partitions: texelsort checks each by itself, and all together as one. The exit code is 1 if\n"
      "the records are not in order. The checksum is that of valsort and of external-generate -c; a sort does not\n"
      "change it.\n\n"
      "Examples:\n"
      "  texelsort external-verify sorted.dat\n"
      "  texelsort external-verify part0.dat part1.dat part2.dat --json\n"
      "  texelsort external-verify part0.dat -o part0.sum\n"
      "  texelsort external-verify -s part0.sum part1.sum\n"
      "  texelsort external-verify prices.bin --record 16 --key 8:f64:desc\n"
      "  texelsort external-verify visits.csv --by day:date,price:desc");
  command->callback([options] { verify(*options); });
}

}  // namespace texelsort::app
