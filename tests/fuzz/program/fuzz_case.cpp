#include "tests/fuzz/program/fuzz_case.h"

#include <algorithm>
#include <array>
#include <bit>
#include <random>
#include <span>

#include <fmt/format.h>

#include "app/problem/problem_options.h"
#include "app/problem/shell.h"
#include "compute/algorithms/registry.h"
#include "compute/data/keys/distribution.h"

namespace texelsort::fuzz {
namespace {

using algorithms::Algorithm, algorithms::Question, algorithms::Task;

/// Random numbers that are the same on every machine.
class Random {
 public:
  Random(std::uint64_t seed, std::uint64_t index) {
    std::seed_seq sequence{seed, seed >> 32, index, index >> 32};
    engine_.seed(sequence);
  }

  std::uint64_t below(std::uint64_t bound) { return bound == 0 ? 0 : engine_() % bound; }
  std::int64_t between(std::int64_t low, std::int64_t high) {
    const std::uint64_t width = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(low) +
                                     (width == ~std::uint64_t{0} ? engine_() : below(width + 1)));
  }
  bool percent(std::uint64_t chance) { return below(100) < chance; }
  template <typename Range>
  const auto& one_of(const Range& range) {
    return *(std::begin(range) + static_cast<std::ptrdiff_t>(below(std::size(range))));
  }

 private:
  std::mt19937_64 engine_;
};

const Algorithm& choose_available(Random& random, const gpu::DeviceInfo* device) {
  std::vector<const Algorithm*> available;
  for (const auto& algorithm : algorithms::registry()) {
    if (algorithm->availability(device, {}).available) available.push_back(algorithm.get());
  }
  return *random.one_of(available);
}

/// Returns a random number of keys up to `most`. It is small, or near 2^k or 3 * 2^k, where tiles and texture rows end,
/// or arbitrary.
std::uint64_t choose_n(Random& random, std::uint64_t most) {
  if (random.percent(25)) return std::min<std::uint64_t>(random.below(20), most);
  if (random.percent(30)) return random.below(most + 1);
  const std::uint64_t power = std::uint64_t{1} << random.below(static_cast<std::uint64_t>(std::bit_width(most)));
  const std::uint64_t base = random.percent(70) ? power : 3 * power;
  return std::min(base + random.below(5) - std::min<std::uint64_t>(base, 2), most);
}

std::uint64_t most_keys(Random& random, const Algorithm& algorithm, const CaseLimits& limits) {
  const auto& info = algorithm.info();
  const bool large = random.below(40) == 0;
  const std::uint64_t most = std::min(large ? limits.largest_n : limits.usual_n, info.checked_n);
  // Cases may have one key more than an algorithm's maximum. The algorithm must reject these.
  return info.max_n ? std::min(most, *info.max_n + 1) : most;
}

void choose_payload(Random& random, app::ProblemSpec& spec) {
  constexpr std::array<std::uint32_t, 8> usual_fields{0, 1, 2, 3, 4, 5, 12, 32};
  const std::uint64_t choice = random.below(100);
  if (choice < 40) return;
  if (choice < 65) {
    spec.payload = data::PayloadKind::index;
  } else if (choice < 75) {
    spec.payload = data::PayloadKind::index64;
  } else {
    constexpr std::array layouts{data::Layout::by_field, data::Layout::hybrid, data::Layout::by_record};
    spec.payload = data::PayloadKind::record;
    spec.fields = random.percent(70) ? random.one_of(usual_fields)
                                     : static_cast<std::uint32_t>(random.below(data::most_fields + 1));
    if (random.percent(90)) spec.layout = random.one_of(layouts);
  }
}

void choose_comparison(Random& random, const Algorithm& algorithm, app::ProblemSpec& spec) {
  if (random.percent(algorithm.info().compares ? 40 : 3)) spec.comparison = random.one_of(data::all_comparisons);
}

/// Returns random lengths of sequences, of which some are zero and some are large.
std::vector<std::uint64_t> choose_lengths(Random& random, std::uint64_t most) {
  std::vector<std::uint64_t> lengths(1 + random.below(random.percent(80) ? 12 : 60));
  std::uint64_t left = most;
  for (std::uint64_t& length : lengths) {
    if (random.percent(25)) continue;
    length = std::min(left, random.percent(30) ? random.below(4) : random.below(2 * most / lengths.size() + 2));
    left -= length;
  }
  return lengths;
}

void choose_sequences(Random& random, app::ProblemSpec& spec, std::uint64_t most) {
  if (random.percent(30)) {
    spec.sequences = 1 + random.below(random.percent(80) ? 20 : 200);
    return;
  }
  spec.lengths = choose_lengths(random, most);
  spec.n.reset();
}

std::vector<Question> choose_questions(Random& random, std::uint64_t n) {
  using Kind = Question::Kind;
  constexpr std::array kinds{Kind::largest, Kind::smallest, Kind::minimum, Kind::maximum, Kind::quantile};
  constexpr std::array quantiles{0.0, 1.0, 0.5, 0.25, 0.1, 0.999};
  using algorithms::Interpolation;
  constexpr std::array interpolations{Interpolation::lower,    Interpolation::higher, Interpolation::nearest,
                                      Interpolation::midpoint, Interpolation::linear, Interpolation::inverted_cdf};
  std::vector<Question> questions(1 + random.below(5));
  // All questions of one command share one interpolation.
  const Interpolation interpolation = random.one_of(interpolations);
  for (Question& question : questions) {
    question.kind = random.one_of(kinds);
    if (question.kind == Kind::largest || question.kind == Kind::smallest) {
      question.k = random.percent(95) ? 1 + random.below(n) : random.below(n + 3);
    }
    if (question.kind == Kind::quantile) {
      question.quantile =
          random.percent(50) ? random.one_of(quantiles) : static_cast<double>(random.below(10001)) / 10000;
      question.interpolation = interpolation;
    }
  }
  // Sort the questions by kind, as the command line does.
  std::ranges::stable_sort(questions, {}, &Question::kind);
  return questions;
}

struct ChooseValue {
  Random& random;

  std::string operator()(const algorithms::IntegerRange& range) const {
    if (random.percent(15)) return std::to_string(range.low);
    if (random.percent(15)) return std::to_string(range.high);
    if (random.percent(50)) return std::to_string(std::min(range.high, random.between(range.low, range.low + 16)));
    return std::to_string(random.between(range.low, range.high));
  }
  std::string operator()(const algorithms::PowersOfTwo& range) const {
    const auto low = std::bit_width(static_cast<std::uint64_t>(range.low));
    const auto high = std::bit_width(static_cast<std::uint64_t>(range.high));
    return std::to_string(std::int64_t{1} << (low - 1 + static_cast<int>(random.below(high - low + 1))));
  }
  std::string operator()(const algorithms::Choices& choices) const { return random.one_of(choices.names); }
  std::string operator()(const algorithms::Flag&) const { return random.percent(50) ? "true" : "false"; }
};

std::map<std::string, std::string> choose_values(Random& random, const Algorithm& algorithm,
                                                 const app::ProblemSpec& spec) {
  std::map<std::string, std::string> values;
  if (random.percent(10)) {
    values = algorithms::paper_values(algorithm.parameters());
  }
  if (random.percent(30)) return values;
  const std::uint64_t chance = random.percent(50) ? 25 : 70;
  for (const algorithms::ParameterSpec& parameter : parameters_for(algorithm, spec.payload)) {
    if (random.percent(chance)) values[parameter.name] = std::visit(ChooseValue{random}, parameter.domain);
  }
  return values;
}

}  // namespace

Case make_case(std::uint64_t seed, std::uint64_t index, const gpu::DeviceInfo* device, const CaseLimits& limits) {
  Random random(seed, index);
  Case one;
  one.algorithm = &choose_available(random, device);
  const Task task = one.algorithm->info().task;
  app::ProblemSpec& spec = one.spec;
  const std::uint64_t most = most_keys(random, *one.algorithm, limits);
  const data::Distribution& distribution = random.one_of(data::distributions());
  spec.distribution = distribution.name;
  spec.n = distribution.fixed_n.value_or(choose_n(random, most));
  spec.seed = random.below(1'000'000);
  spec.type = random.one_of(data::all_key_types);
  if (task == Task::select) {
    spec.questions = choose_questions(random, *spec.n);
  } else {
    spec.order = random.percent(50) ? data::Order::ascending : data::Order::descending;
    choose_payload(random, spec);
    choose_comparison(random, *one.algorithm, spec);
  }
  if (task == Task::merge) {
    if (distribution.fixed_n) spec.distribution = "uniform";
    choose_sequences(random, spec, most);
  }
  one.overrides = choose_values(random, *one.algorithm, spec);
  if (random.percent(80)) {
    one.overrides = algorithms::used_overrides(parameters_for(*one.algorithm, spec.payload), std::move(one.overrides));
  }
  one.stepwise = random.percent(20) && *spec.n <= 3000;
  if (task == Task::merge && !spec.lengths.empty()) spec.n.reset();
  return one;
}

std::string command_line(const Case& one) {
  std::string command =
      fmt::format("texelsort {} {}{} -a {}", name(one.algorithm->info().task), app::command_line(one.spec),
                  app::question_options(one.spec.questions), app::shell_quoted(one.algorithm->info().id));
  for (const auto& [name, value] : one.overrides) command += " -p " + app::shell_quoted(name + "=" + value);
  return command;
}

}  // namespace texelsort::fuzz
