#include "compute/network/analysis.h"

#include <gtest/gtest.h>

#include "tests/network/naive.h"

namespace texelsort::network {
namespace {

Network network_with(std::uint64_t n, const std::vector<Pattern>& patterns) {
  return {"given", n, {{"stage 1", {{"step 1", patterns, {}}}}}};
}

TEST(NetworkDepth, CountsTheStepsOfTheLongestPath) {
  const Network network = network_of(4, {{{0, 1}}, {{2, 3}}, {{1, 2}}});
  EXPECT_EQ(steps(network), 3u);
  EXPECT_EQ(depth(network), 2u);
  EXPECT_EQ(size(network), 3u);
}

TEST(NetworkStepCount, IgnoresStepsWithoutComparators) {
  const Network network = network_of(4, {{{0, 1}}, {{3, 4}}, {{1, 2}}});
  EXPECT_EQ(steps(network), 2u);
  EXPECT_EQ(size(network), 2u);
}

TEST(NetworkSize, EqualsTheNumberOfListedComparators) {
  for (const Family& family : families()) {
    for (std::uint64_t n = 0; n <= 130; ++n) {
      const auto made = affordable(family, n);
      if (!made) continue;
      const Network& network = *made;
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

TEST(NetworkWellFormedness, HoldsForEveryFamily) {
  for (const Family& family : families()) {
    std::vector<std::uint64_t> sizes{1000, 4096, 4097, 100000};
    for (std::uint64_t n = 0; n <= 130; ++n) sizes.push_back(n);
    for (const std::uint64_t n : sizes) {
      const auto network = affordable(family, n);
      EXPECT_TRUE(!network || well_formed(*network)) << family.id << " n " << n;
    }
  }
}

TEST(NetworkWellFormedness, FailsWhenAStepUsesAWireTwice) {
  EXPECT_FALSE(well_formed(network_of(4, {{{0, 1}, {1, 2}}})));
  EXPECT_FALSE(well_formed(network_of(4, {{{0, 3}, {1, 3}}})));
  // Not well-formed, because 0:1 and 1:2 share position 1.
  EXPECT_FALSE(well_formed(network_with(8, {{0, 4, 2, 1, false}})));
  EXPECT_TRUE(well_formed(network_of(4, {{{0, 1}}, {{1, 2}}})));
  EXPECT_TRUE(well_formed(network_of(3, {{{0, 1}, {1, 3}}}))) << "a comparator that reaches beyond n is none";
}

TEST(NetworkWellFormedness, FailsForInvalidComparatorPatterns) {
  EXPECT_FALSE(well_formed(network_with(8, {{0, 2, 1, 0, false}}))) << "low and high are one place";
  EXPECT_FALSE(well_formed(network_with(8, {{0, 8, 4, 6, true}}))) << "3:3";
  EXPECT_FALSE(well_formed(network_with(8, {{0, 3, 1, 1, false}}))) << "a period that shaders cannot mask";
  EXPECT_FALSE(well_formed(network_with(8, {{0, 0, 1, 1, false}}))) << "a period of none";
  EXPECT_FALSE(well_formed(network_with(8, {{0, 2, 1, 1, false, 6}}))) << "a fence that shaders cannot mask";
  EXPECT_TRUE(well_formed(network_with(8, {{0, 1, 1, 1, false, 2}}))) << "the fence takes 1:2 away from 0:1 and 2:3";
  EXPECT_FALSE(well_formed(network_with(8, {{0, 1, 1, 1, false, 4}}))) << "0:1 and 1:2";
}

TEST(NetworkWellFormedness, FailsForInvalidComparatorLists) {
  const auto network = [](std::vector<Comparator> listed, std::vector<Pattern> patterns = {}) {
    return Network{"given", 8, {{"stage 1", {{"step 1", std::move(patterns), {}, std::move(listed)}}}}};
  };
  EXPECT_TRUE(well_formed(network({{0, 1}, {2, 3, true}})));
  EXPECT_FALSE(well_formed(network({{2, 3}, {0, 1}}))) << "not in order";
  EXPECT_FALSE(well_formed(network({{1, 0}}))) << "low above high";
  EXPECT_FALSE(well_formed(network({{1, 1}})));
  EXPECT_FALSE(well_formed(network({{1, 4}}, {{0, 2, 1, 1}}))) << "shared with a pattern";
}

}  // namespace
}  // namespace texelsort::network
