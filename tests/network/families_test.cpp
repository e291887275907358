#include <map>

#include <gtest/gtest.h>

#include "compute/data/error.h"
#include "compute/network/analysis.h"
#include "compute/network/generators.h"
#include "tests/network/naive.h"

namespace texelsort::network {
namespace {

// Comparators as pairs of positions: that of the smaller key, and that of the larger key.
using Pairs = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

/// Returns the comparators in sorted order, so that networks can be compared as sets.
Pairs sorted_pairs(Pairs pairs) {
  std::ranges::sort(pairs);
  return pairs;
}

Pairs pairs_of(const Network& network) {
  Pairs pairs;
  for (const auto& list : listed_steps(network)) {
    for (const Comparator& c : list) pairs.emplace_back(c.reversed ? c.high : c.low, c.reversed ? c.low : c.high);
  }
  return sorted_pairs(std::move(pairs));
}

/// Merges by odd-even merge (Batcher 1968): the even and the odd positions, then each odd one with the next even one.
void merge_odd_even(std::uint64_t first, std::uint64_t end, std::uint64_t stride, Pairs& pairs) {
  if (first + 2 * stride >= end) {
    if (first + stride < end) pairs.emplace_back(first, first + stride);
    return;
  }
  merge_odd_even(first, end, 2 * stride, pairs);
  merge_odd_even(first + stride, end, 2 * stride, pairs);
  for (std::uint64_t i = first + stride; i + stride < end; i += 2 * stride) pairs.emplace_back(i, i + stride);
}

void sort_odd_even(std::uint64_t first, std::uint64_t n, Pairs& pairs) {
  if (n < 2) return;
  sort_odd_even(first, n / 2, pairs);
  sort_odd_even(first + n / 2, n / 2, pairs);
  merge_odd_even(first, first + n, 1, pairs);
}

/// Merges bitonically (Batcher 1968): after one step, both halves of a bitonic sequence are bitonic.
void merge_bitonic(std::uint64_t first, std::uint64_t n, bool up, Pairs& pairs) {
  if (n < 2) return;
  for (std::uint64_t i = first; i < first + n / 2; ++i) {
    pairs.emplace_back(up ? i : i + n / 2, up ? i + n / 2 : i);
  }
  merge_bitonic(first, n / 2, up, pairs);
  merge_bitonic(first + n / 2, n / 2, up, pairs);
}

void sort_bitonic(std::uint64_t first, std::uint64_t n, bool up, Pairs& pairs) {
  if (n < 2) return;
  sort_bitonic(first, n / 2, true, pairs);
  sort_bitonic(first + n / 2, n / 2, false, pairs);
  merge_bitonic(first, n, up, pairs);
}

/// Sorts pairwise (Parberry 1992): compares pairs, sorts the smaller keys and the larger keys of the pairs, and merges.
void sort_pairwise(std::uint64_t first, std::uint64_t n, std::uint64_t stride, Pairs& pairs) {
  if (n < 2) return;
  for (std::uint64_t i = 0; i < n; i += 2) pairs.emplace_back(first + i * stride, first + (i + 1) * stride);
  sort_pairwise(first, n / 2, 2 * stride, pairs);
  sort_pairwise(first + stride, n / 2, 2 * stride, pairs);
  for (std::uint64_t apart = n / 2 - 1; apart >= 1 && n > 2; apart /= 2) {
    for (std::uint64_t i = 1; i + apart < n; i += 2) {
      pairs.emplace_back(first + i * stride, first + (i + apart) * stride);
    }
  }
}

TEST(OddEvenMergeNetwork, EqualsBatchersRecursiveDefinition) {
  for (std::uint64_t n = 1; n <= 512; n *= 2) {
    Pairs pairs;
    sort_odd_even(0, n, pairs);
    EXPECT_EQ(pairs_of(odd_even_merge(n)), sorted_pairs(pairs)) << n;
  }
}

TEST(BitonicAlternatingNetwork, EqualsBatchersRecursiveDefinitionForPowersOfTwo) {
  for (std::uint64_t n = 1; n <= 512; n *= 2) {
    Pairs pairs;
    sort_bitonic(0, n, true, pairs);
    EXPECT_EQ(pairs_of(bitonic_alternating(n)), sorted_pairs(pairs)) << n;
  }
}

TEST(BitonicAlternatingNetwork, HasNoMirroredComparators) {
  for (const std::uint64_t n : {8, 13, 100}) {
    for (const Stage& stage : bitonic_alternating(n).stages) {
      for (const Step& step : stage.steps) {
        ASSERT_EQ(step.patterns.size(), 1u);
        EXPECT_FALSE(step.patterns[0].mirrored);
      }
    }
  }
}

TEST(PairwiseNetwork, EqualsParberrysRecursiveDefinition) {
  for (std::uint64_t n = 1; n <= 512; n *= 2) {
    Pairs pairs;
    sort_pairwise(0, n, 1, pairs);
    EXPECT_EQ(pairs_of(pairwise(n)), sorted_pairs(pairs)) << n;
  }
}

TEST(PeriodicBalancedNetwork, RepeatsTheSameStepsInEveryStage) {
  const Network network = periodic_balanced(16);
  ASSERT_EQ(network.stages.size(), 4u);
  for (const Stage& stage : network.stages) {
    ASSERT_EQ(stage.steps.size(), 4u);
    for (std::size_t t = 0; t < 4; ++t) EXPECT_EQ(stage.steps[t].patterns, network.stages[0].steps[t].patterns);
  }
  EXPECT_EQ(comparators(network.stages[0].steps[2], 8), (std::vector<Comparator>{{0, 3}, {1, 2}, {4, 7}, {5, 6}}));
}

TEST(OddEvenTranspositionNetwork, ComparesNeighboursInAsManyStepsAsKeys) {
  for (std::uint64_t n = 3; n <= 40; ++n) {
    const Network network = odd_even_transposition(n);
    EXPECT_EQ(steps(network), n);
    EXPECT_EQ(depth(network), n);
    EXPECT_EQ(size(network), n * (n - 1) / 2);
  }
  EXPECT_EQ(size(odd_even_transposition(2)), 1u);
}

TEST(NetworkFamilies, HaveTheDepthAndSizeOfTheirFormulas) {
  struct Formula {
    std::uint64_t (*depth)(std::uint64_t k);
    // Four times the number of comparators for n = 2^k, so that it is a whole number for every formula.
    std::uint64_t (*size)(std::uint64_t k);
  };
  const auto triangle = [](std::uint64_t k) { return k * (k + 1) / 2; };
  const auto square = [](std::uint64_t k) { return k * k; };
  const auto bitonic_size = [](std::uint64_t k) { return (k * k + k) << k; };
  const auto batcher_size = [](std::uint64_t k) { return ((k * k - k + 4) << k) - 4; };
  const std::map<std::string, Formula> formulas{
      {"bitonic", {triangle, bitonic_size}},
      {"bitonic-alternating", {triangle, bitonic_size}},
      {"odd-even-merge", {triangle, batcher_size}},
      {"pairwise", {triangle, batcher_size}},
      {"periodic-balanced", {square, [](std::uint64_t k) { return (2 * k * k) << k; }}}};
  for (const auto& [id, formula] : formulas) {
    for (std::uint64_t k = 0; k <= 16; ++k) {
      const Network network = find_family(id).generate(std::uint64_t{1} << k);
      EXPECT_EQ(steps(network), formula.depth(k)) << id << " k " << k;
      EXPECT_EQ(depth(network), formula.depth(k)) << id << " k " << k;
      EXPECT_EQ(4 * size(network), formula.size(k)) << id << " k " << k;
    }
  }
}

TEST(BestKnownNetworks, HaveTheSmallestPublishedSizesAndDepths) {
  const std::vector<std::uint64_t> sizes{0, 0, 1, 3, 5, 9, 12, 16, 19, 25, 29, 35, 39, 45, 51, 56, 60};
  const std::vector<std::uint64_t> depths{0, 0, 1, 3, 3, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 9, 9};
  for (std::uint64_t n = 0; n < sizes.size(); ++n) {
    EXPECT_EQ(best_known_bounds(n)->size, sizes[n]);
    EXPECT_EQ(best_known_bounds(n)->depth, depths[n]);
    EXPECT_EQ(size(best_known(n)), sizes[n]) << n;
    EXPECT_EQ(find_unsorted_zero_one_input(best_known(n)), std::nullopt) << n;
    EXPECT_EQ(steps(best_known(n)), depth(best_known(n))) << n << ": a step more than the longest path needs";
  }
  EXPECT_FALSE(best_known_bounds(17));
}

TEST(BestKnownNetworks, AreNeverLargerOrDeeperThanThoseOfAnotherFamily) {
  for (const Family& family : families()) {
    for (std::uint64_t n = 0; n <= 16; ++n) {
      EXPECT_GE(size(family.generate(n)), best_known_bounds(n)->size) << family.id << " n " << n;
      EXPECT_GE(depth(family.generate(n)), best_known_bounds(n)->depth) << family.id << " n " << n;
    }
  }
}

TEST(NetworkFamilies, RejectSizesAboveTheirLimit) {
  std::size_t limited = 0;
  for (const Family& family : families()) {
    if (!family.max_n) continue;
    ++limited;
    EXPECT_NO_THROW(family.generate(*family.max_n));
    try {
      family.generate(*family.max_n + 1);
      ADD_FAILURE() << family.id;
    } catch (const UsageError& error) {
      const std::string text = error.what();
      EXPECT_TRUE(text.find("up to") != std::string::npos || text.find("at most") != std::string::npos) << text;
    }
  }
  EXPECT_EQ(limited, 2u);
}

TEST(NetworkFamilies, DescribeLargeNetworksByPatternsInsteadOfLists) {
  for (const Family& family : families()) {
    const std::uint64_t n = (1 << 20) - 1;
    if (family.max_n && n > *family.max_n) continue;
    const Network network = family.generate(n);
    for (const Stage& stage : network.stages) {
      for (const Step& step : stage.steps) {
        ASSERT_TRUE(step.listed.empty());
        ASSERT_EQ(step.patterns.size(), 1u);
      }
    }
  }
}

TEST(NetworkFamilies, AreFoundByIdAndHaveACitation) {
  for (const Family& family : families()) {
    EXPECT_EQ(&find_family(family.id), &family);
    EXPECT_EQ(family.generate(5).id, family.id);
    EXPECT_EQ(family.generate(5).n, 5u);
    EXPECT_NE(text(family.citation).find(family.citation.title), std::string::npos);
  }
  EXPECT_EQ(find_family("bitonic").title, "Bitonic merge sort");
}

TEST(NetworkFamilies, SuggestTheNearestNameForAnUnknownFamily) {
  try {
    find_family("bitonik");
    FAIL() << "no error";
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("'bitonik'; did you mean 'bitonic'?"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace texelsort::network
