#include "compute/network/analysis.h"

#include <gtest/gtest.h>

#include "tests/network/naive.h"

namespace texelsort::network {
namespace {

Network network_with(std::uint64_t n, const std::vector<Pattern>& patterns) {
  return {"given", n, {{"stage 1", {{"step 1", patterns, {}}}}}};
}

TEST(Depth, IsTheLongestPathNotTheNumberOfSteps) {
  const Network network = network_of(4, {{{0, 1}}, {{2, 3}}, {{1, 2}}});
  EXPECT_EQ(steps(network), 3u);
  EXPECT_EQ(depth(network), 2u);
  EXPECT_EQ(size(network), 3u);
}

TEST(Steps, LeaveOutThoseWithoutComparators) {
  const Network network = network_of(4, {{{0, 1}}, {{3, 4}}, {{1, 2}}});
  EXPECT_EQ(steps(network), 2u);
  EXPECT_EQ(size(network), 2u);
}

TEST(Size, IsTheNumberOfListedComparatorsForAnyN) {
  for (const Family& family : families()) {
    for (std::uint64_t n = 0; n <= 130; ++n) {
      const Network network = family.generate(n);
      std::uint64_t listed = 0;
      std::vector<std::uint64_t> path(n + 1, 0);
      for (const auto& list : listed_steps(network)) {
        listed += list.size();
        for (const Comparator& c : list) path[c.low] = path[c.high] = std::max(path[c.low], path[c.high]) + 1;
      }
      EXPECT_EQ(size(network), listed) << family.id << " n " << n;
      EXPECT_EQ(depth(network), *std::max_element(path.begin(), path.end())) << family.id << " n " << n;
    }
  }
}

TEST(WellFormed, HoldsForEveryFamily) {
  for (const Family& family : families()) {
    for (std::uint64_t n = 0; n <= 130; ++n) EXPECT_TRUE(well_formed(family.generate(n))) << family.id << " n " << n;
    for (const std::uint64_t n : {1000, 4096, 4097, 100000}) {
      EXPECT_TRUE(well_formed(family.generate(n))) << family.id << " n " << n;
    }
  }
}

TEST(WellFormed, FindsAPlaceThatIsSharedInAStep) {
  EXPECT_FALSE(well_formed(network_of(4, {{{0, 1}, {1, 2}}})));
  EXPECT_FALSE(well_formed(network_of(4, {{{0, 3}, {1, 3}}})));
  EXPECT_FALSE(well_formed(network_with(8, {{0, 4, 2, 1, false}})));  // 0:1 and 1:2
  EXPECT_TRUE(well_formed(network_of(4, {{{0, 1}}, {{1, 2}}})));
  EXPECT_TRUE(well_formed(network_of(3, {{{0, 1}, {1, 3}}}))) << "a comparator that reaches beyond n is none";
}

TEST(WellFormed, FindsPatternsThatMakeNoSense) {
  EXPECT_FALSE(well_formed(network_with(8, {{0, 2, 1, 0, false}}))) << "low and high are one place";
  EXPECT_FALSE(well_formed(network_with(8, {{0, 8, 4, 6, true}}))) << "3:3";
  EXPECT_FALSE(well_formed(network_with(8, {{0, 3, 1, 1, false}}))) << "a period that shaders cannot mask";
  EXPECT_FALSE(well_formed(network_with(8, {{0, 0, 1, 1, false}}))) << "a period of none";
}

}  // namespace
}  // namespace texelsort::network
