#include "compute/algorithms/distributed/schedule.h"

#include <numeric>

#include <gtest/gtest.h>

namespace texelsort::algorithms::distributed {
namespace {

Settings settings_of(std::uint32_t ranks, Shares shares) {
  Settings settings;
  settings.ranks = ranks;
  settings.shares = shares;
  return settings;
}

TEST(DistributedShares, AreEvenRisingOrAllAtTheLastRankAsRequested) {
  EXPECT_EQ(share_starts(10, settings_of(4, Shares::even)), (Numbers{0, 2, 5, 7, 10}));
  EXPECT_EQ(share_starts(12, settings_of(4, Shares::rising)), (Numbers{0, 0, 2, 6, 12}));
  EXPECT_EQ(share_starts(12, settings_of(3, Shares::last)), (Numbers{0, 0, 0, 12}));
  for (const Shares shares : {Shares::even, Shares::rising, Shares::last}) {
    EXPECT_EQ(share_starts(5, settings_of(1, shares)), (Numbers{0, 5}));
    EXPECT_EQ(share_starts(0, settings_of(3, shares)), (Numbers{0, 0, 0, 0}));
  }
}

// Exchange between three ranks with shares of 4, 0 and 5 keys.
const Exchange three(3, {0, 0, 0, 1, 0, 2, 3, 0, 3, 4, 0, 5});

TEST(DistributedExchange, ComputesHowManyKeysEachRankSendsAndWhereTheyArrive) {
  EXPECT_EQ(three.matrix(), (Numbers{1, 2, 1, 0, 0, 0, 2, 1, 2}));
  EXPECT_EQ(three.received(0), 3u);
  EXPECT_EQ(three.arrival(2, 1), 2u);
  EXPECT_EQ(three.part_starts(), (Numbers{0, 3, 6, 9}));
  EXPECT_EQ(three.sequence_starts(), (Numbers{0, 1, 1, 3, 5, 5, 6, 7, 7, 9}));
}

TEST(DistributedExchange, OrdersReceivedKeysByTheSendingRank) {
  const Numbers keys{10, 11, 12, 13, 20, 21, 22, 23, 24};
  EXPECT_EQ(exchange(keys, {0, 4, 4, 9}, three), (Numbers{10, 20, 21, 11, 12, 22, 13, 23, 24}));
}

TEST(DistributedMerge, NeedsLogarithmicallyManyRoundsInTheNumberOfRanks) {
  EXPECT_EQ(merge_rounds(1, 2), 0u);
  EXPECT_EQ(merge_rounds(2, 2), 1u);
  EXPECT_EQ(merge_rounds(3, 2), 2u);
  EXPECT_EQ(merge_rounds(4, 2), 2u);
  EXPECT_EQ(merge_rounds(7, 2), 3u);
  EXPECT_EQ(merge_rounds(4, 4), 1u);
  EXPECT_EQ(merge_rounds(7, 4), 2u);
}

}  // namespace
}  // namespace texelsort::algorithms::distributed
