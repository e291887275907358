#include "app/playback/running_totals.h"

#include <gtest/gtest.h>

#include "app/session/session.h"
#include "compute/data/keys/order.h"
#include "tests/app/specs.h"

namespace texelsort::app {
namespace {

RunningTotals totals_at_end(const char* algorithm, std::uint64_t n) {
  Session session(nullptr);
  session.open(uniform(n), algorithm);
  session.player().seek(*session.player().total());
  return running_totals(session.player());
}

TEST(RunningTotals, CountTheComparatorsOfKnownNetworks) {
  EXPECT_EQ(totals_at_end("bitonic/reference@cpu", 8).comparisons, 24u);
  EXPECT_EQ(totals_at_end("odd-even-merge/reference@cpu", 8).comparisons, 19u);
  EXPECT_EQ(totals_at_end("odd-even-merge/reference@cpu", 16).comparisons, 63u);
}

/// Executes the network on the input, and counts the comparators whose keys are in the wrong order.
TEST(RunningTotals, EqualTheSwapsOfTheNetworkAtEveryPass) {
  Session session(nullptr);
  session.open(uniform(64), "bitonic/reference@cpu");
  Player& player = session.player();
  auto codes = data::codes(session.problem().keys, data::Order::ascending);
  std::vector<std::uint64_t> swaps{0}, comparisons{0};
  for (const auto& steps : player.run().steps_of_passes()) {
    std::uint64_t swapped = swaps.back(), compared = comparisons.back();
    for (const auto& step : steps) {
      network::for_each_comparator(*step, 64, [&](const network::Comparator& c) {
        ++compared;
        swapped += (c.reversed ? codes[c.low] < codes[c.high] : codes[c.low] > codes[c.high]) ? 1 : 0;
      });
      network::apply(*step, codes, {});
    }
    swaps.push_back(swapped);
    comparisons.push_back(compared);
  }
  ASSERT_GT(swaps.back(), 0u);
  // The order of visits must not matter: forwards by one, far ahead, and back.
  for (const std::uint64_t pass : {1, 2, 3, 15, 4, 21, 0, 20}) {
    player.seek(pass);
    const RunningTotals totals = running_totals(player);
    EXPECT_EQ(totals.passes, pass);
    EXPECT_EQ(totals.comparisons, comparisons[pass]) << pass;
    EXPECT_EQ(totals.swaps, swaps[pass]) << pass;
    std::uint64_t bytes = 0;
    for (const auto& record : player.records()) bytes += record.counters.bytes;
    EXPECT_EQ(totals.bytes, bytes) << pass;
    EXPECT_EQ(bytes > 0, pass > 0);
  }
}

TEST(RunningTotals, SayNothingAboutUnknownNumbers) {
  const RunningTotals radix = totals_at_end("std/sort@cpu", 64);
  EXPECT_EQ(radix.passes, 1u);
  EXPECT_EQ(radix.comparisons, std::nullopt);
  EXPECT_EQ(radix.swaps, std::nullopt);
  const RunningTotals many = totals_at_end("bitonic/reference@cpu", 2 * most_counted_swaps);
  EXPECT_GT(many.comparisons.value_or(0), 0u);
  EXPECT_EQ(many.swaps, std::nullopt);
}

}  // namespace
}  // namespace texelsort::app
