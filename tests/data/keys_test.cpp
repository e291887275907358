#include "compute/data/keys/keys.h"

#include <cmath>
#include <limits>

#include "tests/data/helpers.h"

namespace texelsort::data {
namespace {

TEST(TypeOrderAndPayloadNames, AreReadBackAsTheSameValues) {
  for (const KeyType type : all_key_types) EXPECT_EQ(parse_key_type(name(type)), type);
  EXPECT_EQ(name(KeyType::u32), "u32");
  EXPECT_EQ(name(KeyType::f64), "f64");
  EXPECT_EQ(parse_order("asc"), Order::ascending);
  EXPECT_EQ(parse_order("desc"), Order::descending);
  EXPECT_EQ(parse_payload("none"), PayloadKind::none);
  EXPECT_EQ(parse_payload("index"), PayloadKind::index);
  EXPECT_EQ(parse_payload("index64"), PayloadKind::index64);
  EXPECT_EQ(parse_key_type("U32"), std::nullopt);
  EXPECT_EQ(parse_key_type(""), std::nullopt);
  EXPECT_EQ(parse_order("ascending"), std::nullopt);
  EXPECT_EQ(parse_payload("key"), std::nullopt);
}

TEST(Keys, HaveTheRequestedTypeAndSize) {
  for (const KeyType type : all_key_types) {
    Keys keys = make_keys(type, 5);
    EXPECT_EQ(type_of(keys), type);
    EXPECT_EQ(size(keys), 5u);
    EXPECT_EQ(bytes(keys).size(), 5 * key_bytes(type));
    bytes(keys)[key_bytes(type)] = std::byte{1};
    EXPECT_NE(codes(keys, Order::ascending)[1], codes(keys, Order::ascending)[0]);
    EXPECT_TRUE(bytes(make_keys(type, 0)).empty());
  }
}

TEST(Keys, AreWrittenAsTheShortestTextThatIsReadBackExactly) {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const Keys floats = std::vector<float>{0.1f, -0.0f, nan, -nan, infinity, -infinity, 1.0f};
  const char* const expected[] = {"0.1", "-0", "nan", "-nan", "inf", "-inf", "1"};
  for (std::uint64_t i = 0; i < size(floats); ++i) EXPECT_EQ(text(floats, i), expected[i]);
  EXPECT_EQ(text(std::vector<std::uint64_t>{18446744073709551615u}, 0), "18446744073709551615");
  EXPECT_EQ(text(std::vector<std::int64_t>{std::numeric_limits<std::int64_t>::min()}, 0), "-9223372036854775808");
  EXPECT_EQ(text(std::vector<double>{5e-324}, 0), "5e-324");
}

TEST(Keys, CanBeCopiedFromAnyRange) {
  const Keys keys = std::vector<std::int32_t>{5, -6, 7, 8};
  EXPECT_EQ(slice(keys, 1, 2), Keys(std::vector<std::int32_t>{-6, 7}));
  EXPECT_EQ(size(slice(keys, 4, 0)), 0u);
}

TEST(Keys, AreConvertedToDoubles) {
  EXPECT_EQ(approximate(std::vector<std::int32_t>{-3}, 0), -3.0);
  EXPECT_EQ(approximate(std::vector<std::uint64_t>{1ull << 63}, 0), 9223372036854775808.0);
  EXPECT_EQ(approximate(std::vector<float>{0.5f}, 0), 0.5);
}

TEST(Payload, IsStoredIn32Or64BitsPerKey) {
  EXPECT_EQ(payload_bytes(PayloadKind::none), 0u);
  const std::vector<std::uint64_t> numbers{3, 0xFFFF'FFFF, 7};
  const auto narrow = payload_memory(numbers, PayloadKind::index);
  const std::array<std::uint32_t, 3> words{3, 0xFFFF'FFFF, 7};
  EXPECT_TRUE(std::ranges::equal(narrow, std::as_bytes(std::span(words))));
  EXPECT_EQ(payload_numbers(narrow, PayloadKind::index), numbers);
  const std::vector<std::uint64_t> large{std::uint64_t{1} << 40, 5};
  const auto wide = payload_memory(large, PayloadKind::index64);
  EXPECT_TRUE(std::ranges::equal(wide, std::as_bytes(std::span(large))));
  EXPECT_EQ(payload_numbers(wide, PayloadKind::index64), large);
}

}  // namespace
}  // namespace texelsort::data
