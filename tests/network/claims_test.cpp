#include "compute/network/claims.h"

#include <gtest/gtest.h>

#include "tests/network/naive.h"

namespace texelsort::network {
namespace {

using Codes = std::vector<std::uint64_t>;

TEST(SortedBlocks, NamesTheFirstIndexBelowItsPredecessor) {
  const StepClaim claim = sorted_blocks(4);
  EXPECT_EQ(claim.sentence, "every block of 4 keys is sorted");
  EXPECT_EQ(claim.first_violation(Codes{1, 2, 2, 9, 0, 1, 2, 3}), std::nullopt);
  EXPECT_EQ(claim.first_violation(Codes{1, 2, 2, 9, 0, 1, 0, 3}), 6u);
  EXPECT_EQ(claim.first_violation(Codes{2, 1, 2, 9, 1, 0}), 1u);
  EXPECT_EQ(claim.first_violation(Codes{1, 2, 3, 4, 1, 0}), 5u) << "the last block is cut";
  EXPECT_EQ(claim.first_violation(Codes{}), std::nullopt);
}

TEST(OrderedHalves, NamesTheFirstIndexBelowSomeKeyOfTheFirstHalf) {
  const StepClaim claim = ordered_halves(4);
  EXPECT_EQ(claim.sentence, "in every block of 4 keys, no key of the first half exceeds a key of the second half");
  EXPECT_EQ(claim.first_violation(Codes{2, 1, 4, 2, 9, 8, 9, 9}), std::nullopt);
  EXPECT_EQ(claim.first_violation(Codes{2, 1, 4, 1, 9, 8, 9, 9}), 3u);
  EXPECT_EQ(claim.first_violation(Codes{2, 1, 4, 2, 3, 4, 3}), 6u) << "the last block is cut";
  EXPECT_EQ(claim.first_violation(Codes{2, 1, 4, 2, 9}), std::nullopt) << "half a block claims nothing";
  EXPECT_EQ(claim.first_violation(Codes{}), std::nullopt);
}

void apply_reversed(const Step& step, Codes& codes) {
  for (const Comparator& c : comparators(step, codes.size())) {
    if (codes[c.low] < codes[c.high]) std::swap(codes[c.low], codes[c.high]);
  }
}

TEST(Claims, HoldAfterTheirStepForAnyN) {
  for (const Family& family : families()) {
    for (const std::uint64_t n : {2, 3, 5, 8, 13, 64, 100, 129, 1000}) {
      for (std::uint64_t seed = 0; seed < 4; ++seed) {
        Codes codes = random_codes(n, seed == 3 ? 2 : 1000, seed);
        for (const Stage& stage : family.generate(n).stages) {
          for (const Step& step : stage.steps) {
            apply(step, codes, {});
            ASSERT_FALSE(step.claim.sentence.empty());
            ASSERT_EQ(step.claim.first_violation(codes), std::nullopt)
                << family.id << " n " << n << " " << stage.name << " " << step.label << ": " << step.claim.sentence;
          }
        }
      }
    }
  }
}

TEST(Claims, FailWhereTheirStepIsLeftOutOrReversed) {
  for (const Family& family : families()) {
    for (const std::uint64_t n : {64, 100}) {
      Codes codes = random_codes(n, 1 << 20, n);
      for (const Stage& stage : family.generate(n).stages) {
        for (const Step& step : stage.steps) {
          const std::string where = family.id + " n " + std::to_string(n) + " " + stage.name + " " + step.label;
          EXPECT_TRUE(step.claim.first_violation(codes)) << where << " left out";
          Codes reversed = codes;
          apply_reversed(step, reversed);
          EXPECT_TRUE(step.claim.first_violation(reversed)) << where << " reversed";
          apply(step, codes, {});
        }
      }
    }
  }
}

}  // namespace
}  // namespace texelsort::network
