#include "app/problem/problem_options.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "app/problem/option_group.h"
#include "compute/data/error.h"
#include "compute/data/text/number.h"

namespace texelsort::app {

std::uint64_t whole_option(const std::string& text, const std::string& option) {
  if (const auto number = data::read_number<std::uint64_t>(text)) return *number;
  throw UsageError(fmt::format("{}: expected a whole number from 0 to {}, found '{}'", option,
                               std::numeric_limits<std::uint64_t>::max(), text));
}

std::uint64_t size_option(const std::string& text, const std::string& option) {
  if (const auto size = data::parse_size(text)) return *size;
  throw UsageError(fmt::format("{}: expected a size such as 1000, 1e6, 1M, 64Ki or 2^20, found '{}'", option, text));
}

data::KeyType key_type_option(const std::string& text) {
  if (const auto type = data::parse_key_type(text)) return *type;
  throw UsageError(fmt::format("unknown key type '{}': choose from {}", text, key_types));
}

void add_seed_option(const OptionGroup& group, std::uint64_t& seed) {
  const auto read = [&seed](const std::string& text) { seed = whole_option(text, "--seed"); };
  group.read("--seed", "NUMBER", read, "seed of the random number generator (default: 1)", {},
             [&seed] { return std::to_string(seed); });
}

QuestionOptions::QuestionOptions(const std::vector<algorithms::Question>& questions) {
  using algorithms::Interpolation, algorithms::Question;
  using Kind = Question::Kind;
  // The option --median without --interpolation asks two questions, for the lower and the upper median.
  const auto medians = std::ranges::count(questions, Kind::median, &Question::kind);
  for (const Question& question : questions) {
    switch (question.kind) {
      case Kind::largest:
        largest_.push_back(std::to_string(question.k));
        break;
      case Kind::smallest:
        smallest_.push_back(std::to_string(question.k));
        break;
      case Kind::minimum:
        minimum_ = true;
        break;
      case Kind::maximum:
        maximum_ = true;
        break;
      case Kind::median:
        median_ = true;
        if (medians == 1) interpolation_ = name(question.interpolation);
        break;
      case Kind::quantile:
        quantiles_.push_back(fmt::format("{}", question.quantile));
        // Omit linear, which is the default interpolation of quantiles.
        if (medians == 1 || question.interpolation != Interpolation::linear) {
          interpolation_ = name(question.interpolation);
        }
        break;
    }
  }
}

void QuestionOptions::add_options(CLI::App& app) {
  add_options(OptionGroup(app, "What to find"));
}

void QuestionOptions::add_options(const OptionGroup& group) {
  const auto list = [&](const char* names, const char* type, std::vector<std::string>& values, const char* help) {
    if (CLI::Option* option = group.list(names, type, values, help)) option->allow_extra_args(false);
  };
  list("-k,--largest", "K", largest_,
       "find the K-th largest key, K from 1; separate several by commas, or repeat the option");
  list("--smallest", "K", smallest_, "find the K-th smallest key, K from 1");
  group.flag("--min", minimum_, "find the smallest key");
  group.flag("--max", maximum_, "find the largest key");
  group.flag("--median", median_, "find the median; for an even number of keys, both the lower and the higher median");
  list("--quantile", "Q", quantiles_, "find the quantile Q, from 0 to 1");
  group.value("--interpolation", "NAME", interpolation_,
              "value of a quantile that lies between two keys: lower, higher, nearest, midpoint, linear (default), "
              "inverted-cdf; if given, it also applies to the median",
              listed("lower, higher, nearest, midpoint, linear, inverted-cdf"));
}

bool QuestionOptions::any() const {
  return !largest_.empty() || !smallest_.empty() || !quantiles_.empty() || minimum_ || maximum_ || median_;
}

std::vector<algorithms::Question> QuestionOptions::questions() const {
  using algorithms::Interpolation, algorithms::Question;
  const std::optional<Interpolation> interpolation = algorithms::parse_interpolation(interpolation_);
  if (!interpolation_.empty() && !interpolation) {
    throw UsageError(
        fmt::format("unknown interpolation '{}': choose from lower, higher, nearest, midpoint, linear, inverted-cdf",
                    interpolation_));
  }
  std::vector<Question> questions;
  for (const std::string& k : largest_) {
    questions.push_back({.kind = Question::Kind::largest, .k = size_option(k, "-k")});
  }
  for (const std::string& k : smallest_) {
    questions.push_back({.kind = Question::Kind::smallest, .k = size_option(k, "--smallest")});
  }
  if (minimum_) questions.push_back({.kind = Question::Kind::minimum});
  if (maximum_) questions.push_back({.kind = Question::Kind::maximum});
  if (median_) {
    questions.push_back(
        {.kind = Question::Kind::median, .interpolation = interpolation.value_or(Interpolation::lower)});
    if (!interpolation) questions.push_back({.kind = Question::Kind::median, .interpolation = Interpolation::higher});
  }
  for (const std::string& text : quantiles_) {
    const double quantile = data::read_number<double>(text).value_or(-1);
    if (!(quantile >= 0 && quantile <= 1)) {
      throw UsageError(fmt::format("--quantile: expected numbers from 0 to 1, found '{}'", text));
    }
    questions.push_back({.kind = Question::Kind::quantile,
                         .quantile = quantile,
                         .interpolation = interpolation.value_or(Interpolation::linear)});
  }
  return questions;
}

std::string question_options(const std::vector<algorithms::Question>& questions) {
  CommandWords words;
  QuestionOptions(questions).add_options(OptionGroup(words));
  return words.line;
}

}  // namespace texelsort::app
