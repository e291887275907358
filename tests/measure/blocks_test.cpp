#include "compute/measure/blocks.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace texelsort::measure {
namespace {

/// Model of a machine with bursts of other load. Each block lasts one unit of time. A burst lasts `burst` units on
/// average, as long as the pauses, and multiplies the time of a row by up to e^0.5.
struct Machine {
  double burst = 0;        ///< 0 for an idle machine
  double sensitivity = 1;  ///< effect of the load on the control, relative to its effect on the row
};

class Simulation {
 public:
  explicit Simulation(std::uint64_t seed) : random_(seed) {}

  /// Returns the comparison of two runs of six blocks, the second of which is `factor` times as slow.
  BlockComparison compare_runs(const Machine& machine, double factor, double tolerance) {
    std::vector<double> load(13, 0.0);
    if (machine.burst > 0) fill(load, machine.burst);
    const Blocks before = run(machine, std::span(load).first(6), 1),
                 after = run(machine, std::span(load).last(6), factor);
    return compare_blocks(before, after, tolerance);
  }

 private:
  double uniform() { return (static_cast<double>(random_() >> 11) + 0.5) / 9007199254740992.0; }
  double normal() { return std::sqrt(-2 * std::log(uniform())) * std::cos(2 * std::acos(-1.0) * uniform()); }

  /// Fills in the share of each unit of time during which another program runs.
  void fill(std::vector<double>& load, double burst) {
    bool on = uniform() < 0.5;
    for (double at = 0; at < static_cast<double>(load.size()); on = !on) {
      const double end = at - burst * std::log(uniform());
      for (std::size_t i = 0; on && i < load.size(); ++i) {
        const auto unit = static_cast<double>(i);
        load[i] += 0.5 * std::max(0.0, std::min(end, unit + 1) - std::max(at, unit));
      }
      at = end;
    }
  }

  Blocks run(const Machine& machine, std::span<const double> load, double factor) {
    Blocks blocks;
    for (const double one : load) {
      const double common = 0.01 * normal();
      blocks.p5_ms.push_back(factor * std::exp(one + common + 0.01 * normal()));
      blocks.control_p5_ms.push_back(std::exp(machine.sensitivity * one + common + 0.01 * normal()));
    }
    return blocks;
  }

  std::mt19937_64 random_;
};

bool is_change(const BlockComparison& one) {
  return one.verdict == Verdict::faster || one.verdict == Verdict::slower;
}

/// At most 5 % of the pairs of equal programs may have a verdict, however long the bursts of other load are. A
/// tolerance of 0 is the hardest case. 100 of 2,000 pairs are 5 %, and 30 more are three standard deviations.
TEST(BlockComparison, FindsAChangeOfEqualProgramsInAtMost5PercentOfPairsUnderLoad) {
  for (const double burst : {0.0, 0.3, 1.0, 3.0, 6.0, 12.0}) {
    for (const double sensitivity : {0.5, 1.0, 1.5}) {
      Simulation simulation(static_cast<std::uint64_t>(1000 * burst + 10 * sensitivity));
      int changes = 0, without_control = 0;
      for (int pair = 0; pair < 2000; ++pair) {
        const BlockComparison one = simulation.compare_runs({burst, sensitivity}, 1, 0);
        changes += is_change(one);
        const Verdict alone = verdict_of(one.ratio);
        without_control += alone == Verdict::faster || alone == Verdict::slower;
      }
      EXPECT_LE(changes, 130) << "bursts of " << burst << ", sensitivity " << sensitivity;
      if (burst >= 3) {
        EXPECT_GT(without_control, 200) << "the control is needed with bursts of " << burst;
      }
    }
  }
}

TEST(BlockComparison, FindsATenPercentChangeOnAnIdleMachine) {
  Simulation simulation(7);
  int slower = 0, faster = 0;
  for (int pair = 0; pair < 500; ++pair) {
    slower += simulation.compare_runs({}, 1.1, 0.05).verdict == Verdict::slower;
    faster += simulation.compare_runs({}, 1 / 1.1, 0.05).verdict == Verdict::faster;
  }
  EXPECT_GE(slower, 450);
  EXPECT_GE(faster, 450);
}

TEST(BlockComparison, IsUndecidedBelowSixBlocksAndWithoutAControl) {
  const auto blocks = [](std::size_t count, double ms) {
    return Blocks{std::vector<double>(count, ms), std::vector<double>(count, 1.0)};
  };
  EXPECT_EQ(compare_blocks(blocks(6, 1), blocks(6, 2), 0.05).verdict, Verdict::slower);
  EXPECT_EQ(compare_blocks(blocks(6, 1), blocks(6, 1), 0.05).verdict, Verdict::same);
  EXPECT_EQ(compare_blocks(blocks(6, 1), blocks(2, 2), 0.05).verdict, Verdict::undecided);
  Blocks bare = blocks(6, 2);
  bare.control_p5_ms.clear();
  EXPECT_EQ(compare_blocks(blocks(6, 1), bare, 0.05).verdict, Verdict::undecided);
}

TEST(BlockComparison, ReportsByHowMuchTheMachineChanged) {
  const Blocks before{{1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1}}, after{{3, 3, 3, 3, 3, 3}, {2, 2, 2, 2, 2, 2}};
  const BlockComparison one = compare_blocks(before, after, 0.05);
  EXPECT_TRUE(one.machine_changed);
  EXPECT_DOUBLE_EQ(one.control.estimate, 2);
  EXPECT_EQ(one.verdict, Verdict::undecided);
}

/// Hollander, Wolfe and Chicken, table A.6: P(U <= 5) = 0.0206 and P(U <= 6) = 0.0325 for six and six blocks. The
/// interval ends with the sixth of the 36 ratios from each end.
TEST(TimeRatio, HasTheExactIntervalOfTheRankSumTest) {
  std::vector<double> after, logs;
  for (int i = 0; i < 6; ++i) after.push_back(std::exp(std::exp2(i) / 64));
  const std::vector<double> before{
      1, std::exp(0.001), std::exp(0.003), std::exp(0.007), std::exp(0.015), std::exp(0.031)};
  for (const double one : after) {
    for (const double other : before) logs.push_back(std::log(one / other));
  }
  std::ranges::sort(logs);
  const Ratio ratio = ratio_of(after, before);
  EXPECT_TRUE(ratio.has_interval());
  EXPECT_NEAR(std::log(ratio.low), logs[5], 1e-12);
  EXPECT_NEAR(std::log(ratio.high), logs[30], 1e-12);
}

}  // namespace
}  // namespace texelsort::measure
