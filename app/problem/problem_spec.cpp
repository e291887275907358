#include "app/problem/problem_spec.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <limits>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/problem/problem_options.h"
#include "app/problem/shell.h"
#include "compute/algorithms/core/sequences.h"
#include "compute/data/error.h"
#include "compute/data/keys/records.h"
#include "compute/data/rows/row_order.h"
#include "compute/data/text/number_format.h"

namespace texelsort::app {

namespace {

constexpr std::uint64_t default_n = 64;

/// Greatest number of keys for which the default distribution is `permutation`. Its keys then have at most three
/// digits, so that a class can read them aloud.
constexpr std::uint64_t readable_keys = 100;

data::ReadOptions reading_options(const ProblemSpec& spec) {
  return {.type = spec.type,
          .format = spec.format,
          .column = spec.column,
          .fields = spec.fields,
          .dialect = spec.dialect,
          .missing = spec.missing};
}

data::RowOptions row_options(const ProblemSpec& spec) {
  data::RowOptions options = spec.rows;
  options.dialect = spec.dialect;
  options.missing = spec.missing;
  return options;
}

data::Input read(const ProblemSpec& spec) {
  if (!spec.rows.by.empty()) return data::read_rows(spec.input, row_options(spec));
  const data::ReadOptions options = reading_options(spec);
  if (!spec.input.empty()) return data::read_input(spec.input, options);
  if (!spec.values.empty()) return data::read_values(spec.values, options);

  const data::Distribution& distribution = distribution_of(spec);
  data::Input input;
  input.keys = data::generate(distribution.name, generated_type(spec), *generated_n(spec), spec.seed);
  input.origin =
      distribution.fixed_n ? std::string(distribution.name) : fmt::format("{}, seed {}", distribution.name, spec.seed);
  return input;
}

/// Returns the number of keys from -n or --lengths, or nothing if neither option is used.
std::optional<std::uint64_t> said_n(const ProblemSpec& spec) {
  if (spec.lengths.empty()) return spec.n;
  return std::accumulate(spec.lengths.begin(), spec.lengths.end(), std::uint64_t{0});
}

template <typename To>
void append(To& keys, const data::Keys& more) {
  std::visit(
      [&]<typename Key>(std::vector<Key>& all) {
        const auto& own = std::get<std::vector<Key>>(more);
        all.insert(all.end(), own.begin(), own.end());
      },
      keys);
}

/// Reads all files with sorted sequences. Only one file is open at a time, because there may be more files than the
/// system allows to be open. `starts` receives the index of each file's first key.
data::Input read_sequences(const ProblemSpec& spec, std::vector<std::uint64_t>& starts) {
  if (std::ranges::count(spec.files, "-") > 1)
    throw UsageError(
        "standard input (-) can be given only once: name files "
        "for the other sequences");
  data::ReadOptions options = reading_options(spec);
  options.fields = 0;
  data::Input all;
  data::SourceSpelling spelling;
  const std::string* first = nullptr;  // first file that contains a key; null until one is found
  starts = {0};
  for (const std::string& file : spec.files) {
    data::Input input = data::read_input(file, options);
    data::append(spelling, starts.back(), input.shape.spelling.get(), data::size(input.keys));
    all.notes.insert(all.notes.end(), input.notes.begin(), input.notes.end());
    if (first == nullptr) {
      all.keys = std::move(input.keys);
      all.shape = std::move(input.shape);
      if (data::size(all.keys) > 0) first = &file;
    } else if (data::size(input.keys) > 0) {
      if (data::type_of(input.keys) != data::type_of(all.keys)) {
        throw UsageError(fmt::format("{} has {} keys, but {} has {} keys: choose one type for all files with -t",
                                     *first, name(data::type_of(all.keys)), file, name(data::type_of(input.keys))));
      }
      append(all.keys, input.keys);
    }
    starts.push_back(data::size(all.keys));
  }
  all.shape.spelling = std::make_shared<data::SourceSpelling>(std::move(spelling));
  // If the files are pictures, write the result as text, because concatenated pictures are not a picture.
  if (all.shape.format == data::Format::image) all.shape = {};
  all.origin = fmt::format("{} {}", spec.files.size(), spec.files.size() == 1 ? "file" : "files");
  return all;
}

/// Checks that sequences from files are sorted. Cuts any other input into sequences and sorts each sequence.
void find_sequences(const ProblemSpec& spec, algorithms::Problem& problem) {
  if (!spec.files.empty()) {
    const auto ranks = data::ranks(problem.keys, problem.order, problem.comparison);
    const auto disorder = algorithms::find_disorder({ranks, problem.sequences});
    if (!disorder) return;
    const std::string descending = problem.order == data::Order::descending ? " in descending order" : "";
    throw UsageError(fmt::format(
        "{}: not sorted{}: at position {}, {}", spec.files[disorder->sequence], descending, disorder->position,
        algorithms::disorder_text(problem.keys, problem.sequences[disorder->sequence] + disorder->position)));
  }
  if (sequence_count(spec) == 0) return;
  if (spec.lengths.empty()) {
    problem.sequences = algorithms::even_starts(problem.n(), spec.sequences);
  } else {
    problem.sequences = {0};
    for (const std::uint64_t length : spec.lengths) problem.sequences.push_back(problem.sequences.back() + length);
    if (problem.sequences.back() != problem.n()) {
      throw UsageError(fmt::format("--lengths: the sum is {}, but the input has {}", problem.sequences.back(),
                                   data::counted(problem.n(), "key")));
    }
  }
  algorithms::sort_sequences(problem);
}

}  // namespace

bool is_generated(const ProblemSpec& spec) {
  return spec.input.empty() && spec.values.empty() && spec.files.empty();
}

data::KeyType generated_type(const ProblemSpec& spec) {
  return spec.type.value_or(data::KeyType::u32);
}

std::uint64_t sequence_count(const ProblemSpec& spec) {
  if (!spec.files.empty()) return spec.files.size();
  return spec.lengths.empty() ? spec.sequences : spec.lengths.size();
}

const data::Distribution& distribution_of(const ProblemSpec& spec) {
  if (!spec.distribution.empty()) return data::find_distribution(spec.distribution);
  return data::find_distribution(said_n(spec).value_or(default_n) <= readable_keys ? "permutation" : "uniform");
}

std::optional<std::uint64_t> generated_n(const ProblemSpec& spec) {
  if (!is_generated(spec)) return std::nullopt;
  if (const auto n = said_n(spec)) return n;
  return spec.distribution.empty() ? default_n : data::find_distribution(spec.distribution).fixed_n.value_or(default_n);
}

algorithms::ProblemForm form_of(const ProblemSpec& spec, std::uint64_t n, data::KeyType type,
                                const cuda::ExecutionOptions& execution) {
  return {.n = n,
          .type = type,
          .payload = spec.payload,
          .shape = spec.shape(),
          .order = spec.order,
          .comparison = spec.comparison,
          .sequences = sequence_count(spec),
          .execution = execution};
}

void refuse_payload(const ProblemSpec& spec, std::uint64_t n) {
  if (spec.layout && spec.payload != data::PayloadKind::record) {
    throw UsageError(
        fmt::format("--layout {} applies only to records: also give --payload record:M", data::name(*spec.layout)));
  }
  if (spec.payload != data::PayloadKind::index || n <= std::numeric_limits<std::uint32_t>::max()) return;
  throw UsageError(
      fmt::format("a payload of 32-bit indices allows fewer than 2^32 keys, not {}: choose --payload index64", n));
}

LoadedProblem load(const ProblemSpec& spec, const cuda::ExecutionOptions& execution) {
  auto problem = std::make_shared<algorithms::Problem>();
  data::Input input = spec.files.empty() ? read(spec) : read_sequences(spec, problem->sequences);
  problem->keys = std::move(input.keys);
  problem->order = spec.order;
  problem->payload = spec.payload;
  problem->comparison = spec.comparison;
  problem->execution = execution;
  refuse_payload(spec, problem->n());
  find_sequences(spec, *problem);
  if (spec.payload == data::PayloadKind::record) {
    problem->shape = spec.shape();
    problem->fields = input.shape.fields.empty() ? data::made_fields(problem->n(), problem->shape)
                                                 : data::arrange_fields(input.fields, problem->n(), problem->shape);
  }
  if (!spec.questions.empty()) {
    problem->ranks = algorithms::ranks_of(spec.questions, problem->n(), problem->order);
  }
  return {std::move(problem), std::move(input.shape), std::move(input.origin), std::move(input.notes)};
}

std::string task_words(const ProblemSpec& spec) {
  const std::string words = sequence_options(spec) + question_options(spec.questions);
  return words.empty() ? words : words.substr(1);
}

void read_task_words(const std::string& words, ProblemSpec& spec) {
  if (words.empty()) return;
  CLI::App app;
  QuestionOptions questions;
  questions.add_options(app);
  add_sequence_options(app, spec);
  try {
    app.parse(words);
  } catch (const CLI::ParseError& error) {
    throw UsageError(fmt::format("'{}': {}", words, error.what()));
  }
  if (questions.any()) spec.questions = questions.questions();
}

}  // namespace texelsort::app
