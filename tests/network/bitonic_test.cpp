#include <gtest/gtest.h>

#include "compute/data/error.h"
#include "compute/network/analysis.h"
#include "compute/network/generators.h"
#include "tests/network/naive.h"

// Expected comparators: from the slides on bitonic merge sort in Govindaraju, "Sorting and Searching".
namespace texelsort::network {
namespace {

using Codes = std::vector<std::uint64_t>;

TEST(BitonicNetwork, ReproducesEveryStateOfTheExampleInTheLectureSlides) {
  struct State {
    std::string stage;
    std::string step;
    Codes codes;
  };
  const std::vector<State> expected{
      {"stage 1", "step 1 (distance 1)", {3, 7, 4, 8, 2, 6, 1, 5}},
      {"stage 2", "step 1 (mirrored)", {3, 4, 7, 8, 2, 1, 6, 5}},
      {"stage 2", "step 2 (distance 1)", {3, 4, 7, 8, 1, 2, 5, 6}},
      {"stage 3", "step 1 (mirrored)", {3, 4, 2, 1, 8, 7, 5, 6}},
      {"stage 3", "step 2 (distance 2)", {2, 1, 3, 4, 5, 6, 8, 7}},
      {"stage 3", "step 3 (distance 1)", {1, 2, 3, 4, 5, 6, 7, 8}},
  };
  Codes codes{3, 7, 4, 8, 6, 2, 1, 5};
  std::size_t pass = 0;
  for (const Stage& stage : bitonic(8).stages) {
    for (const Step& step : stage.steps) {
      ASSERT_LT(pass, expected.size());
      apply(step, codes, {});
      EXPECT_EQ(stage.name, expected[pass].stage);
      EXPECT_EQ(step.label, expected[pass].step);
      EXPECT_EQ(codes, expected[pass].codes) << "after pass " << pass;
      EXPECT_EQ(step.claim.first_violation(codes), std::nullopt) << "after pass " << pass;
      ++pass;
    }
  }
  EXPECT_EQ(pass, expected.size());
}

TEST(BitonicNetwork, ReversesTheSecondHalfInTheFirstStepOfEveryStage) {
  const Network network = bitonic(16);
  ASSERT_EQ(network.stages.size(), 4u);
  for (std::uint64_t s = 1; s <= 4; ++s) {
    const auto& steps = network.stages[s - 1].steps;
    ASSERT_EQ(steps.size(), s);
    const std::uint64_t block = std::uint64_t{1} << s;
    EXPECT_EQ(steps[0].patterns, (std::vector<Pattern>{{0, block, block / 2, block - 1, true}}));
    for (std::uint64_t t = s - 1; t >= 1; --t) {
      const std::uint64_t half = std::uint64_t{1} << (t - 1);
      EXPECT_EQ(steps[s - t].patterns, (std::vector<Pattern>{{0, 2 * half, half, half, false}}));
    }
  }
}

TEST(BitonicNetwork, HasLogarithmicallyManyStages) {
  const std::vector<std::pair<std::uint64_t, std::size_t>> stages{
      {0, 0}, {1, 0}, {2, 1}, {3, 2}, {4, 2}, {5, 3}, {8, 3}, {9, 4}, {1 << 20, 20}, {(1 << 20) + 1, 21}};
  for (const auto& [n, count] : stages) EXPECT_EQ(bitonic(n).stages.size(), count) << n;
}

TEST(BitonicNetwork, HasTheDepthAndSizeOfBatchersFormulas) {
  for (std::uint64_t k = 0; k <= 16; ++k) {
    const Network network = bitonic(std::uint64_t{1} << k);
    EXPECT_EQ(steps(network), k * (k + 1) / 2);
    EXPECT_EQ(depth(network), k * (k + 1) / 2);
    EXPECT_EQ(size(network), (std::uint64_t{1} << k) / 2 * (k * (k + 1) / 2));
  }
}

TEST(BitonicNetwork, StatesItsClaimsWithBlockSizes) {
  const Network network = bitonic(8);
  EXPECT_EQ(network.stages[0].steps[0].claim.sentence, "every block of 2 keys is sorted");
  EXPECT_EQ(network.stages[2].steps[0].claim.sentence,
            "in every block of 8 keys, no key of the first half exceeds a key of the second half");
  EXPECT_EQ(network.stages[2].steps[1].claim.sentence,
            "in every block of 4 keys, no key of the first half exceeds a key of the second half");
  EXPECT_EQ(network.stages[2].steps[2].claim.sentence, "every block of 8 keys is sorted");
}

TEST(BitonicNetwork, RejectsASizeWhoseIndicesOverflow) {
  EXPECT_THROW(bitonic(std::uint64_t{1} << 60), UsageError);
}

TEST(CitationText, OmitsMissingParts) {
  EXPECT_EQ(text({"A. Author", "Title", "Venue", 1968, "section 2"}), "A. Author, Title, Venue, 1968, section 2");
  EXPECT_EQ(text({"", "Title", "", 0, "slide 9"}), "Title, slide 9");
}

}  // namespace
}  // namespace texelsort::network
