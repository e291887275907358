#include "compute/measure/measure.h"

#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "compute/algorithms/registry.h"
#include "compute/data/error.h"
#include "compute/data/keys/distribution.h"
#include "compute/measure/timed_copy.h"
#include "tests/measure/scripted_algorithm.h"

namespace texelsort::measure {
namespace {

std::shared_ptr<const algorithms::Problem> problem_of(std::uint64_t n) {
  return std::make_shared<algorithms::Problem>(algorithms::Problem{data::generate("uniform", data::KeyType::u32, n, 1),
                                                                   data::Order::ascending, data::PayloadKind::none});
}

Budget exactly(std::uint64_t samples) {
  return {.warmups = 2, .min_samples = samples, .max_samples = samples, .relative_width = 0, .seconds = 60};
}

TEST(Measurement, VerifiesTheOutputAndFillsEveryField) {
  const algorithms::Algorithm& algorithm = algorithms::find_algorithm("std/sort@cpu");
  const auto result = measure(prepared_for(algorithm, 1000), nullptr, problem_of(1000), exactly(7), true);
  ASSERT_TRUE(result);
  EXPECT_TRUE(result->verified) << result->fault;
  EXPECT_EQ(result->algorithm, &algorithm);
  EXPECT_EQ(result->n, 1000u);
  EXPECT_EQ(result->type, data::KeyType::u32);
  EXPECT_EQ(result->clock, gpu::Clock::cpu_steady);
  EXPECT_EQ(result->total_ms.samples, 7u);
  EXPECT_GT(result->total_ms.median, 0);
  EXPECT_LE(result->total_ms.low, result->total_ms.median);
  EXPECT_GE(result->total_ms.high, result->total_ms.median);
  EXPECT_EQ(result->passes.size(), result->pass_count);
  EXPECT_FALSE(result->stages.empty());
  EXPECT_GE(result->passes.front().ms.samples, 5u);
}

TEST(Measurement, ContainsEveryStageAndPassOfANetwork) {
  const algorithms::Algorithm& algorithm = algorithms::find_algorithm("bitonic/reference@cpu");
  const auto result = measure(prepared_for(algorithm, 64), nullptr, problem_of(64), exactly(3), true);
  ASSERT_TRUE(result && result->verified);
  // 64 = 2^6 keys need 6 stages of 1 to 6 steps.
  ASSERT_EQ(result->stages.size(), 6u);
  EXPECT_EQ(result->passes.size(), 21u);
  for (std::size_t stage = 0; stage < 6; ++stage) EXPECT_EQ(result->stages[stage].passes, stage + 1);
}

TEST(Measurement, AddsTheTimesAndBytesOfThePassesOfAStage) {
  const ScriptedAlgorithm algorithm({});
  const auto result = measure(scripted(algorithm), nullptr, problem_of(16), exactly(3), true);
  ASSERT_TRUE(result && result->verified);
  ASSERT_EQ(result->stages.size(), 2u);
  EXPECT_EQ(result->stages[0].ms.median, 1);
  EXPECT_EQ(result->stages[1].ms.median, 5);
  EXPECT_EQ(result->stages[1].passes, 2u);
  EXPECT_EQ(result->stages[1].bytes, 500u);
  EXPECT_EQ(result->bytes, 600u);
  EXPECT_EQ(result->passes[2].ms.median, 3);
}

TEST(Measurement, DoesNotCountWarmUpRunsAsSamples) {
  Script script;
  script.total_ms = [](std::uint64_t sample) { return sample == 0 ? 1000.0 : 2.0; };
  const auto result = measure(scripted(ScriptedAlgorithm(script)), nullptr, problem_of(16), exactly(5), false);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->total_ms.high, 2);
  EXPECT_TRUE(result->passes.empty());
}

TEST(Measurement, StopsEarlyWhenTimesAreSteady) {
  const Budget budget{.warmups = 1, .min_samples = 7, .max_samples = 20, .relative_width = 0.02, .seconds = 60};
  Script steady;
  EXPECT_EQ(measure(scripted(ScriptedAlgorithm(steady)), nullptr, problem_of(16), budget, false)->total_ms.samples, 7u);
  Script noisy;
  noisy.total_ms = [](std::uint64_t sample) { return sample % 2 == 0 ? 1.0 : 2.0; };
  EXPECT_EQ(measure(scripted(ScriptedAlgorithm(noisy)), nullptr, problem_of(16), budget, false)->total_ms.samples, 20u);
}

TEST(Measurement, IsNotVerifiedWhenTheOutputIsWrong) {
  Script script;
  script.wrong_from_start = true;
  const auto result = measure(scripted(ScriptedAlgorithm(script)), nullptr, problem_of(16), exactly(3), true);
  ASSERT_TRUE(result);
  EXPECT_FALSE(result->verified);
  EXPECT_FALSE(result->fault.empty());
  EXPECT_TRUE(result->passes.empty());
}

TEST(Measurement, IsNotVerifiedWhenTheOutputBecomesWrongLater) {
  Script script;
  script.wrong_after_samples = 4;
  const auto result = measure(scripted(ScriptedAlgorithm(script)), nullptr, problem_of(16), exactly(7), false);
  ASSERT_TRUE(result);
  EXPECT_FALSE(result->verified);
}

TEST(Measurement, ReturnsNothingWhenItIsCancelled) {
  int asked = 0;
  const auto cancelled = [&asked] { return ++asked > 3; };
  EXPECT_FALSE(measure(scripted(ScriptedAlgorithm({})), nullptr, problem_of(16), exactly(50), true, cancelled));
}

TEST(MeasurementComparison, InterleavesAlgorithmsInAnOrderThatDependsOnTheSeed) {
  std::vector<std::string> log;
  Script a{.id = "a"}, b{.id = "b"};
  a.log = b.log = &log;
  const ScriptedAlgorithm first(a), second(b);
  const std::vector<Entry> entries{{scripted(first)}, {scripted(second)}};
  const auto order = [&](std::uint64_t seed) {
    log.clear();
    compare(entries, nullptr, problem_of(16), exactly(32), seed);
    return log;
  };
  const auto once = order(1);
  EXPECT_EQ(once, order(1));
  EXPECT_NE(once, order(2));
  // Each round after the warm-ups must have one sample per algorithm. Rounds must differ in which algorithm comes
  // first.
  const std::vector<std::string> samples(once.end() - 64, once.end());
  std::map<std::string, int> leads;
  for (std::size_t i = 0; i < samples.size(); i += 2) {
    EXPECT_NE(samples[i], samples[i + 1]);
    ++leads[samples[i]];
  }
  EXPECT_GT(leads["a"], 4);
  EXPECT_GT(leads["b"], 4);
}

Script steady(const std::string& id, double low, double high) {
  Script script{.id = id};
  script.total_ms = [low, high](std::uint64_t sample) { return sample % 2 == 0 ? low : high; };
  return script;
}

TEST(MeasurementComparison, TimesTheControlInTheRoundsOfTheAlgorithms) {
  const ScriptedAlgorithm a({.id = "test/a"}), b({.id = "test/b"});
  const std::vector<Entry> entries{{scripted(a)}, {scripted(b)}};
  CopyControl control(algorithms::Backend::cpu, nullptr, {}, 64);
  const auto results = compare(entries, nullptr, problem_of(16), exactly(7), 1, {.copies = &control});
  for (const Measurement& one : results) {
    EXPECT_EQ(one.samples_ms.size(), 7u);
    EXPECT_EQ(one.blocks.p5_ms, std::vector<double>{std::ranges::min(one.samples_ms)});
    ASSERT_EQ(one.blocks.control_p5_ms.size(), 1u);
    EXPECT_GT(one.blocks.control_p5_ms[0], 0);
  }
  EXPECT_EQ(results[0].blocks.control_p5_ms, results[1].blocks.control_p5_ms);
  EXPECT_TRUE(compare(entries, nullptr, problem_of(16), exactly(7), 1)[0].blocks.control_p5_ms.empty());
}

/// The samples of one process may differ from those of the next one by more than the algorithms differ. With enough
/// blocks, the blocks decide.
TEST(MeasurementComparison, PairsBlocksWhenThereAreEnough) {
  Measurement one, other;
  one.samples_ms = {1, 1, 1, 1, 1, 1};
  other.samples_ms = {2, 2, 2, 2, 2, 2};
  EXPECT_DOUBLE_EQ(paired_ratio(one, other).estimate, 0.5);
  one.blocks.p5_ms = {1, 2, 3, 4, 5};
  other.blocks.p5_ms = {1, 2, 3, 4, 5};
  EXPECT_DOUBLE_EQ(paired_ratio(one, other).estimate, 0.5);
  one.blocks.p5_ms.push_back(6);
  other.blocks.p5_ms.push_back(6);
  EXPECT_DOUBLE_EQ(paired_ratio(one, other).estimate, 1);
}

TEST(MeasurementComparison, NamesOneWinnerOnlyWhenAllOthersAreSlowerByThePairedRatio) {
  const ScriptedAlgorithm slow(steady("slow", 5, 6)), fast(steady("fast", 1, 2)), near(steady("near", 2.2, 1.1));
  const auto winners = [&](std::vector<Entry> entries, std::uint64_t samples) {
    return fastest(compare(entries, nullptr, problem_of(16), exactly(samples), 1));
  };
  EXPECT_EQ(winners({{scripted(slow)}, {scripted(fast)}}, 20), (std::vector<std::size_t>{1}));
  EXPECT_EQ(winners({{scripted(near)}, {scripted(slow)}, {scripted(fast)}}, 20), (std::vector<std::size_t>{0, 2}));
  // Both become ten times slower in every second round. The ratio of each round is 1.05 all the same.
  const ScriptedAlgorithm loaded(steady("loaded", 1, 10)), slower(steady("slower", 1.05, 10.5));
  EXPECT_EQ(winners({{scripted(slower)}, {scripted(loaded)}}, 20), (std::vector<std::size_t>{1}));
  EXPECT_EQ(winners({{scripted(slow)}, {scripted(fast)}}, 5), (std::vector<std::size_t>{0, 1}))
      << "five rounds have no 95 % interval";
}

TEST(MeasurementComparison, NeverLetsWrongOutputWin) {
  Script cheat{.id = "cheat"};
  cheat.total_ms = [](std::uint64_t) { return 0.001; };
  cheat.wrong_from_start = true;
  const ScriptedAlgorithm wrong(cheat), honest(steady("honest", 1, 2));
  const auto results = compare({{scripted(wrong)}, {scripted(honest)}}, nullptr, problem_of(16), exactly(7), 1);
  ASSERT_EQ(results.size(), 2u);
  EXPECT_FALSE(results[0].verified);
  EXPECT_TRUE(results[1].verified);
  EXPECT_EQ(fastest(results), (std::vector<std::size_t>{1}));
}

/// A fault in a kernel makes the device unusable, so that no later row could report the cause.
TEST(MeasurementComparison, NamesTheAlgorithmDuringWhichTheDeviceFailed) {
  Script script;
  script.id = "test/fails";
  script.total_ms = [](std::uint64_t sample) -> double {
    if (sample == 3) throw Error(ExitCode::internal, "an illegal memory access was encountered");
    return 1;
  };
  const ScriptedAlgorithm failing(script);
  try {
    compare({{scripted(failing)}}, nullptr, problem_of(16), exactly(7), 1);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::internal);
    EXPECT_STREQ(error.what(), "test/fails, n = 16: an illegal memory access was encountered");
  }
}

TEST(MeasurementComparison, HasNoWinnerWhenNoOutputIsVerified) {
  Script cheat{.id = "cheat"};
  cheat.wrong_from_start = true;
  const ScriptedAlgorithm wrong(cheat);
  EXPECT_TRUE(fastest(compare({{scripted(wrong)}}, nullptr, problem_of(16), exactly(7), 1)).empty());
}

}  // namespace
}  // namespace texelsort::measure
