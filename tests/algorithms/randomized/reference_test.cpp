#include "compute/algorithms/randomized/reference.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

namespace texelsort::algorithms {
namespace {

TEST(RandomizedSampleSortReference, PutsKeysEqualToARepeatedSplitterIntoTheirOwnBucket) {
  const std::vector<std::uint64_t> own{5, 5, 9, ~std::uint64_t{0}};
  const std::vector<std::pair<std::uint64_t, std::uint64_t>> buckets{{0, 0}, {4, 0}, {5, 1}, {6, 2}, {9, 2}, {10, 3}};
  for (const auto& [code, bucket] : buckets) EXPECT_EQ(randomized::find_bucket(own, code), bucket) << code;
  EXPECT_TRUE(randomized::holds_one_value(own, 1));
  for (const std::uint64_t bucket : {0, 2, 3}) EXPECT_FALSE(randomized::holds_one_value(own, bucket));
  // With several equal splitters, keys can only be in three buckets.
  const std::vector<std::uint64_t> equal{7, 7, 7, ~std::uint64_t{0}};
  EXPECT_EQ(randomized::find_bucket(equal, 6), 0u);
  EXPECT_EQ(randomized::find_bucket(equal, 7), 1u);
  EXPECT_EQ(randomized::find_bucket(equal, 8), 3u);
}

TEST(RandomizedSampleSortReference, DrawsSamplesFromTheWholeParentBucket) {
  randomized::Level level;
  level.k = 64;
  level.a = 16;
  level.seed = 12345;
  const randomized::Parent parent{1000, 500};
  const auto places = randomized::sample_places(level, parent);
  ASSERT_EQ(places.size(), 1024u);
  EXPECT_GE(*std::ranges::min_element(places), 1000u);
  EXPECT_LT(*std::ranges::max_element(places), 1500u);
  // 1,024 random draws from 500 positions miss 500 e^(-2.05) = 64 positions on average, with a standard deviation below
  // 8.
  const std::size_t hit = std::set(places.begin(), places.end()).size();
  EXPECT_GT(hit, 500u - 104);
  EXPECT_LT(hit, 500u - 24);
}

}  // namespace
}  // namespace texelsort::algorithms
