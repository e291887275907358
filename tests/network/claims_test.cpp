#include "compute/network/claims.h"

#include <gtest/gtest.h>

#include "tests/network/naive.h"

namespace texelsort::network {
namespace {

using Codes = std::vector<std::uint64_t>;

TEST(SortedBlocksClaim, NamesTheFirstKeyThatIsSmallerThanItsPredecessor) {
  const StepClaim claim = sorted_blocks(4);
  EXPECT_EQ(claim.sentence, "every block of 4 keys is sorted");
  EXPECT_EQ(claim.first_violation(Codes{1, 2, 2, 9, 0, 1, 2, 3}), std::nullopt);
  EXPECT_EQ(claim.first_violation(Codes{1, 2, 2, 9, 0, 1, 0, 3}), 6u);
  EXPECT_EQ(claim.first_violation(Codes{2, 1, 2, 9, 1, 0}), 1u);
  EXPECT_EQ(claim.first_violation(Codes{1, 2, 3, 4, 1, 0}), 5u) << "the last block is cut";
  EXPECT_EQ(claim.first_violation(Codes{}), std::nullopt);
}

TEST(SortedBlocksClaim, RequiresDescendingBlocksWhereComparatorsAreReversed) {
  const StepClaim claim = sorted_blocks(2, {.flip = 2});
  EXPECT_EQ(claim.sentence, "every block of 2 keys is sorted, the two of every block of 4 in opposite directions");
  EXPECT_EQ(claim.first_violation(Codes{1, 2, 4, 3, 5, 6, 8, 7}), std::nullopt);
  EXPECT_EQ(claim.first_violation(Codes{1, 2, 3, 4, 5, 6, 8, 7}), 3u);
  EXPECT_EQ(claim.first_violation(Codes{1, 2, 4, 3, 6, 5, 8, 7}), 5u);
  EXPECT_EQ(sorted_blocks(2, {.flip = 2, .reversed = true}).first_violation(Codes{2, 1, 3, 4}), std::nullopt);
}

TEST(OrderedHalvesClaim, RequiresTheLargerHalfFirstWhereComparatorsAreReversed) {
  const StepClaim claim = ordered_halves(4, {.flip = 4});
  EXPECT_EQ(claim.first_violation(Codes{2, 1, 4, 2, 9, 8, 8, 7}), std::nullopt);
  EXPECT_EQ(claim.first_violation(Codes{2, 1, 4, 2, 9, 8, 7, 9}), 7u);
  EXPECT_EQ(claim.first_violation(Codes{2, 1, 1, 2, 9, 8, 7, 9}), 2u);
}

TEST(OrderedStridesClaim, ComparesKeysAtADistanceWithinEachBlock) {
  const StepClaim claim = ordered_strides(4, 2);
  EXPECT_EQ(claim.sentence, "in every block of 4 keys, keys 2 apart are in order");
  EXPECT_EQ(claim.first_violation(Codes{5, 3, 6, 3, 1, 9, 1, 9}), std::nullopt);
  EXPECT_EQ(claim.first_violation(Codes{5, 3, 6, 2}), 3u);
  EXPECT_EQ(claim.first_violation(Codes{5, 3, 6, 3, 1, 9, 0}), 6u) << "the last block is cut";
}

TEST(SortedClaim, NamesTheFirstKeyThatIsSmallerThanItsPredecessor) {
  EXPECT_EQ(sorted().first_violation(Codes{1, 1, 2}), std::nullopt);
  EXPECT_EQ(sorted().first_violation(Codes{1, 2, 1, 0}), 2u);
  EXPECT_EQ(sorted().first_violation(Codes{}), std::nullopt);
}

TEST(OrderedHalvesClaim, NamesTheFirstKeyThatIsSmallerThanAKeyOfTheFirstHalf) {
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
    naively_exchange({c.low, c.high, !c.reversed}, codes);
  }
}

TEST(NetworkClaims, HoldAfterTheirStepForAnyNumberOfKeys) {
  for (const Family& family : families()) {
    for (const std::uint64_t n : {2, 3, 5, 6, 8, 11, 13, 16, 64, 96, 100, 129, 1000}) {
      const auto network = affordable(family, n);
      if (!network) continue;
      for (std::uint64_t seed = 0; seed < 4; ++seed) {
        Codes codes = random_codes(n, seed == 3 ? 2 : 1000, seed);
        for (const Stage& stage : network->stages) {
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

TEST(NetworkClaims, FailWhenTheirStepIsOmittedOrReversed) {
  for (const Family& family : families()) {
    for (const std::uint64_t n : {16, 64, 100}) {
      const auto network = affordable(family, n);
      if (!network) continue;
      std::uint64_t tested = 0;
      Codes codes = random_codes(n, 1 << 20, n);
      for (const Stage& stage : network->stages) {
        for (const Step& step : stage.steps) {
          const std::string where = family.id + " n " + std::to_string(n) + " " + stage.name + " " + step.label;
          const Codes before = codes;
          apply(step, codes, {});
          ++tested;
          // A step that changes the codes must find its claim false before it. A last step may leave the codes
          // unchanged, because its input may already be sorted.
          EXPECT_TRUE(codes == before || step.claim.first_violation(before)) << where << " left out";
          Codes reversed = before;
          apply_reversed(step, reversed);
          EXPECT_TRUE(step.claim.first_violation(reversed)) << where << " reversed";
        }
      }
      EXPECT_GT(tested, 0u) << family.id << " claims nothing on " << n << " places";
    }
  }
}

}  // namespace
}  // namespace texelsort::network
