#include "app/tuning/sweeps/search.h"

#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/tuning/sweeps/search_points.h"
#include "compute/data/error.h"
#include "tests/app/cli_support.h"
#include "tests/measure/scripted_algorithm.h"

namespace texelsort::app {
namespace {

using measure::Script, measure::ScriptedRun;

struct TwoNumbers {
  std::uint32_t a = 1, b = 1;
};

const algorithms::SettingsTable<TwoNumbers> two_numbers{
    {algorithms::field(&TwoNumbers::a, "a", "", algorithms::IntegerRange{1, 16}, std::nullopt, "The first number."),
     algorithms::field(&TwoNumbers::b, "b", "", algorithms::IntegerRange{1, 16}, std::nullopt, "The second number.")}};

/// Algorithm with two parameters, whose time grows with their distance from (12, 5). It rejects values above 14. With a
/// = 13, it sorts wrongly in no time.
class TunableAlgorithm final : public algorithms::AlgorithmWith<TwoNumbers> {
 public:
  TunableAlgorithm()
      : AlgorithmWith({.id = "test/tunable", .title = "tunable", .family = "test", .summary = {}, .citation = {}},
                      two_numbers) {}
  algorithms::Availability availability(const gpu::DeviceInfo*, const cuda::ExecutionOptions&) const override {
    return {};
  }
  static double ms(const TwoNumbers& s) {
    return 1 + 0.1 * (std::abs(static_cast<double>(s.a) - 12) + std::abs(static_cast<double>(s.b) - 5));
  }

 protected:
  std::optional<std::string> refusal(const gpu::DeviceInfo*, const algorithms::ProblemForm&,
                                     const TwoNumbers& s) const override {
    return s.a > 14 ? std::optional<std::string>(fmt::format("a = {} is above 14", s.a)) : std::nullopt;
  }
  std::unique_ptr<algorithms::Run> make_run(gpu::Device*, std::shared_ptr<const algorithms::Problem> problem,
                                            const TwoNumbers& s) const override {
    const bool wrong = s.a == 13;
    Script script{.id = "test/tunable", .wrong_from_start = wrong};
    script.total_ms = [middle = wrong ? 0.01 : ms(s)](std::uint64_t sample) {
      return middle * (1 + 0.001 * static_cast<double>(sample % 7));
    };
    return std::make_unique<ScriptedRun>(script, std::move(problem));
  }
};

SearchSpace space_of(const TunableAlgorithm& algorithm, std::vector<Axis> axes = {}) {
  ProblemSpec problem;
  problem.n = 16;
  problem.type = data::KeyType::u32;
  return {.competitor = {&algorithm, {}}, .problem = problem, .axes = std::move(axes)};
}

TEST(TuningSearchValues, IncludeTheDefaultAndAllowedValuesOfAParameter) {
  const auto values = [](algorithms::Domain domain, const std::string& own) {
    algorithms::ParameterSpec spec;
    spec.domain = std::move(domain);
    return search_values(spec, own);
  };
  using Texts = std::vector<std::string>;
  EXPECT_EQ(values(algorithms::IntegerRange{1, 4}, "2"), (Texts{"1", "2", "3", "4"}));
  EXPECT_EQ(values(algorithms::PowersOfTwo{2, 16}, "4"), (Texts{"2", "4", "8", "16"}));
  EXPECT_EQ(values(algorithms::Choices{{"x", "y"}}, "x"), (Texts{"x", "y"}));
  EXPECT_EQ(values(algorithms::Flag{}, "true"), (Texts{"false", "true"}));
  const Texts wide = values(algorithms::IntegerRange{0, 1000}, "77");
  EXPECT_EQ(wide.front(), "0");
  EXPECT_EQ(wide.back(), "1000");
  EXPECT_EQ(std::ranges::count(wide, "77"), 1);
  EXPECT_LT(wide.size(), 30u);
}

TEST(TuningSearchPoints, IncludeEveryConfigurationOfASmallSpaceOnce) {
  const TunableAlgorithm algorithm;
  const auto own = measure::prepared_for(algorithm, 16);
  for (const Strategy strategy : {Strategy::random, Strategy::local}) {
    SearchPoints points({{"a", {"1", "2", "3", "4"}}, {"b", {"1", "2", "3"}}}, own, strategy, 7);
    std::set<SearchPoint> seen;
    while (const auto point = points.next()) EXPECT_TRUE(seen.insert(*point).second);
    EXPECT_EQ(seen.size(), 12u);
    EXPECT_EQ(points.combinations(), 12u);
    EXPECT_EQ(points.covered(), 12u);
  }
}

TEST(TuningSearchPoints, ReachASingleMinimumInFewStepsByLocalSearch) {
  const TunableAlgorithm algorithm;
  const auto own = measure::prepared_for(algorithm, 16);
  std::vector<std::string> numbers;
  for (int i = 1; i <= 16; ++i) numbers.push_back(std::to_string(i));
  SearchPoints points({{"a", numbers}, {"b", numbers}}, own, Strategy::local, 3);
  int tried = 0;
  for (bool found = false; !found; points.end_batch()) {
    for (int i = 0; i < 8 && !found; ++i, ++tried) {
      const auto point = points.next();
      ASSERT_TRUE(point);
      const TwoNumbers s{static_cast<std::uint32_t>((*point)[0] + 1), static_cast<std::uint32_t>((*point)[1] + 1)};
      points.tell(*point, TunableAlgorithm::ms(s));
      found = s.a == 12 && s.b == 5;
    }
  }
  EXPECT_LT(tried, 128) << "of 256";
}

TEST(TuningSearch, FindsTheFastestConfigurationWithCorrectOutput) {
  const TunableAlgorithm algorithm;
  for (const Strategy strategy : {Strategy::local, Strategy::random}) {
    SearchControl control{.strategy = strategy, .seconds = 2};
    std::vector<TrialResult> rows;
    control.result = [&rows](const TrialResult& row) { rows.push_back(row); };
    const SearchOutcome outcome = search(space_of(algorithm), nullptr, control);
    EXPECT_EQ(outcome.combinations, 256u);
    EXPECT_GT(outcome.measured, 3u);
    EXPECT_EQ(outcome.own.parameters.at("a"), "1");
    EXPECT_FALSE(outcome.own_wins());
    EXPECT_TRUE(outcome.beaten());
    EXPECT_LT(outcome.ratio.high, 1);
    EXPECT_NE(outcome.winner.parameters.at("a"), "13") << "what sorts wrongly never ranks";
    // A search that has tried all combinations must have found the best one.
    if (outcome.covered == outcome.combinations) {
      EXPECT_EQ(outcome.winner.parameters.at("a"), "12");
      EXPECT_EQ(outcome.winner.parameters.at("b"), "5");
    }
    for (const TrialResult& row : rows) {
      if (row.status == TrialStatus::refused) continue;
      EXPECT_EQ(row.status == TrialStatus::failed, row.parameters.at("a") == "13");
    }
  }
}

TEST(TuningSearch, RejectsASearchSpaceWithoutAlternatives) {
  const TunableAlgorithm algorithm;
  const auto refusal = [&](std::vector<Axis> axes, double seconds = 1) -> std::string {
    try {
      search(space_of(algorithm, std::move(axes)), nullptr, {.seconds = seconds});
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(refusal({{"a", {"15", "16"}}}), "-p a: the algorithm can use none of these values: a = 16 is above 14");
  EXPECT_NE(refusal({{"c", {"1"}}}).find("no such parameter"), std::string::npos);
  EXPECT_NE(refusal({}, 1e-9).find("measuring only the default takes"), std::string::npos);
}

TEST(TuningSearch, EndsWhenItIsCancelled) {
  const TunableAlgorithm algorithm;
  SearchControl control{.seconds = 60};
  int asked = 0;
  control.cancelled = [&asked] { return ++asked > 300; };
  const SearchOutcome outcome = search(space_of(algorithm), nullptr, control);
  EXPECT_TRUE(outcome.cancelled);
  EXPECT_FALSE(outcome.beaten());
}

/// A resumed search counts the results of both parts, and ends at once if its time is used up.
TEST(TuningSearch, AddsUpItsPartsWhenItIsResumed) {
  const TunableAlgorithm algorithm;
  std::map<std::string, TrialResult> rows;
  SearchControl control{.strategy = Strategy::random, .seconds = 60};
  int asked = 0;
  control.cancelled = [&asked] { return ++asked > 600; };
  control.result = [&rows](const TrialResult& row) { rows[row.key()] = row; };
  const SearchOutcome first = search(space_of(algorithm), nullptr, control);
  ASSERT_TRUE(first.cancelled);
  ASSERT_GT(rows.size(), 3u);
  ASSERT_LT(rows.size(), 256u);
  SearchControl rest{.strategy = Strategy::random, .seconds = 2};
  for (const auto& [key, row] : rows) rest.done.push_back(row);
  rest.result = control.result;
  const SearchOutcome second = search(space_of(algorithm), nullptr, rest);
  EXPECT_EQ(second.measured + second.refused + second.failed, rows.size());
  EXPECT_GE(second.covered, rows.size()) << "combinations of both parts";
  EXPECT_TRUE(second.confirmed);
}

TEST(TuneCommand, ReportsErrorsInOneLine) {
  expect_one_line_error(run_program({"tune", "-a", "std/sort@cpu", "--budget", "0"}), 2, {"--budget", "'0'"});
  expect_one_line_error(run_program({"tune", "-a", "std/sort@cpu"}), 2, {"std/sort@cpu", "does not have a parameter"});
  expect_one_line_error(run_program({"tune", "-a", "std/sort@cpu", "--resume"}), 2, {"--resume", "-o"});
  expect_one_line_error(run_program({"tune", "-a", "std/sort@cpu", "--search", "best"}), 2, {"'best'", "local"});
}

}  // namespace
}  // namespace texelsort::app
