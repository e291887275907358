#include <numeric>

#include <gtest/gtest.h>

#include "compute/data/error.h"
#include "compute/network/analysis.h"
#include "compute/network/generators.h"

namespace texelsort::network {
namespace {

TEST(SingleStepNetwork, ComparesEveryKeyOfALowerHalfWithTheUpperHalf) {
  for (const std::uint64_t distance : {1u, 2u, 4u, 8u, 16u}) {
    const Family family = single_step(distance);
    for (std::uint64_t n = 0; n <= 40; ++n) {
      const Network network = family.generate(n);
      ASSERT_EQ(network.stages.size(), 1u);
      ASSERT_EQ(network.stages.front().steps.size(), 1u);
      std::vector<Comparator> expected;
      for (std::uint64_t i = 0; i + distance < n; ++i) {
        if ((i & distance) == 0) expected.push_back({i, i + distance});
      }
      EXPECT_EQ(comparators(network.stages.front().steps.front(), n), expected)
          << "distance " << distance << " n " << n;
    }
  }
}

TEST(SingleStepNetwork, FulfilsItsClaimOnlyAfterTheStep) {
  for (const std::uint64_t distance : {1u, 4u, 16u}) {
    const Step step = single_step(distance).generate(37).stages.front().steps.front();
    std::vector<std::uint64_t> codes(37);
    std::iota(codes.rbegin(), codes.rend(), 0u);
    EXPECT_EQ(step.claim.first_violation(codes), distance);
    apply(step, codes, {});
    EXPECT_FALSE(step.claim.first_violation(codes));
  }
}

TEST(SingleStepNetwork, RejectsDistancesThatAreNotPowersOfTwo) {
  EXPECT_THROW(single_step(0), InternalError);
  EXPECT_THROW(single_step(3), InternalError);
}

}  // namespace
}  // namespace texelsort::network
