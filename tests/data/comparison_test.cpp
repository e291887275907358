#include "compute/data/keys/comparison.h"

#include <algorithm>
#include <bit>

#include <gtest/gtest.h>

#include "compute/data/keys/check.h"
#include "compute/data/keys/distribution.h"
#include "compute/data/keys/order.h"

namespace texelsort::data {
namespace {

using U32 = std::vector<std::uint32_t>;
using I32 = std::vector<std::int32_t>;

TEST(KeyComparison, IsParsedFromItsName) {
  for (const Comparison comparison : all_comparisons) EXPECT_EQ(parse_comparison(name(comparison)), comparison);
  EXPECT_FALSE(parse_comparison("nothing"));
}

TEST(OneBitCount, EqualsStdPopcount) {
  for (const std::uint32_t word : {0u, 1u, 0xFFFF'FFFFu, 0x8000'0001u}) {
    EXPECT_EQ(count_ones(word), static_cast<unsigned>(std::popcount(word)));
  }
}

TEST(KeyComparison, ComparesAbsoluteValuesByMagnitude) {
  EXPECT_EQ(magnitude(std::bit_cast<std::uint32_t>(-3), KeyType::i32), 3u);
  // The magnitude of the smallest integer is 2^31, which needs all 32 bits.
  EXPECT_EQ(magnitude(std::uint32_t{1} << 31, KeyType::i32), std::uint32_t{1} << 31);
  EXPECT_EQ(magnitude(std::uint32_t{1} << 31, KeyType::u32), std::uint32_t{1} << 31);
  EXPECT_EQ(magnitude(std::bit_cast<std::uint32_t>(-1.5f), KeyType::f32), std::bit_cast<std::uint32_t>(1.5f));
}

/// Checks that the comparison is irreflexive and agrees with the ranks. It is therefore a strict weak order, as the
/// standard requires.
TEST(KeyComparison, IsAStrictWeakOrderThatMatchesTheRanks) {
  for (const KeyType type : {KeyType::i32, KeyType::f32, KeyType::u32}) {
    const Keys keys = generate("special", type, 40, 3);
    for (const Comparison comparison : all_comparisons) {
      for (const Order order : {Order::ascending, Order::descending}) {
        const ComparedLess<std::uint32_t> less(comparison, type, order);
        const auto code = codes(keys, order);
        const auto rank = ranks(keys, order, comparison);
        for (std::size_t i = 0; i < code.size(); ++i) {
          EXPECT_FALSE(less(static_cast<std::uint32_t>(code[i]), static_cast<std::uint32_t>(code[i])));
          for (std::size_t j = 0; j < code.size(); ++j) {
            EXPECT_EQ(less(static_cast<std::uint32_t>(code[i]), static_cast<std::uint32_t>(code[j])),
                      rank[i] < rank[j]);
          }
        }
      }
    }
  }
}

TEST(KeyComparison, DecidesWhichOutputIsCorrect) {
  const I32 input{-3, 1, 3, -2};
  const auto fault = [&](const I32& keys, std::vector<std::uint64_t> payload, bool stable, Order order) {
    return find_fault({input, {}}, {keys, std::move(payload)}, order, stable, named_keys, Comparison::magnitude);
  };
  EXPECT_FALSE(fault({1, -2, -3, 3}, {1, 3, 0, 2}, true, Order::ascending));
  EXPECT_FALSE(fault({1, -2, 3, -3}, {1, 3, 2, 0}, false, Order::ascending));
  EXPECT_TRUE(fault({1, -2, 3, -3}, {1, 3, 2, 0}, true, Order::ascending));
  EXPECT_FALSE(fault({-3, 3, -2, 1}, {0, 2, 3, 1}, true, Order::descending));
  EXPECT_FALSE(fault({1, -2, 3, -3}, {}, false, Order::ascending));
  EXPECT_TRUE(fault({1, -2, 3, 3}, {}, false, Order::ascending));
  EXPECT_EQ(fault({-3, -2, 1, 3}, {0, 3, 1, 2}, false, Order::ascending)->index, 1u);
}

}  // namespace
}  // namespace texelsort::data
