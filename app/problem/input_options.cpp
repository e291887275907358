#include <algorithm>
#include <array>

#include <sys/stat.h>
#include <unistd.h>

#include "app/problem/messages.h"
#include "app/problem/option_group.h"
#include "app/problem/problem_options.h"
#include "app/problem/row_options.h"
#include "compute/data/error.h"
#include "compute/data/outgoing_text.h"
#include "compute/data/readable.h"
#include "compute/data/records.h"
#include "compute/processes/processes.h"

namespace texelsort::app {

namespace {

constexpr std::array generated_options{"-d", "-n"};

/// Options about what is read.
std::vector<const char*> reading_options() {
  std::vector<const char*> options{"--format", "--column"};
  std::ranges::copy(row_reading_options(), std::back_inserter(options));
  return options;
}

OptionGroup input_group(CLI::App& app) {
  return OptionGroup(app, "Input");
}

void add_order_options(const OptionGroup& group, ProblemSpec& spec) {
  group.word("--order", "order", "asc, desc", data::parse_order, spec.order, "order of the result");
  group.word("--compare", "comparison", "natural, magnitude, ones", data::parse_comparison, spec.comparison,
             "what puts a key before another, for sorts that only compare keys");
  const auto store_payload = [&spec](const data::PayloadChoice& choice) {
    spec.payload = choice.kind;
    spec.fields = choice.fields;
  };
  group.word("--payload", "payload", "none, index, index64, record:M with M fields of 32 bits from 0 to 32",
             data::parse_payload_choice, store_payload, "what travels with each key");
  group.word("--layout", "layout of records", "by-field, hybrid, by-record", data::parse_layout, spec.layout,
             "how records stand in memory");
}

/// -d and -n, for keys that are made.
void add_generated_options(const OptionGroup& group, ProblemSpec& spec) {
  const char* usual = spec.distribution.empty() ? "permutation up to 100 keys, uniform of more" : "uniform";
  group.value("-d,--distribution", "NAME", spec.distribution,
              fmt::format("make the input; see texelsort list distributions (default {})", usual), distribution_names);
  group.read(
      "-n,--count", "SIZE", [&spec](const std::string& text) { spec.n = size_option(text, "-n"); },
      "how many keys to make: 1000, 1e6, 1M, 64Ki, 2^20 (default 64)");
}

void add_type_option(const OptionGroup& group, ProblemSpec& spec) {
  group.word("-t,--type", "key type", key_types, data::parse_key_type, spec.type, "type of the keys");
}

/// Options about reading what is made would be ignored: they exclude those of add_generated_options().
void add_reading_options(const OptionGroup& group, ProblemSpec& spec) {
  group.word("--format", "input format", "text, csv, binary, image", data::parse_format, spec.format,
             "format of INPUT, if its name does not say");
  group.value("--column", "NAME", spec.column,
              "column of a CSV file, by name or by position from 1 (default: first of numbers)");
  add_row_reading_options(group, spec.dialect, spec.missing);
  for (const char* generated : generated_options) {
    for (const char* reading : reading_options()) group.app().get_option(generated)->excludes(reading);
  }
}

}  // namespace

void add_sorting_options(CLI::App& app, ProblemSpec& spec) {
  add_seed_option(input_group(app), spec.seed);
  add_order_options(input_group(app), spec);
}

void add_problem_options(CLI::App& app, ProblemSpec& spec) {
  add_input_options(app, spec);
  add_order_options(input_group(app), spec);
}

void add_input_options(CLI::App& app, ProblemSpec& spec) {
  const OptionGroup group = input_group(app);
  auto* input = group.value("INPUT", "", spec.input,
                            "file of numbers (text, CSV, raw little-endian binary) or picture; - for standard input");
  auto* values = group.read(
      "--input-values", "LIST",
      // An empty list is still given input: one space keeps it apart from no option at all.
      [&spec](const std::string& text) { spec.values = text.empty() ? " " : text; },
      "the numbers themselves, separated by commas");
  add_generated_options(group, spec);
  for (const char* generated : generated_options) app.get_option(generated)->excludes(input)->excludes(values);
  add_type_option(group, spec);
  add_seed_option(group, spec.seed);
  add_reading_options(group, spec);
  input->excludes(values);
}

void refuse_reading_options(const CLI::App& app) {
  for (const char* reading : reading_options()) {
    if (app.count(reading) == 0) continue;
    throw UsageError(fmt::format("{} is for input that is read: name a file, or pipe it in", reading));
  }
}

void take_piped_input(const CLI::App& app, ProblemSpec& spec) {
  if (processes::several() && spec.input == "-") {
    throw UsageError("mpirun gives standard input to one process alone: name a file that all can read");
  }
  const auto given = [&app](const char* option) { return app.count(option) > 0; };
  constexpr std::array sources{"INPUT", "--input-values", "-n", "-d", "--seed"};
  if (std::ranges::any_of(sources, given)) return;
  struct stat status {};
  if (fstat(STDIN_FILENO, &status) == 0 && (S_ISFIFO(status.st_mode) || S_ISREG(status.st_mode))) {
    spec.input = "-";
    return;
  }
  refuse_reading_options(app);
}

void add_explain_option(CLI::App& app, bool& explain) {
  CLI::Option* option =
      input_group(app).flag("--explain", explain, "print how the input is understood and why, and end");
  for (const char* other : {"--output", "--trace", "--timing"}) option->excludes(other);
  for (const char* generated : generated_options) option->excludes(generated);
}

void explain_input(const ProblemSpec& spec) {
  if (!spec.files.empty()) {
    for (const std::string& file : spec.files) {
      ProblemSpec one = spec;
      one.files.clear();
      one.input = file;
      explain_input(one);
    }
    return;
  }
  if (spec.input.empty() && spec.values.empty()) {
    throw UsageError("--explain is for input that is read: name a file, or pipe it in");
  }
  ProblemSpec all = spec;
  // A missing value hinders a sort, and not its explanation.
  const data::Format format = spec.format.value_or(data::format_of_name(spec.input));
  const bool csv = format == data::Format::csv || !spec.rows.by.empty();
  if (csv && all.missing == data::Missing::error) all.missing = data::Missing::skip;
  const LoadedProblem loaded = load(all);
  for (const std::string& note : loaded.notes) say_warning(note);
  const std::string facts = loaded.shape.explanation.empty()
                                ? fmt::format("  keys             as {}\n", data::name(loaded.problem->type()))
                                : loaded.shape.explanation;
  const std::string count = data::counted(loaded.problem->n(), loaded.shape.rows ? "row" : "key");
  fmt::print("{}", data::outgoing_text(fmt::format("{}: {} with {}\n{}", loaded.origin, data::name(loaded.shape.format),
                                                   count, facts)));
}

void add_sequence_count_option(const OptionGroup& group, ProblemSpec& spec) {
  const auto read_count = [&spec](const std::string& text) {
    spec.sequences = size_option(text, "--sequences");
    if (spec.sequences == 0) throw UsageError("--sequences 0: there is nothing to merge");
  };
  group.read("--sequences", "K", read_count,
             "merges: cut the keys into K sequences of equal length and sort each (default 4)");
}

void add_sequence_options(CLI::App& app, ProblemSpec& spec) {
  add_sequence_count_option(input_group(app), spec);
  app.add_option_function<std::vector<std::string>>(
         "--lengths",
         [&spec](const std::vector<std::string>& lengths) {
           for (const std::string& length : lengths) spec.lengths.push_back(size_option(length, "--lengths"));
         },
         "merges: the same with a length for each, such as 40,0,1,23")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->excludes("--sequences")
      ->type_name("L,L,...")
      ->group("Input");
}

void add_merge_input_options(CLI::App& app, ProblemSpec& spec) {
  const OptionGroup group = input_group(app);
  group.value("FILE", "", spec.files,
              "sorted files of numbers (text, CSV, raw little-endian binary), each a sequence; - for standard input");
  add_generated_options(group, spec);
  add_sequence_options(app, spec);
  for (const char* made : {"-d", "-n", "--sequences", "--lengths"}) app.get_option(made)->excludes("FILE");
  app.get_option("--lengths")->excludes("-n");
  add_type_option(group, spec);
  add_sorting_options(app, spec);
  add_reading_options(group, spec);
}

}  // namespace texelsort::app
