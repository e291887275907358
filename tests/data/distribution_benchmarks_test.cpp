// Tests of distributions that Leischner's thesis (2010, section 5.5.2) and Helman, Bader and JaJa (1998) define. Every
// key type is tested, for p = 240 blocks, groups of g = 8 blocks and r = 32 values.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "compute/data/keys/distribution.h"
#include "compute/data/keys/order.h"

namespace texelsort::data {
namespace {

constexpr std::uint64_t p = 240, g = 8, r = 32;

/// Returns the value of each key relative to the range of its type, from 0 to 1. Floats are generated in the range [-1,
/// 1).
std::vector<double> places(std::string_view name, KeyType type, std::uint64_t n) {
  return std::visit(
      []<typename Key>(const std::vector<Key>& keys) {
        std::vector<double> result;
        for (const Key key : keys) {
          if constexpr (std::floating_point<Key>) {
            result.push_back((static_cast<double>(key) + 1) / 2);
          } else {
            result.push_back(std::ldexp(static_cast<double>(encode(key, Order::ascending)), -8 * int{sizeof(Key)}));
          }
        }
        return result;
      },
      generate(name, type, n, 7));
}

/// Checks that key i, relative to the range of its type, lies in [range(i), range(i) + 1) / parts. Also checks that
/// keys are spread evenly over these intervals.
template <typename Range>
void expect_ranges(std::string_view name, std::uint64_t n, std::uint64_t parts, Range range) {
  for (const KeyType type : all_key_types) {
    const std::vector<double> all = places(name, type, n);
    // f32 keys may be rounded across the ends of a range.
    const double least_digit = std::ldexp(static_cast<double>(parts), -24);
    double sum = 0, lowest = 1, highest = 0;
    for (std::uint64_t i = 0; i < n; ++i) {
      const double within = all[i] * static_cast<double>(parts) - static_cast<double>(range(i));
      ASSERT_GE(within, -least_digit) << texelsort::data::name(type) << " key " << i;
      ASSERT_LT(within, 1 + least_digit) << texelsort::data::name(type) << " key " << i;
      sum += within;
      lowest = std::min(lowest, within);
      highest = std::max(highest, within);
    }
    EXPECT_NEAR(sum / static_cast<double>(n), 0.5, 0.02);
    EXPECT_LT(lowest, 0.01);
    EXPECT_GT(highest, 0.99);
  }
}

// Key i is in block b = i / (n / p). The thesis numbers blocks, ranges and groups from 1.

TEST(BucketSortedDistribution, HasAllRangesOfKeysInEveryBlock) {
  constexpr std::uint64_t n = p * p;  // each section of a block has one key
  expect_ranges("bucket-sorted", n, p, [](std::uint64_t i) { return i % p; });
  expect_ranges("bucket-sorted", 2 * n, p, [](std::uint64_t i) { return i / 2 % p; });
}

TEST(StaggeredDistribution, HasOneRangeOfKeysPerBlockAndOddRangesFirst) {
  constexpr std::uint64_t each = 40;
  std::set<std::uint64_t> ranges;
  expect_ranges("staggered", p * each, 2 * p, [&](std::uint64_t i) {
    const std::uint64_t block = i / each + 1;
    // Number of the range, in units of 2^31 / p for u32.
    const std::uint64_t range = block <= p / 2 ? 2 * block - 1 : 2 * block - p - 2;
    ranges.insert(range);
    return range;
  });
  EXPECT_EQ(ranges.size(), p);
  EXPECT_EQ(*ranges.rbegin(), p - 1);
}

TEST(GGroupDistribution, HasTheKeyRangesOfItsGroupInEveryBlock) {
  constexpr std::uint64_t each = 5, block = each * g;
  std::set<std::uint64_t> ranges;
  expect_ranges("g-group", p * block, 2 * p, [&](std::uint64_t i) {
    const std::uint64_t j = i / block / g + 1;
    // Number of the block's first range, in units of 2^31 / p for 32-bit keys.
    const std::uint64_t first = (j - 1) * g + p / 2;
    const std::uint64_t range = (first + i % block / each) % p;
    ranges.insert(range);
    return range;
  });
  EXPECT_EQ(ranges.size(), p);
}

TEST(Gaussian4Distribution, AveragesFourUniformNumbers) {
  for (const KeyType type : all_key_types) {
    const std::vector<double> all = places("gaussian-4", type, 40'000);
    double sum = 0, squares = 0, fourth = 0;
    for (const double place : all) {
      const double off = place - 0.5;
      ASSERT_LT(std::abs(off), 0.5);
      sum += off;
      squares += off * off;
      fourth += off * off * off * off;
    }
    // A uniform number has the variance 1/12 and the excess kurtosis -6/5. For the average of m such numbers, divide
    // both by m.
    const double variance = squares / 40'000;
    EXPECT_NEAR(sum / 40'000, 0, 0.003);
    EXPECT_NEAR(variance, 1.0 / 48, 0.0005);
    EXPECT_NEAR(fourth / 40'000 / (variance * variance) - 3, -0.3, 0.07);
  }
}

/// Returns the values of keys, which must be small whole numbers.
std::vector<std::uint64_t> numbers(std::string_view name, KeyType type, std::uint64_t n) {
  return std::visit(
      []<typename Key>(const std::vector<Key>& keys) {
        std::vector<std::uint64_t> result;
        for (const Key key : keys) {
          EXPECT_GE(key, Key{0});
          EXPECT_EQ(static_cast<Key>(static_cast<std::uint64_t>(key)), key);
          result.push_back(static_cast<std::uint64_t>(key));
        }
        return result;
      },
      generate(name, type, n, 7));
}

TEST(DeterministicDuplicatesDistribution, HalvesTheLengthOfItsRuns) {
  constexpr std::uint64_t n = p * 256;
  for (const KeyType type : all_key_types) {
    const auto keys = numbers("deterministic-duplicates", type, n);
    EXPECT_TRUE(std::ranges::is_sorted(keys, std::ranges::greater()));
    std::map<std::uint64_t, std::uint64_t> blocks;
    for (const std::uint64_t key : keys) ++blocks[key];
    for (auto& [key, count] : blocks) count /= n / p;
    // The value is floor(log2 n) = 15 in half of the blocks, 14 in a quarter, and so on. The last 15 blocks are split
    // into 8, 4, 2 and 1.
    EXPECT_EQ(blocks, (std::map<std::uint64_t, std::uint64_t>{
                          {15, 120}, {14, 60}, {13, 30}, {12, 15}, {11, 8}, {10, 4}, {9, 2}, {8, 1}}));
  }
  for (const std::uint64_t n_small : {1, 2, 3, 100, 239, 241}) {
    for (const std::uint64_t key : numbers("deterministic-duplicates", KeyType::i32, n_small)) {
      EXPECT_LE(std::uint64_t{1} << key, n_small);
    }
  }
}

TEST(RandomizedDuplicatesDistribution, ConsistsOfRunsOfSmallNumbers) {
  constexpr std::uint64_t each = 1000;
  for (const KeyType type : all_key_types) {
    const auto keys = numbers("randomized-duplicates", type, p * each);
    std::map<std::uint64_t, std::uint64_t> counts;
    std::uint64_t all_runs = 0;
    for (std::uint64_t block = 0; block < p; ++block) {
      std::uint64_t runs = 0;
      for (std::uint64_t i = block * each; i < (block + 1) * each; ++i) {
        ++counts[keys[i]];
        if (i == block * each || keys[i] != keys[i - 1]) ++runs;
      }
      EXPECT_LE(runs, r) << block;
      all_runs += runs;
    }
    // On average, 30 runs are visible: 1/32 of the r runs are empty, and 1/32 of the others continue the previous
    // value.
    EXPECT_NEAR(static_cast<double>(all_runs) / p, 30, 0.5);
    EXPECT_EQ(counts.size(), r);
    EXPECT_EQ(counts.rbegin()->first, r - 1);
    for (const auto& [value, count] : counts) EXPECT_NEAR(static_cast<double>(count) / (p * each), 1.0 / r, 0.01);
  }
}

// Leischner, section 6.3.2: the bitwise and of 4 keys of 32 bits has an entropy of 10.78 bits.
TEST(AndedDistribution, HasTheEntropyThatTheThesisGives) {
  constexpr std::uint64_t n = 100'000, bits = 32;
  const auto entropy = [](double p) { return -p * std::log2(p) - (1 - p) * std::log2(1 - p); };
  for (const auto& [words, expected] : {std::pair{2, 25.96}, {4, 10.79}, {8, 1.18}}) {
    std::array<std::uint64_t, bits> set{};
    for (const std::uint64_t key : numbers("anded-" + std::to_string(words), KeyType::u32, n)) {
      for (std::uint64_t bit = 0; bit < bits; ++bit) set.at(bit) += key >> bit & 1;
    }
    double sum = 0;
    for (const std::uint64_t count : set) sum += entropy(static_cast<double>(count) / n);
    EXPECT_NEAR(sum, expected, 0.1) << words;
  }
}

}  // namespace
}  // namespace texelsort::data
