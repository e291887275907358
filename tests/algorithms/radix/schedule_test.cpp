// Tests of the division of keys into digits, of the division of arrays into columns, and of the resulting passes.
#include <gtest/gtest.h>

#include "tests/algorithms/radix/plans.h"

namespace texelsort::algorithms {
namespace {

using Overrides = std::map<std::string, std::string>;

TEST(RadixPlan, AssignsEveryBitToOneDigit) {
  for (const data::KeyType type : {data::KeyType::u32, data::KeyType::f64}) {
    for (int bits = 1; bits <= 8; ++bits) {
      const ComputeRadixPlan plan = plan_of("radix/srts@compute", {1000, type}, {{"digit", std::to_string(bits)}});
      std::uint32_t next = 0;
      for (std::uint64_t i = 0; i < plan.digits(); ++i) {
        EXPECT_EQ(plan.digit(i).shift, next);
        EXPECT_GE(plan.digit(i).bits, 1u);
        EXPECT_LE(plan.digit(i).bits, static_cast<std::uint32_t>(bits));
        next += plan.digit(i).bits;
      }
      EXPECT_EQ(next, 8 * data::key_bytes(type)) << bits;
    }
  }
}

TEST(RadixPlan, DividesTheArrayCompletelyIntoColumns) {
  for (const char* id : {"radix/srts@compute", "radix/grs@compute"}) {
    for (const char* form : {"cooperative", "serial"}) {
      for (const std::uint64_t n : {1, 2, 255, 256, 257, 10'000, 1'000'003}) {
        const ComputeRadixPlan plan = plan_of(id, {n}, {{"form", form}, {"workgroup", "64"}});
        EXPECT_GE(plan.columns * plan.column_keys, n);
        EXPECT_LT((plan.columns - 1) * plan.column_keys, n) << "a column without keys";
        EXPECT_EQ(plan.column_keys % 4, 0u) << "serial invocations read 16 bytes at a time";
      }
    }
  }
  const Overrides few{{"workgroups", "7"}, {"tile", "256"}, {"workgroup", "64"}};
  EXPECT_EQ(plan_of("radix/srts@compute", {1'000'003}, few).columns, 7u);
  EXPECT_EQ(plan_of("radix/grs@compute", {1'000'003}, {{"tile", "1024"}}).columns, 977u);
}

struct NoSteps final : DigitSteps {
  void count(const DigitPass&) override {}
  void scan(const DigitPass&) override {}
  void move(const DigitPass&) override {}
  Counters scan_cost(std::uint64_t) const override { return {}; }
};

TEST(RadixSchedule, HasOneCountOneScanAndOneMovePassPerDigit) {
  NoSteps steps;
  for (const char* id : {"radix/srts@compute", "radix/grs@compute"}) {
    for (const std::uint64_t n : {0, 1, 2, 255, 256, 257, 100'000}) {
      const ComputeRadixPlan plan = plan_of(id, {n}, {{"digit", "5"}});
      const std::vector<Pass> passes = digit_passes(plan, {.count = 4, .rank = plan.ranks ? 4u : 0u}, steps);
      ASSERT_EQ(passes.size(), n > 1 ? 3u * 7 : 0u) << n;
      for (std::uint64_t i = 0; i < passes.size(); ++i) {
        const DigitPass digit = std::get<DigitPass>(passes[i].detail());
        EXPECT_EQ(digit.shift, i / 3 * 5);
        EXPECT_EQ(digit.bits, i / 3 == 6 ? 2u : 5u);
        EXPECT_EQ(passes[i].header().stage, "digit " + std::to_string(i / 3 + 1) + " of 7");
        const TableKind kind = digit_table(plan, i);
        EXPECT_EQ(std::holds_alternative<tables::DigitCounts>(kind), i % 3 == 0);
      }
      if (n < 2) continue;
      EXPECT_EQ(passes[1].header().label, plan.ranks ? "scan" : "scan the counts");
      // Expected bytes: passes read and write each key once, and also the table and the ranks.
      const std::uint64_t beside = 4 * (plan.columns << 5) + (plan.ranks ? 4 * n : 0);
      EXPECT_EQ(passes[0].cost().bytes, 4 * n + beside);
      EXPECT_EQ(passes[2].cost().bytes, 8 * n + beside);
    }
  }
}

}  // namespace
}  // namespace texelsort::algorithms
