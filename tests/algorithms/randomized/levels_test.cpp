#include "compute/algorithms/randomized/levels.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace texelsort::algorithms {
namespace {

TEST(RandomizedSampleSortPlan, DividesEveryParentBucketCompletelyIntoTiles) {
  randomized::Settings settings{.k = 16,
                                .a = 2,
                                .m = 1000,
                                .k2 = 8,
                                .a2 = 2,
                                .small = 16,
                                .counters = 8,
                                .columns = 8,
                                .workgroup = 8,
                                .tile = 100,
                                .sorter = randomized::Settings::Sorter::invocation};
  std::vector<randomized::Bucket> waiting;
  for (std::uint32_t i = 0; i < 100; ++i) waiting.push_back({i * 300, 200 + i});
  const std::uint64_t n = 30'000;
  std::size_t planned = 0;
  for (std::uint32_t number = 0; !waiting.empty(); ++number) {
    const auto level = randomized::plan_level(waiting, n, settings, number);
    ASSERT_FALSE(level.parents.empty());
    EXPECT_TRUE(level.second);
    EXPECT_LE(level.table_words, randomized::Capacities(n, settings).counts);
    std::vector<int> covered(n);
    for (const auto& tile : level.tiles) {
      EXPECT_LE(tile.last - tile.first, settings.tile);
      for (std::uint32_t i = tile.first; i < tile.last; ++i) ++covered[i];
    }
    for (const auto& tile : randomized::tiles_between(level, std::vector<bool>(level.parents.size()), n, 100)) {
      for (std::uint32_t i = tile.first; i < tile.last; ++i) ++covered[i];
    }
    EXPECT_EQ(std::ranges::count(covered, 1), static_cast<std::ptrdiff_t>(n));
    planned += level.parents.size();
  }
  EXPECT_EQ(planned, 100u);
}

}  // namespace
}  // namespace texelsort::algorithms
