#include "compute/algorithms/merge/cpu_merger.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>

#include <gtest/gtest.h>

#include "compute/algorithms/core/sequences.h"
#include "compute/algorithms/merge/cpu_selection.h"
#include "compute/algorithms/merge/schedule.h"

/// Compares merging by blocks with the definition of a merge.
namespace texelsort::algorithms::merge {
namespace {

struct Sorted {
  std::vector<std::uint64_t> ranks;
  std::vector<IndexRange> ranges;
};

Sorted make_sorted(std::mt19937_64& random, const std::vector<std::uint64_t>& lengths, std::uint64_t values) {
  Sorted sorted;
  for (const std::uint64_t length : lengths) {
    const std::uint64_t first = sorted.ranks.size();
    for (std::uint64_t i = 0; i < length; ++i) {
      sorted.ranks.push_back(random() % 4 == 0 ? std::numeric_limits<std::uint64_t>::max() : random() % values);
    }
    std::sort(sorted.ranks.begin() + static_cast<std::ptrdiff_t>(first), sorted.ranks.end());
    sorted.ranges.push_back({first, sorted.ranks.size()});
  }
  return sorted;
}

/// Merges all sequences, and checks that every block but the last is full.
Places merge_all(const Sorted& sorted, std::uint64_t ways, std::uint64_t width, BufferMerge merge) {
  BlockMerger merger(sorted.ranges, ways, width, merge);
  Places all;
  while (!merger.done()) {
    const Places block = merger.step(sorted.ranks);
    const std::uint64_t left = sorted.ranks.size() - all.size();
    EXPECT_EQ(block.size(), std::min(width, left));
    if (block.empty()) break;
    all.insert(all.end(), block.begin(), block.end());
  }
  return all;
}

std::vector<std::vector<std::uint64_t>> lengths_of(std::uint64_t ways) {
  if (ways == 2) return {{0, 0}, {0, 5}, {5, 0}, {1, 1}, {40, 3}, {3, 40}, {32, 32}, {33, 31}, {7, 70}, {64, 1}};
  return {{0, 0, 0, 0}, {0, 9, 0, 3}, {20, 1, 0, 33}, {1, 1, 1, 1}, {16, 16, 16, 16}, {50, 3, 17, 8}, {5, 6, 7}, {9}};
}

class BlockMerge : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(BlockMerge, MergesStablyForEveryBlockWidth) {
  std::mt19937_64 random(GetParam());
  for (std::uint64_t width = 1; width <= 32; ++width) {
    for (const auto& lengths : lengths_of(GetParam())) {
      for (const std::uint64_t values : {2, 100}) {
        const Sorted sorted = make_sorted(random, lengths, values);
        Places right(sorted.ranks.size());
        std::iota(right.begin(), right.end(), 0);
        std::ranges::stable_sort(right, {}, [&](std::uint64_t place) { return sorted.ranks[place]; });
        EXPECT_EQ(merge_all(sorted, GetParam(), width, BufferMerge::stable), right) << "width " << width;
      }
    }
  }
}

TEST_P(BlockMerge, MergesByTheBitonicNetworkForEveryBlockWidth) {
  std::mt19937_64 random(GetParam());
  for (std::uint64_t width = 1; width <= 32; ++width) {
    for (const auto& lengths : lengths_of(GetParam())) {
      const Sorted sorted = make_sorted(random, lengths, 20);
      Places places = merge_all(sorted, GetParam(), width, BufferMerge::bitonic);
      EXPECT_TRUE(std::ranges::is_sorted(places, {}, [&](std::uint64_t place) { return sorted.ranks[place]; }));
      std::ranges::sort(places);
      for (std::uint64_t i = 0; i < places.size(); ++i) ASSERT_EQ(places[i], i) << "every key once";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Ways, BlockMerge, ::testing::Values(2, 4));

/// Sequences A = 5 6 and B = 3 5, for which the order of loading blocks does not ensure stability.
TEST(TwoWayMerger, OutputsEqualKeysOfTheFirstSequenceFirst) {
  const Sorted sorted{{5, 6, 3, 5}, {{0, 2}, {2, 4}}};
  EXPECT_EQ(merge_all(sorted, 2, 2, BufferMerge::stable), (Places{2, 0, 3, 1}));
}

TEST(TwoWayMerger, ReportsWhichBlockItLoadedAndWhy) {
  const Sorted sorted{{1, 4, 6, 7, 2, 3, 8, 9}, {{0, 4}, {4, 8}}};
  BlockMerger merger(sorted.ranges, 2, 2, BufferMerge::stable);
  EXPECT_EQ(merger.step(sorted.ranks), (Places{0, 4}));  // loads block 1 4 of A, then block 2 3 of B
  EXPECT_EQ(merger.head().last().buffer, (Places{0, 1, 4, 5}));
  EXPECT_EQ(merger.head().last().kept, 2u);
  EXPECT_EQ(merger.head().last().from_a, false);
  EXPECT_EQ(merger.head().kept(), (Places{5, 1}));
  EXPECT_EQ(merger.step(sorted.ranks), (Places{5, 1}));  // loads block 6 7 of A
  EXPECT_EQ(merger.head().last().from_a, true);
}

/// Batcher's network for any two lengths. By the 0-1 principle, sequences of zeros and ones suffice.
TEST(BitonicMerge, MergesTwoSequencesOfAnyLengths) {
  for (std::uint64_t a = 0; a <= 20; ++a) {
    for (std::uint64_t b = 0; b <= 20; ++b) {
      for (std::uint64_t ones_a = 0; ones_a <= a; ++ones_a) {
        for (std::uint64_t ones_b = 0; ones_b <= b; ++ones_b) {
          std::vector<std::uint64_t> ranks(a + b);
          std::fill_n(ranks.begin() + static_cast<std::ptrdiff_t>(a - ones_a), ones_a, 1);
          std::fill_n(ranks.end() - static_cast<std::ptrdiff_t>(ones_b), ones_b, 1);
          Places places(a + b);
          std::iota(places.begin(), places.end(), 0);
          bitonic_merge(places, a, ranks);
          ASSERT_TRUE(std::ranges::is_sorted(places, {}, [&](std::uint64_t place) { return ranks[place]; }))
              << a << " and " << b << " with " << ones_a << " and " << ones_b << " ones";
        }
      }
    }
  }
}

TEST(MergeRounds, ReuseTheSplittersOfOneSelectionInAllRounds) {
  std::mt19937_64 random(3);
  for (const std::uint64_t ways : {2, 4}) {
    Sorted sorted = make_sorted(random, {30, 0, 1, 17, 30, 8, 0, 5, 99}, 12);
    std::vector<std::uint64_t> starts{0};
    for (const IndexRange& range : sorted.ranges) starts.push_back(range.last);
    constexpr std::uint64_t parts = 7;
    const auto splitters = [&](const Numbers& starts, device::Selection selection) {
      return select_splitters({sorted.ranks, starts}, parts, selection, 1).positions;
    };
    const device::Parts first{.sequences = 9, .ways = ways, .parts = parts, .once = true};
    Round round(first, std::make_shared<const Numbers>(starts),
                sums_of(splitters(starts, device::Selection::osipov), 9));
    std::uint64_t rounds = 0;
    for (; round.count() > 1; round = round.next(), ++rounds) {
      // Sorts each group by std::sort, which has the result of one merge round.
      const Numbers next_starts = merged_starts(starts, round.stride * ways);
      for (std::uint64_t group = 0; group < round.groups(); ++group) {
        std::sort(sorted.ranks.begin() + static_cast<std::ptrdiff_t>(next_starts[group]),
                  sorted.ranks.begin() + static_cast<std::ptrdiff_t>(next_starts[group + 1]));
      }
      EXPECT_EQ(round.next().positions(), splitters(next_starts, device::Selection::quick));
      for (std::uint64_t part = 0; part < parts; ++part) {
        for (std::uint64_t group = 0; group < round.groups(); ++group) {
          std::uint64_t keys = 0;
          for (const IndexRange& range : round.ranges(part, group)) keys += range.length();
          EXPECT_EQ(round.output(part, group).length(), keys);
        }
      }
    }
    EXPECT_EQ(rounds, round_count(9, ways));
  }
  EXPECT_EQ(round_count(0, 2), 0u);
  EXPECT_EQ(round_count(1, 2), 0u);
  EXPECT_EQ(round_count(2, 2), 1u);
  EXPECT_EQ(round_count(10'000, 2), 14u);
  EXPECT_EQ(round_count(10'000, 4), 7u);
}

}  // namespace
}  // namespace texelsort::algorithms::merge
