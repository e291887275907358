#include "compute/algorithms/distributed/selection.h"

#include <algorithm>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "compute/algorithms/core/sequences.h"
#include "compute/algorithms/merge/reference.h"

namespace texelsort::algorithms::distributed {
namespace {

/// Sorted shares of random keys, which are below `distinct`.
struct Shared {
  Numbers keys, starts{0};
  Shared(std::uint64_t seed, std::uint64_t distinct, const std::vector<std::uint64_t>& lengths) {
    std::mt19937_64 random(seed);
    for (const std::uint64_t length : lengths) {
      Numbers own(length);
      for (auto& key : own) key = random() % distinct;
      std::ranges::sort(own);
      keys.insert(keys.end(), own.begin(), own.end());
      starts.push_back(keys.size());
    }
  }
  std::uint64_t ranks() const { return starts.size() - 1; }

  /// Returns the counts for each pivot, summed over all ranks.
  Numbers count(const std::vector<Pivot>& pivots, const SplitterSearch& search) const {
    Numbers counts;
    for (std::uint64_t rank = 0; rank < ranks(); ++rank) {
      const auto ranges = search.ranges(pivots, rank);
      for (std::size_t p = 0; p < pivots.size(); ++p) {
        const std::uint64_t code = keys[starts[pivots[p].rank] + pivots[p].place];
        const auto own = std::span(keys).subspan(starts[rank] + ranges[p].lower, ranges[p].upper - ranges[p].lower);
        const auto [below, through] = std::ranges::equal_range(own, code);
        counts.push_back(ranges[p].lower + static_cast<std::uint64_t>(below - own.begin()));
        counts.push_back(ranges[p].lower + static_cast<std::uint64_t>(through - own.begin()));
      }
    }
    return counts;
  }
  Numbers right() const {
    Numbers targets;
    for (std::uint64_t part = 0; part <= ranks(); ++part) targets.push_back(part_start(keys.size(), ranks(), part));
    return merge::selections_by_definition({keys, starts}, targets);
  }
};

std::uint64_t rounds_of(const Shared& shared, std::uint32_t pivots, std::uint32_t seed = 1) {
  SplitterSearch search(shared.starts, pivots, seed);
  const Numbers right = shared.right();
  while (!search.done()) {
    const auto drawn = search.draw();
    EXPECT_FALSE(drawn.empty());
    for (const Pivot& pivot : drawn) EXPECT_LT(pivot.place, shared.starts[pivot.rank + 1] - shared.starts[pivot.rank]);
    search.narrow(drawn, shared.count(drawn, search));
    const Numbers least = search.least(), most = search.most();
    for (std::size_t cell = 0; cell < right.size(); ++cell) {
      EXPECT_LE(least[cell], right[cell]);
      EXPECT_GE(most[cell], right[cell]);
    }
  }
  EXPECT_EQ(search.places(), right);
  return search.rounds();
}

TEST(SplitterSearch, FindsTheSplittersThatTheDefinitionGives) {
  const std::vector<std::vector<std::uint64_t>> all_lengths{
      {5}, {3, 4}, {0, 0, 9}, {100, 0, 1, 50}, {1, 1, 1, 1, 1, 1, 1}, {200, 300, 100, 7, 0, 90, 33}};
  for (const auto& lengths : all_lengths) {
    for (const std::uint64_t distinct : {1, 2, 5, 1'000'000}) {
      for (const std::uint32_t pivots : {1, 2, 32}) {
        SCOPED_TRACE(fmt::format("{} shares of {} values, {} pivots", lengths.size(), distinct, pivots));
        rounds_of(Shared(distinct, distinct, lengths), pivots);
      }
    }
  }
}

/// Each round with p pivots keeps about one of every p + 1 candidates.
TEST(SplitterSearch, NeedsFewerRoundsWhenItDrawsMorePivots) {
  const Shared shared(1, ~std::uint64_t{0}, {20000, 20000, 20000, 20000});
  const std::uint64_t one = rounds_of(shared, 1), many = rounds_of(shared, 256);
  EXPECT_GT(one, 10u);
  EXPECT_LE(many, 4u);
}

TEST(SplitterSearch, EndsWhenItReceivesTheFinalSplitterPositions) {
  const Shared shared(3, 5, {20, 0, 13});
  const Numbers right = shared.right();
  SplitterSearch search(shared.starts, 1, 1);
  search.conclude(right);
  EXPECT_TRUE(search.done());
  EXPECT_EQ(search.rounds(), 1u);
  EXPECT_EQ(search.places(), right);
  EXPECT_EQ(search.least(), right);
  EXPECT_EQ(search.most(), right);
}

TEST(SplitterSearch, AssignsEqualKeysToPartsInTheOrderOfRanks) {
  const Shared shared(1, 1, {4, 4, 4});
  SplitterSearch search(shared.starts, 1, 1);
  while (!search.done()) {
    const auto drawn = search.draw();
    search.narrow(drawn, shared.count(drawn, search));
  }
  EXPECT_EQ(search.places(), (Numbers{0, 0, 0, 4, 0, 0, 4, 4, 0, 4, 4, 4}));
}

}  // namespace
}  // namespace texelsort::algorithms::distributed
