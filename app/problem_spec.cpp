#include "app/problem_spec.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "app/cli/shell.h"
#include "compute/data/distribution.h"
#include "compute/data/error.h"
#include "compute/data/records.h"

namespace texelsort::app {

namespace {

constexpr std::uint64_t default_n = 64;

bool is_generated(const ProblemSpec& spec) {
  return spec.input.empty() && spec.values.empty();
}

data::KeyType generated_type(const ProblemSpec& spec) {
  return spec.type.value_or(data::KeyType::u32);
}

data::Input read(const ProblemSpec& spec) {
  const data::ReadOptions options{
      .type = spec.type, .format = spec.format, .column = spec.column, .fields = spec.fields};
  if (!spec.input.empty()) return data::read_input(spec.input, options);
  if (!spec.values.empty()) return data::read_values(spec.values, options);

  const data::Distribution& distribution = data::find_distribution(spec.distribution);
  data::Input input;
  input.keys = data::generate(spec.distribution, generated_type(spec), *generated_n(spec), spec.seed);
  input.origin = distribution.fixed_n ? spec.distribution : fmt::format("{}, seed {}", spec.distribution, spec.seed);
  return input;
}

}  // namespace

std::optional<std::uint64_t> generated_n(const ProblemSpec& spec) {
  if (!is_generated(spec)) return std::nullopt;
  return spec.n.value_or(data::find_distribution(spec.distribution).fixed_n.value_or(default_n));
}

algorithms::ProblemForm form_of(const ProblemSpec& spec, std::uint64_t n, data::KeyType type) {
  return {n, type, spec.payload, spec.shape(), spec.comparison};
}

void refuse_payload(const ProblemSpec& spec, std::uint64_t n) {
  if (spec.layout && spec.payload != data::PayloadKind::record) {
    throw UsageError(fmt::format("--layout {} is for records: give --payload record:M too", data::name(*spec.layout)));
  }
  if (spec.payload != data::PayloadKind::index || n <= std::numeric_limits<std::uint32_t>::max()) return;
  throw UsageError(
      fmt::format("a payload of 32-bit indices needs fewer than 2^32 keys, there are {}: choose --payload index64", n));
}

LoadedProblem load(const ProblemSpec& spec) {
  data::Input input = read(spec);
  auto problem = std::make_shared<algorithms::Problem>();
  problem->keys = std::move(input.keys);
  problem->order = spec.order;
  problem->payload = spec.payload;
  problem->comparison = spec.comparison;
  refuse_payload(spec, problem->n());
  if (spec.payload == data::PayloadKind::record) {
    problem->shape = spec.shape();
    problem->fields = input.shape.fields.empty() ? data::made_fields(problem->n(), problem->shape)
                                                 : data::arrange_fields(input.fields, problem->n(), problem->shape);
  }
  if (!spec.questions.empty()) {
    problem->ranks = algorithms::ranks_of(spec.questions, problem->n(), problem->order);
  }
  return {std::move(problem), std::move(input.shape), std::move(input.origin)};
}

std::string command_line(const ProblemSpec& spec) {
  std::string words;
  if (!spec.input.empty()) {
    words = shell_quoted(spec.input);
    if (spec.format) words += fmt::format(" --format {}", data::name(*spec.format));
    if (!spec.column.empty()) words += " --column " + shell_quoted(spec.column);
  } else if (!spec.values.empty()) {
    words = "--input-values " + shell_quoted(spec.values);
  } else {
    words = fmt::format("-d {} -n {} --seed {}", shell_quoted(spec.distribution), *generated_n(spec), spec.seed);
  }
  if (spec.type || is_generated(spec)) words += fmt::format(" -t {}", data::name(generated_type(spec)));
  if (spec.order != data::Order::ascending) words += fmt::format(" --order {}", data::name(spec.order));
  if (spec.comparison != data::Comparison::natural) {
    words += fmt::format(" --compare {}", data::name(spec.comparison));
  }
  return words + data::payload_options(spec.payload, spec.shape());
}

std::string question_options(const std::vector<algorithms::Question>& questions) {
  using Kind = algorithms::Question::Kind;
  std::string words;
  std::optional<algorithms::Interpolation> interpolation;
  // Without an interpolation --median asks for two of them.
  const auto medians = std::ranges::count(questions, Kind::median, &algorithms::Question::kind);
  for (const algorithms::Question& question : questions) {
    switch (question.kind) {
      case Kind::largest:
        words += fmt::format(" -k {}", question.k);
        break;
      case Kind::smallest:
        words += fmt::format(" --smallest {}", question.k);
        break;
      case Kind::minimum:
        words += " --min";
        break;
      case Kind::maximum:
        words += " --max";
        break;
      case Kind::median:
        if (words.find("--median") == std::string::npos) words += " --median";
        if (medians == 1) interpolation = question.interpolation;
        break;
      case Kind::quantile:
        words += fmt::format(" --quantile {}", question.quantile);
        // Linear is what a quantile has without it.
        if (medians == 1 || question.interpolation != algorithms::Interpolation::linear) {
          interpolation = question.interpolation;
        }
        break;
    }
  }
  if (interpolation) words += fmt::format(" --interpolation {}", name(*interpolation));
  return words;
}

}  // namespace texelsort::app
