#include "compute/data/keys/code_masks.h"

#include <bit>

#include <gtest/gtest.h>

#include "compute/data/keys/distribution.h"

namespace texelsort::data {
namespace {

TEST(KeyEncodingMasks, EncodeKeysOfEveryTypeAndOrder) {
  for (const KeyType type : all_key_types) {
    for (const Order order : {Order::ascending, Order::descending}) {
      for (const std::string distribution : {"special", "uniform", "gaussian"}) {
        const Keys keys = generate(distribution, type, 1000, 3);
        std::visit(
            [&]<typename Key>(const std::vector<Key>& values) {
              const auto masks = code_masks<CodeOf<Key>>(type, order);
              for (const Key key : values) {
                const auto bits = std::bit_cast<CodeOf<Key>>(key);
                ASSERT_EQ(masks.encode(bits), encode(key, order)) << name(type) << ' ' << name(order);
                ASSERT_EQ(masks.decode(masks.encode(bits)), bits);
              }
            },
            keys);
      }
    }
  }
}

TEST(KeyEncodingMasks, ChangeNothingOnlyForUnsignedKeysInAscendingOrder) {
  for (const KeyType type : all_key_types) {
    for (const Order order : {Order::ascending, Order::descending}) {
      const bool own = order == Order::ascending && (type == KeyType::u32 || type == KeyType::u64);
      EXPECT_EQ(code_masks<std::uint64_t>(type, order).is_identity(), own);
    }
  }
}

}  // namespace
}  // namespace texelsort::data
