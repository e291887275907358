#include "app/tuning/sweeps/search.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <set>
#include <thread>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/tuning/sweeps/search_points.h"
#include "compute/data/error.h"
#include "tests/app/cli_support.h"
#include "tests/measure/scripted_algorithm.h"
#include "tests/support/gl.h"

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
  /// Time that each run really lasts, in addition to the reported time.
  std::chrono::milliseconds pause{0};

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
    script.total_ms = [middle = wrong ? 0.01 : ms(s), pause = pause](std::uint64_t sample) {
      std::this_thread::sleep_for(pause);
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
  EXPECT_EQ(second.covered, rows.size() + second.skipped) << "combinations of both parts";
  EXPECT_TRUE(second.confirmed);
}

TEST(TuningSearch, CountsTheDefaultApartIfTheValuesExcludeIt) {
  const TunableAlgorithm algorithm;
  const auto outcome_of = [&](std::vector<std::string> values) {
    return search(space_of(algorithm, {{"a", std::move(values)}}), nullptr, {.seconds = 2});
  };
  const SearchOutcome without = outcome_of({"2", "3"}), with = outcome_of({"1", "2", "3"});
  EXPECT_TRUE(without.own_is_outside);
  EXPECT_EQ(without.measured, 3u);
  EXPECT_EQ(without.covered, 2u);
  EXPECT_FALSE(with.own_is_outside);
  EXPECT_EQ(with.measured, 3u);
  EXPECT_EQ(with.covered, 3u);
  EXPECT_EQ(with.skipped, 0u) << "the default is tried once";
}

/// A search that was interrupted in its first batch has the first samples of the default.
TEST(TuningSearch, ContinuesTheSamplesOfAnInterruptedBatch) {
  TunableAlgorithm algorithm;
  algorithm.pause = std::chrono::milliseconds(100);
  std::vector<TrialResult> begun;
  bool cancelled = false;
  SearchControl control{.seconds = 60};
  control.cancelled = [&] { return cancelled; };
  control.result = [](const TrialResult& row) { ADD_FAILURE() << row.key() << " is not complete"; };
  control.partial = [&](std::span<const TrialResult> rows) {
    begun.assign(rows.begin(), rows.end());
    cancelled = true;
  };
  const SearchOutcome first = search(space_of(algorithm), nullptr, control);
  EXPECT_TRUE(first.cancelled);
  EXPECT_EQ(first.covered, 0u);
  ASSERT_EQ(begun.size(), 1u);
  EXPECT_TRUE(begun[0].partial);
  ASSERT_LT(begun[0].samples_ms.size(), 15u);

  algorithm.pause = {};
  std::vector<TrialResult> rows;
  SearchControl rest{.seconds = 2, .done = begun};
  rest.result = [&rows](const TrialResult& row) { rows.push_back(row); };
  const SearchOutcome second = search(space_of(algorithm), nullptr, rest);
  ASSERT_FALSE(rows.empty());
  EXPECT_EQ(rows[0].key(), begun[0].key());
  EXPECT_EQ(rows[0].group, begun[0].group);
  EXPECT_FALSE(rows[0].partial);
  ASSERT_GT(rows[0].samples_ms.size(), begun[0].samples_ms.size());
  EXPECT_TRUE(std::equal(begun[0].samples_ms.begin(), begun[0].samples_ms.end(), rows[0].samples_ms.begin()));
  EXPECT_GT(rows[0].seconds, begun[0].seconds) << "with those of the first part";
  EXPECT_TRUE(second.beaten());
}

TEST(TuneCommand, LeavesAFileThatItCanResumeWhenItIsKilled) {
  TEXELSORT_NEED_GL();
  const TemporaryFolder folder;
  const std::string path = folder / "tune.jsonl";
  std::vector<std::string> command{"tune", "-a", "radix/grs@compute", "-p",  "digit=1,2,4", "-n", "2^13",
                                   "-o",   path, "--budget",          "20s", "--no-keep"};
  const auto lines = [&path] {
    const std::string text = read_file(path);
    return std::count(text.begin(), text.end(), '\n');
  };
  const Outcome outcome = run_program(command, "", {}, [&](pid_t child) {
    const auto start = std::chrono::steady_clock::now();
    while (lines() < 2 && std::chrono::steady_clock::now() - start < std::chrono::minutes(1))
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    kill(child, SIGKILL);
  });
  EXPECT_EQ(outcome.exit_code, 128 + SIGKILL) << "it had time to end: " << outcome.err;
  EXPECT_GE(read_sweep(path).rows.size(), 1u);
  command.emplace_back("--resume");
  const Outcome rest = run_program(command);
  EXPECT_EQ(rest.exit_code, 0) << rest.err;
  EXPECT_TRUE(contains(rest.out, "3 of 3 combinations (100 %) and the default: 4 measured")) << rest.out;
  const SweepResults whole = read_sweep(path);
  EXPECT_EQ(whole.rows.size(), 4u);
  EXPECT_EQ(std::ranges::count(whole.rows, true, &TrialResult::partial), 0);
}

TEST(TuneCommand, ReportsErrorsInOneLine) {
  expect_one_line_error(run_program({"tune", "-a", "std/sort@cpu", "--budget", "0"}), 2, {"--budget", "'0'"});
  expect_one_line_error(run_program({"tune", "-a", "std/sort@cpu"}), 2, {"std/sort@cpu", "does not have a parameter"});
  expect_one_line_error(run_program({"tune", "-a", "std/sort@cpu", "--resume"}), 2, {"--resume", "-o"});
  expect_one_line_error(run_program({"tune", "-a", "std/sort@cpu", "--search", "best"}), 2, {"'best'", "local"});
}

}  // namespace
}  // namespace texelsort::app
