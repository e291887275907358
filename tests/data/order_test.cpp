#include "compute/data/keys/order.h"

#include <algorithm>

#include "compute/data/keys/distribution.h"
#include "compute/data/keys/keys.h"
#include "tests/data/helpers.h"

namespace texelsort::data {
namespace {

/// Returns edge values in the order of totalOrder (IEEE 754-2008, 5.10), from negative NaNs with falling payload to
/// positive NaNs with rising payload.
template <typename Key>
std::vector<Key> edges_in_order() {
  using Limits = std::numeric_limits<Key>;
  const Key nan = Limits::quiet_NaN();
  const Key larger_nan = std::bit_cast<Key>(static_cast<CodeOf<Key>>(std::bit_cast<CodeOf<Key>>(nan) + 1));
  std::vector<Key> positive{Key{0},        Limits::denorm_min(), Limits::min(), Key{1},    Key{2},
                            Limits::max(), Limits::infinity(),   nan,           larger_nan};
  std::vector<Key> all;
  for (auto i = positive.rbegin(); i != positive.rend(); ++i) all.push_back(-*i);
  all.insert(all.end(), positive.begin(), positive.end());
  return all;
}

template <typename Key>
void expect_strictly_ordered(const std::vector<Key>& keys) {
  for (std::size_t i = 1; i < keys.size(); ++i) {
    EXPECT_LT(encode(keys[i - 1], Order::ascending), encode(keys[i], Order::ascending)) << "at " << i;
    EXPECT_GT(encode(keys[i - 1], Order::descending), encode(keys[i], Order::descending)) << "at " << i;
  }
}

TEST(KeyOrder, OrdersFloatsByTheIeeeTotalOrder) {
  expect_strictly_ordered(edges_in_order<float>());
  expect_strictly_ordered(edges_in_order<double>());
}

TEST(KeyOrder, OrdersIntegersByValue) {
  expect_strictly_ordered<std::int32_t>({INT32_MIN, -2, -1, 0, 1, INT32_MAX});
  expect_strictly_ordered<std::int64_t>({INT64_MIN, INT64_C(-4294967297), -1, 0, INT64_C(4294967296), INT64_MAX});
  expect_strictly_ordered<std::uint32_t>({0, 1, 0x7fffffff, 0x80000000, UINT32_MAX});
  expect_strictly_ordered<std::uint64_t>({0, 1, UINT32_MAX, UINT64_C(1) << 63, UINT64_MAX});
}

TEST(KeyOrder, EncodesUnsignedKeysAsThemselves) {
  EXPECT_EQ(encode(7u, Order::ascending), 7u);
  EXPECT_EQ(encode(7u, Order::descending), ~7u);
  EXPECT_EQ(encode(0.0f, Order::ascending), 0x80000000u);
  EXPECT_EQ(encode(-0.0f, Order::ascending), 0x7fffffffu);
}

TEST(KeyOrder, DecodesEveryEncodedKey) {
  for (const KeyType type : all_key_types) {
    for (const Order order : {Order::ascending, Order::descending}) {
      const Keys keys = generate("special", type, 4000, 3);
      std::visit(
          [order](const auto& column) {
            for (const auto key : column) {
              using Key = std::remove_cvref_t<decltype(key)>;
              const Key back = decode<Key>(encode(key, order), order);
              ASSERT_EQ(std::bit_cast<CodeOf<Key>>(back), std::bit_cast<CodeOf<Key>>(key));
            }
          },
          keys);
    }
  }
}

TEST(KeyOrder, EqualsTheLessOperatorWithoutNanAndNegativeZero) {
  constexpr auto nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
  EXPECT_TRUE(plain_order_agrees(std::vector<std::int64_t>{INT64_MIN, -1, 0, INT64_MAX}));
  EXPECT_TRUE(plain_order_agrees(std::vector<float>{}));
  EXPECT_TRUE(plain_order_agrees(std::vector<float>{-inf, -1, 0, std::numeric_limits<float>::denorm_min(), inf}));
  EXPECT_FALSE(plain_order_agrees(std::vector<float>{1, -0.0f, 2}));
  EXPECT_FALSE(plain_order_agrees(std::vector<float>{1, 2, nan}));
  EXPECT_FALSE(plain_order_agrees(std::vector<double>{-std::numeric_limits<double>::quiet_NaN(), 1}));
  // Enough keys for several threads to search them.
  std::vector<double> many(200'000, 1.0);
  EXPECT_TRUE(plain_order_agrees(many));
  many[199'998] = -0.0;
  EXPECT_FALSE(plain_order_agrees(many));
}

TEST(KeyOrder, WidensEncodedKeysTo64Bits) {
  const Keys keys = std::vector<std::int32_t>{-1, 0};
  EXPECT_EQ(codes(keys, Order::ascending), (std::vector<std::uint64_t>{0x7fffffff, 0x80000000}));
  EXPECT_EQ(codes(keys, Order::descending), (std::vector<std::uint64_t>{0x80000000, 0x7fffffff}));
}

}  // namespace
}  // namespace texelsort::data
