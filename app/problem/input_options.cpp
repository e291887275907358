#include <algorithm>
#include <array>

#include <fmt/ranges.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/problem/messages.h"
#include "app/problem/option_group.h"
#include "app/problem/problem_options.h"
#include "app/problem/row_options.h"
#include "compute/data/error.h"
#include "compute/data/keys/records.h"
#include "compute/data/text/number_format.h"
#include "compute/data/text/outgoing_text.h"
#include "compute/mpi/processes.h"

namespace texelsort::app {

namespace {

constexpr std::array generated_options{"-d", "-n"};

/// Returns the names of the options that control the reading of input files.
std::vector<std::string> reading_options() {
  std::vector<std::string> options = row_reading_options();
  options.insert(options.begin(), {"--format", "--column"});
  return options;
}

OptionGroup input_group(CLI::App& app) {
  return OptionGroup(app, "Input");
}

void add_order_options(const OptionGroup& group, ProblemSpec& spec) {
  group.word("--order", "order", "asc, desc", data::parse_order, spec.order, "order of the result (default: asc)");
  group.word("--compare", "comparison", "natural, magnitude, ones", data::parse_comparison, spec.comparison,
             "comparison of keys, for sorts that only compare keys (default: natural)");
  const auto store_payload = [&spec](const data::PayloadChoice& choice) {
    spec.payload = choice.kind;
    spec.fields = choice.fields;
  };
  const auto written_payload = [&spec]() -> OptionGroup::Written {
    const std::string text = data::payload_text(spec.payload, spec.shape());
    return {text.substr(0, text.find(' ')), spec.payload == data::PayloadKind::none};
  };
  group.word<data::PayloadChoice>(
      "--payload", "payload", "none, index, index64, record:M with M (0 to 32) fields of 32 bits",
      data::parse_payload_choice, store_payload, "data that moves with each key (default: none)", written_payload);
  group.word("--layout", "record layout", "by-field, hybrid, by-record", data::parse_layout, spec.layout,
             "layout of records in memory (default: by-field)");
}

/// Adds -d and -n, the options that control generated keys.
void add_generated_options(const OptionGroup& group, ProblemSpec& spec) {
  const char* usual = spec.distribution.empty() ? "permutation up to 100 keys, otherwise uniform" : "uniform";
  group.value("-d,--distribution", "NAME", spec.distribution,
              fmt::format("generate keys of this distribution; see texelsort list distributions (default: {})", usual),
              distribution_names);
  group.read(
      "-n,--count", "SIZE", [&spec](const std::string& text) { spec.n = size_option(text, "-n"); },
      "number of keys to generate, such as 1000, 1e6, 1M, 64Ki or 2^20 (default: 64)", {},
      [&spec] { return spec.n ? std::optional(std::to_string(*spec.n)) : std::nullopt; });
}

void add_type_option(const OptionGroup& group, ProblemSpec& spec) {
  group.word("-t,--type", "key type", key_types, data::parse_key_type, spec.type,
             "key type (default: u32 for generated keys, otherwise from the input)");
}

/// Adds the options that control the reading of input files. Options for generated keys exclude these options, which
/// would have no effect.
void add_reading_options(const OptionGroup& group, ProblemSpec& spec) {
  group.word("--format", "input format", "text, csv, binary, image", data::parse_format, spec.format,
             "format of the input (default: from the file name)");
  group.value("--column", "NAME", spec.column,
              "CSV: column to read, by name or by position from 1 (default: the first column of numbers)");
  add_row_reading_options(group, spec.dialect, spec.missing);
}

/// Makes each option for generated input exclude all options that control reading.
void exclude_reading_of_generated(CLI::App& app) {
  for (const char* generated : generated_options) {
    for (const std::string& reading : reading_options()) app.get_option(generated)->excludes(reading);
  }
}

struct SourceOptions {
  CLI::Option *input = nullptr, *values = nullptr;
};

/// Adds the options that name the input: INPUT and --input-values.
SourceOptions add_source_options(const OptionGroup& group, ProblemSpec& spec) {
  auto* input = group.value("INPUT", "", spec.input,
                            "file of numbers (text, CSV, raw little-endian binary) or picture; - for standard input");
  auto* values = group.read(
      "--input-values", "LIST",
      // An empty list of values differs from a missing option. Store it as one blank.
      [&spec](const std::string& text) { spec.values = text.empty() ? " " : text; },
      "the input itself: numbers separated by commas", {},
      [&spec] { return spec.values.empty() ? std::nullopt : std::optional(spec.values); });
  return {input, values};
}

void add_files_option(const OptionGroup& group, ProblemSpec& spec) {
  group.value("FILE", "", spec.files,
              "sorted files of numbers (text, CSV, raw little-endian binary), one sequence each; - for standard input");
}

}  // namespace

void add_sorting_options(const OptionGroup& group, ProblemSpec& spec) {
  add_seed_option(group, spec.seed);
  add_order_options(group, spec);
}

void add_sorting_options(CLI::App& app, ProblemSpec& spec) {
  add_sorting_options(input_group(app), spec);
}

void add_problem_options(CLI::App& app, ProblemSpec& spec) {
  add_input_options(app, spec);
  add_order_options(input_group(app), spec);
}

void add_input_options(CLI::App& app, ProblemSpec& spec) {
  const OptionGroup group = input_group(app);
  const auto [input, values] = add_source_options(group, spec);
  add_generated_options(group, spec);
  for (const char* generated : generated_options) app.get_option(generated)->excludes(input)->excludes(values);
  add_type_option(group, spec);
  add_seed_option(group, spec.seed);
  add_reading_options(group, spec);
  exclude_reading_of_generated(app);
  input->excludes(values);
}

std::string command_line(const ProblemSpec& spec) {
  ProblemSpec told = spec;
  const bool generated = is_generated(spec), is_read = !spec.files.empty() || !spec.input.empty();
  if (!spec.files.empty()) told.input.clear();
  if (is_read) told.values.clear();
  if (generated) {
    told.distribution = distribution_of(spec).name;
    told.n = spec.lengths.empty() ? generated_n(spec) : std::nullopt;
    told.type = generated_type(spec);
  }
  if (!told.lengths.empty()) told.sequences = 0;
  told.layout = spec.payload == data::PayloadKind::record ? std::optional(spec.shape().layout) : std::nullopt;
  // Omit --payload when whole rows are sorted, because --by already implies their payload.
  if (!spec.rows.by.empty()) told.payload = data::PayloadKind::none;
  CommandWords words;
  const OptionGroup group(words);
  add_files_option(group, told);
  if (spec.files.empty()) add_source_options(group, told);
  if (generated) {
    add_generated_options(group, told);
    add_seed_option(group, told.seed);
  }
  if (is_read) {
    add_reading_options(group, told);
    write_row_options(group, told);
  }
  if (spec.files.empty()) add_sequence_options(group, told);
  add_type_option(group, told);
  add_order_options(group, told);
  return words.line.substr(1);
}

void refuse_reading_options(const CLI::App& app) {
  for (const std::string& reading : reading_options()) {
    if (app.count(reading) == 0) continue;
    throw UsageError(fmt::format("{} needs an input: name a file, or pipe data in", reading));
  }
}

void take_piped_input(const CLI::App& app, ProblemSpec& spec) {
  if (mpi::several() && spec.input == "-") {
    throw UsageError(
        "mpirun passes standard input to only one process: name a file instead, which all processes can "
        "read");
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
      input_group(app).flag("--explain", explain, "print how the input is interpreted and why, then exit");
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
    throw UsageError("--explain needs an input: name a file, or pipe data in");
  }
  ProblemSpec all = spec;
  // An input with missing values cannot be sorted, but texelsort can explain its format.
  const data::Format format = spec.format.value_or(data::format_of_name(spec.input));
  const bool csv = format == data::Format::csv || !spec.rows.by.empty();
  if (csv && all.missing == data::Missing::error) all.missing = data::Missing::skip;
  const LoadedProblem loaded = load(all, {});
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
    if (spec.sequences == 0) throw UsageError("--sequences 0: expected at least one sequence");
  };
  group.read("--sequences", "K", read_count,
             "merges: split the keys into K sequences of equal length and sort each first (default: 4)", {},
             [&spec] { return spec.sequences > 0 ? std::optional(std::to_string(spec.sequences)) : std::nullopt; });
}

void add_sequence_options(CLI::App& app, ProblemSpec& spec) {
  add_sequence_options(input_group(app), spec);
}

void add_sequence_options(const OptionGroup& group, ProblemSpec& spec) {
  add_sequence_count_option(group, spec);
  const auto read_lengths = [&spec](const std::vector<std::string>& lengths) {
    for (const std::string& length : lengths) spec.lengths.push_back(size_option(length, "--lengths"));
  };
  CLI::Option* lengths = group.read_all(
      "--lengths", "L,L,...", read_lengths, "merges: lengths of the sequences, such as 40,0,1,23", [&spec] {
        return spec.lengths.empty() ? std::nullopt : std::optional(fmt::format("{}", fmt::join(spec.lengths, ",")));
      });
  if (lengths != nullptr) lengths->delimiter(',')->excludes("--sequences");
}

std::string sequence_options(const ProblemSpec& spec) {
  ProblemSpec told = spec;
  if (!told.lengths.empty()) told.sequences = 0;
  CommandWords words;
  add_sequence_options(OptionGroup(words), told);
  return words.line;
}

void add_merge_input_options(CLI::App& app, ProblemSpec& spec) {
  const OptionGroup group = input_group(app);
  add_files_option(group, spec);
  add_generated_options(group, spec);
  add_sequence_options(group, spec);
  for (const char* made : {"-d", "-n", "--sequences", "--lengths"}) app.get_option(made)->excludes("FILE");
  app.get_option("--lengths")->excludes("-n");
  add_type_option(group, spec);
  add_sorting_options(group, spec);
  add_reading_options(group, spec);
  exclude_reading_of_generated(app);
}

}  // namespace texelsort::app
