#include "compute/network/network.h"

#include <array>
#include <limits>
#include <numeric>

#include <gtest/gtest.h>

#include "compute/data/error.h"
#include "compute/network/analysis.h"
#include "tests/network/naive.h"

namespace texelsort::network {
namespace {

/// Returns patterns of all shapes. The comparators of a pattern share no position, and some join two blocks.
std::vector<Pattern> disjoint_patterns() {
  std::vector<Pattern> patterns;
  for (const std::uint64_t first : {0, 1, 2, 5}) {
    for (const std::uint64_t period : {1, 2, 4, 8, 16}) {
      for (std::uint64_t length = 0; length <= period; ++length) {
        for (std::uint64_t distance = 1; distance <= 2 * period + 1; ++distance) {
          for (const bool mirrored : {false, true}) {
            for (const std::uint64_t fence : {0, 1, 2, 8, 32}) {
              const Pattern pattern{first, period, length, distance, mirrored, fence, 0, false};
              if (well_formed(Network{"p", 200, {{"s", {{"t", {pattern}, {}}}}}})) patterns.push_back(pattern);
            }
          }
        }
      }
    }
  }
  // Give the patterns different values of `flip`, which changes only the direction of comparators.
  for (std::size_t p = 0; p < patterns.size(); ++p) {
    patterns[p].flip = std::array<std::uint64_t, 4>{0, 4, 12, 3}[p % 4];
    patterns[p].reversed = p / 4 % 2 != 0;
  }
  return patterns;
}

std::string shown(const Pattern& p, std::uint64_t n) {
  return "first " + std::to_string(p.first) + " period " + std::to_string(p.period) + " length " +
         std::to_string(p.length) + " distance " + std::to_string(p.distance) + (p.mirrored ? " mirrored" : "") +
         " fence " + std::to_string(p.fence) + " flip " + std::to_string(p.flip) + (p.reversed ? " reversed" : "") +
         " n " + std::to_string(n);
}

TEST(ComparatorPattern, ListsTheComparatorsThatItsDefinitionGives) {
  const auto patterns = disjoint_patterns();
  ASSERT_GT(patterns.size(), 500u);
  for (const Pattern& pattern : patterns) {
    for (std::uint64_t n = 0; n <= 50; ++n) {
      const Step step{"", {pattern}, {}};
      const auto expected = naive_comparators(pattern, n);
      ASSERT_EQ(comparators(step, n), expected) << shown(pattern, n);
      ASSERT_EQ(count_comparators(step, n), expected.size()) << shown(pattern, n);
    }
  }
}

TEST(ComparatorPattern, PairsTheFirstHalfWithTheReversedSecondHalfWhenMirrored) {
  const Step step{"", {{0, 8, 4, 7, true}}, {}};
  EXPECT_EQ(comparators(step, 8), (std::vector<Comparator>{{0, 7}, {1, 6}, {2, 5}, {3, 4}}));
  EXPECT_EQ(comparators(step, 6), (std::vector<Comparator>{{2, 5}, {3, 4}}));
}

TEST(ComparatorPattern, FindsTheComparatorOfEveryWire) {
  for (const Pattern& pattern : disjoint_patterns()) {
    std::vector<std::optional<Comparator>> expected(60);
    for (const Comparator& c : naive_comparators(pattern, 200)) {
      if (c.low < expected.size()) expected[c.low] = c;
      if (c.high < expected.size()) expected[c.high] = c;
    }
    for (std::uint64_t i = 0; i < expected.size(); ++i) {
      ASSERT_EQ(comparator_at(pattern, i), expected[i]) << shown(pattern, 200) << " place " << i;
    }
  }
}

TEST(ComparatorPattern, OmitsComparatorsThatCrossABlockBoundary) {
  // The second step of Batcher's odd-even merge of two halves of four positions. 6:8 is no comparator, because it would
  // end in the next block.
  const Step step{"", {{2, 4, 2, 2, false, 8}}, {}};
  EXPECT_EQ(comparators(step, 16), (std::vector<Comparator>{{2, 4}, {3, 5}, {10, 12}, {11, 13}}));
  EXPECT_EQ(comparator_at(step, 6, 16), std::nullopt);
  EXPECT_EQ(comparator_at(step, 8, 16), std::nullopt);
}

TEST(ComparatorPattern, ReversesComparatorsWithAnOddNumberOfFlipBits) {
  const Step step{"", {{0, 2, 1, 1, false, 0, 2 + 4, false}}, {}};
  EXPECT_EQ(comparators(step, 8), (std::vector<Comparator>{{0, 1}, {2, 3, true}, {4, 5, true}, {6, 7}}));
  EXPECT_EQ(comparator_at(step, 3, 8), (Comparator{2, 3, true}));
}

TEST(NetworkStep, FindsTheSecondComparatorOfAWireWhenTheFirstExceedsTheSize) {
  // n = 8 excludes 4:8, but 4 is also the higher position of 0:4.
  EXPECT_EQ(comparator_at(Step{"", {{0, 1, 1, 4, false}}, {}}, 4, 8), (Comparator{0, 4}));
}

TEST(NetworkStep, CombinesPatternsAndListedComparators) {
  const Step step{"", {{0, 8, 1, 1, false}}, {}, {{2, 6}, {3, 4, true}, {5, 9}}};
  EXPECT_EQ(comparators(step, 9), (std::vector<Comparator>{{0, 1}, {2, 6}, {3, 4, true}}));
  EXPECT_EQ(comparators(step, 10), (std::vector<Comparator>{{0, 1}, {8, 9}, {2, 6}, {3, 4, true}, {5, 9}}));
  EXPECT_EQ(count_comparators(step, 9), 3u);
  EXPECT_EQ(comparator_at(step, 4, 9), (Comparator{3, 4, true}));
  EXPECT_EQ(comparator_at(step, 6, 9), (Comparator{2, 6}));
  EXPECT_EQ(comparator_at(step, 5, 9), std::nullopt);
  std::vector<std::uint64_t> codes{2, 1, 9, 3, 4, 5, 6, 7, 8};
  apply(step, codes, {});
  EXPECT_EQ(codes, (std::vector<std::uint64_t>{1, 2, 6, 4, 3, 5, 9, 7, 8}));
}

TEST(NetworkStep, FindsTheComparatorOfEveryWireForAnySize) {
  for (const Family& family : families()) {
    for (std::uint64_t n = 0; n <= 130; ++n) {
      const auto made = affordable(family, n);
      if (!made) continue;
      const Network& network = *made;
      for (const Stage& stage : network.stages) {
        for (const Step& step : stage.steps) {
          std::vector<std::optional<Comparator>> expected(n);
          for (const Comparator& c : comparators(step, n)) expected[c.low] = expected[c.high] = c;
          for (std::uint64_t i = 0; i < n; ++i) {
            ASSERT_EQ(comparator_at(step, i, n), expected[i]) << family.id << " n " << n << " place " << i;
          }
        }
      }
    }
  }
}

TEST(NetworkStep, VisitsAndCountsTheSameComparatorsThatItLists) {
  for (const Family& family : families()) {
    for (const std::uint64_t n : {2, 3, 31, 100, 1000, 4097}) {
      const auto made = affordable(family, n);
      if (!made) continue;
      const Network& network = *made;
      for (const Stage& stage : network.stages) {
        for (const Step& step : stage.steps) {
          std::vector<Comparator> visited;
          for_each_comparator(step, n, [&](const Comparator& c) { visited.push_back(c); });
          ASSERT_EQ(visited, comparators(step, n));
          ASSERT_EQ(count_comparators(step, n), visited.size());
        }
      }
    }
  }
}

TEST(NetworkStep, CountsComparatorsWithoutListingThem) {
  // So many positions that a list of comparators would not fit in memory.
  const std::uint64_t n = (std::uint64_t{1} << 40) + 3;
  EXPECT_EQ(count_comparators({"", {{0, 2, 1, 1, false}}, {}}, n), (std::uint64_t{1} << 39) + 1);
  EXPECT_EQ(count_comparators({"", {{0, 8, 4, 7, true}}, {}}, n), std::uint64_t{1} << 39);
  const std::uint64_t walls = std::uint64_t{1} << 20;
  EXPECT_EQ(count_comparators({"", {{1, 2, 1, 1, false, walls}}, {}}, 4 * walls), 4 * (walls / 2 - 1));
}

TEST(AppliedStep, GivesTheSameKeysAsItsListedComparators) {
  for (const Family& family : families()) {
    for (const std::uint64_t n : {0, 1, 2, 7, 8, 33, 100, 1000}) {
      std::vector<std::uint64_t> codes = random_codes(n, n / 2 + 1, 7);  // few distinct codes, so that some are equal
      std::vector<std::uint64_t> payload(n);
      std::iota(payload.begin(), payload.end(), 0u);
      std::vector<std::uint64_t> bare = codes;
      std::vector<std::pair<std::uint64_t, std::uint64_t>> naive;
      for (std::uint64_t i = 0; i < n; ++i) naive.emplace_back(codes[i], payload[i]);
      const auto made = affordable(family, n);
      if (!made) continue;
      const Network& network = *made;
      for (const Stage& stage : network.stages) {
        for (const Step& step : stage.steps) {
          apply(step, codes, payload);
          apply(step, bare, {});
          for (const Comparator& c : comparators(step, n)) {
            auto& smaller = naive[c.reversed ? c.high : c.low];
            auto& larger = naive[c.reversed ? c.low : c.high];
            if (larger.first < smaller.first) std::swap(smaller, larger);
          }
          ASSERT_EQ(codes, bare);
          for (std::uint64_t i = 0; i < n; ++i) {
            ASSERT_EQ((std::pair{codes[i], payload[i]}), naive[i]) << family.id << " n " << n << " place " << i;
          }
        }
      }
      EXPECT_TRUE(std::is_sorted(codes.begin(), codes.end())) << family.id << " n " << n;
    }
  }
}

TEST(AppliedStep, ComparesKeysAsUnsignedAndKeepsEqualKeysInPlace) {
  constexpr std::uint64_t greatest = std::numeric_limits<std::uint64_t>::max();
  std::vector<std::uint64_t> codes{greatest, 1, 5, 5};
  std::vector<std::uint64_t> payload{10, 11, 12, 13};
  apply(step_of({{0, 1}, {2, 3}}), codes, payload);
  EXPECT_EQ(codes, (std::vector<std::uint64_t>{1, greatest, 5, 5}));
  EXPECT_EQ(payload, (std::vector<std::uint64_t>{11, 10, 12, 13}));
}

TEST(AppliedStep, RejectsAPayloadOfAnotherSize) {
  std::vector<std::uint64_t> codes(4);
  std::vector<std::uint64_t> payload(3);
  EXPECT_THROW(apply(step_of({{0, 1}}), codes, payload), InternalError);
}

}  // namespace
}  // namespace texelsort::network
