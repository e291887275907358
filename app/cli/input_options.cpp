#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/cli/common_options.h"
#include "app/cli/messages.h"
#include "app/cli/option_words.h"
#include "compute/data/error.h"
#include "compute/data/records.h"

namespace texelsort::app {

namespace {

constexpr auto input_group = "Input";

/// An option whose text one of the parse_* functions of the data layer understands; anything else is refused with the
/// words there are.
template <class Value>
void add_word_option(CLI::App& app, const std::string& names, const std::string& what, const std::string& words,
                     std::optional<Value> (*parse)(std::string_view), const std::function<void(Value)>& store,
                     const std::string& help) {
  const auto read = [what, words, parse, store](const std::string& word) {
    const std::optional<Value> value = parse(word);
    if (!value) throw UsageError(fmt::format("'{}' is no {}: it is one of {}", word, what, words));
    store(*value);
  };
  auto* option = app.add_option_function<std::string>(names, read, help + ": " + words);
  offer(option, words_of_list(words))->type_name("WORD")->group(input_group);
}

constexpr auto type_words = "u32, i32, f32, u64, i64, f64";

}  // namespace

data::KeyType key_type_option(const std::string& text) {
  const std::optional<data::KeyType> type = data::parse_key_type(text);
  if (!type) throw UsageError(fmt::format("'{}' is no key type: it is one of {}", text, type_words));
  return *type;
}

namespace {

void add_order_options(CLI::App& app, ProblemSpec& spec) {
  add_word_option<data::Order>(
      app, "--order", "order", "asc, desc", data::parse_order, [&spec](data::Order order) { spec.order = order; },
      "order of the result");
  add_word_option<data::Comparison>(
      app, "--compare", "comparison", "natural, magnitude, ones", data::parse_comparison,
      [&spec](data::Comparison comparison) { spec.comparison = comparison; },
      "what puts a key before another, for sorts that only compare keys");
  add_word_option<data::PayloadChoice>(
      app, "--payload", "payload", "none, index, index64, record:M with M fields of 32 bits from 0 to 32",
      data::parse_payload_choice,
      [&spec](data::PayloadChoice choice) {
        spec.payload = choice.kind;
        spec.fields = choice.fields;
      },
      "what travels with each key");
  add_word_option<data::Layout>(
      app, "--layout", "layout of records", "by-field, hybrid, by-record", data::parse_layout,
      [&spec](data::Layout layout) { spec.layout = layout; }, "how records stand in memory");
}

}  // namespace

void add_sorting_options(CLI::App& app, ProblemSpec& spec) {
  add_seed_option(app, spec.seed)->group(input_group);
  add_order_options(app, spec);
}

void add_problem_options(CLI::App& app, ProblemSpec& spec) {
  add_input_options(app, spec);
  add_order_options(app, spec);
}

namespace {

/// -d and -n, for keys that are made.
std::array<CLI::Option*, 2> add_generated_options(CLI::App& app, ProblemSpec& spec) {
  auto* distribution = app.add_option("-d,--distribution", spec.distribution,
                                      "make the input; see texelsort list distributions (default uniform)")
                           ->type_name("NAME")
                           ->group(input_group);
  offer_distributions(distribution);
  auto* count = app.add_option_function<std::string>(
                       "-n,--count", [&spec](const std::string& text) { spec.n = size_option(text, "-n"); },
                       "how many keys to make: 1000, 1e6, 1M, 64Ki, 2^20 (default 64)")
                    ->type_name("SIZE")
                    ->group(input_group);
  return {distribution, count};
}

void add_type_option(CLI::App& app, ProblemSpec& spec) {
  add_word_option<data::KeyType>(
      app, "-t,--type", "key type", type_words, data::parse_key_type, [&spec](data::KeyType type) { spec.type = type; },
      "type of the keys");
}

std::optional<bool> parse_header(std::string_view text) {
  if (text != "yes" && text != "no") return std::nullopt;
  return text == "yes";
}

constexpr std::array reading_options{"--format", "--column", "--header", "--missing"};

void add_reading_options(CLI::App& app, ProblemSpec& spec) {
  add_word_option<data::Format>(
      app, "--format", "input format", "text, csv, binary, image", data::parse_format,
      [&spec](data::Format format) { spec.format = format; }, "format of INPUT, if its name does not say");
  app.add_option("--column", spec.column,
                 "column of a CSV file, by name or by position from 1 (default: first of numbers)")
      ->type_name("NAME")
      ->group(input_group);
  add_word_option<bool>(
      app, "--header", "answer", "yes, no", parse_header, [&spec](bool header) { spec.header = header; },
      "whether a CSV file's first row is a header (default: its rows tell)");
  add_word_option<data::Missing>(
      app, "--missing", "way with missing numbers", "error, skip, first, last", data::parse_missing,
      [&spec](data::Missing missing) { spec.missing = missing; },
      "what becomes of a CSV file's rows without a number (empty, NA): refuse, leave out, write before or behind all");
}

/// Options about reading what is made would be ignored.
void exclude_reading(CLI::App& app, const std::array<CLI::Option*, 2>& generated) {
  for (auto* option : generated) {
    for (const char* reading : reading_options) option->excludes(app.get_option(reading));
  }
}

}  // namespace

void add_input_options(CLI::App& app, ProblemSpec& spec) {
  auto* input = app.add_option("INPUT", spec.input,
                               "file of numbers (text, CSV, raw little-endian binary) or picture; - for standard input")
                    ->type_name("");
  auto* values = app.add_option_function<std::string>(
                        "--input-values",
                        // An empty list is still given input: one space keeps it apart from no option at all.
                        [&spec](const std::string& text) { spec.values = text.empty() ? " " : text; },
                        "the numbers themselves, separated by commas")
                     ->type_name("LIST")
                     ->group(input_group);
  const auto generated = add_generated_options(app, spec);
  for (auto* option : generated) option->excludes(input)->excludes(values);
  add_type_option(app, spec);
  add_seed_option(app, spec.seed)->group(input_group);
  add_reading_options(app, spec);
  exclude_reading(app, generated);
  input->excludes(values);
}

void take_piped_input(const CLI::App& app, ProblemSpec& spec) {
  const auto given = [&app](const char* option) { return app.count(option) > 0; };
  constexpr std::array sources{"INPUT", "--input-values", "-n", "-d", "--seed"};
  if (std::ranges::any_of(sources, given)) return;
  struct stat status {};
  if (fstat(STDIN_FILENO, &status) == 0 && (S_ISFIFO(status.st_mode) || S_ISREG(status.st_mode))) {
    spec.input = "-";
    return;
  }
  const auto reading = std::ranges::find_if(reading_options, given);
  if (reading != reading_options.end()) {
    throw UsageError(fmt::format("{} is for input that is read: name a file, or pipe it in", *reading));
  }
}

LoadedProblem load_with_notes(const ProblemSpec& spec) {
  LoadedProblem loaded = load(spec);
  for (const std::string& note : loaded.notes) say_warning(note);
  return loaded;
}

void add_sequence_options(CLI::App& app, ProblemSpec& spec) {
  auto* count = app.add_option_function<std::string>(
                       "--sequences",
                       [&spec](const std::string& text) {
                         spec.sequences = size_option(text, "--sequences");
                         if (spec.sequences == 0) throw UsageError("--sequences 0: there is nothing to merge");
                       },
                       "merges: cut the keys into K sequences of equal length and sort each (default 4)")
                    ->type_name("K")
                    ->group(input_group);
  app.add_option_function<std::vector<std::string>>(
         "--lengths",
         [&spec](const std::vector<std::string>& lengths) {
           for (const std::string& length : lengths) spec.lengths.push_back(size_option(length, "--lengths"));
         },
         "merges: the same with a length for each, such as 40,0,1,23")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->excludes(count)
      ->type_name("L,L,...")
      ->group(input_group);
}

void add_merge_input_options(CLI::App& app, ProblemSpec& spec) {
  auto* files = app.add_option("FILE", spec.files,
                               "sorted files of numbers (text, CSV, raw little-endian binary), each a sequence; - for "
                               "standard input")
                    ->type_name("");
  const auto generated = add_generated_options(app, spec);
  for (auto* option : generated) option->excludes(files);
  add_sequence_options(app, spec);
  for (const char* cut : {"--sequences", "--lengths"}) app.get_option(cut)->excludes(files);
  app.get_option("--lengths")->excludes("-n");
  add_type_option(app, spec);
  add_sorting_options(app, spec);
  add_reading_options(app, spec);
  exclude_reading(app, generated);
}

}  // namespace texelsort::app
