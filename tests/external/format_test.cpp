#include "compute/external/format.h"

#include <cstring>
#include <limits>

#include <gtest/gtest.h>

#include "compute/data/error.h"

namespace texelsort::external {
namespace {

template <typename Number>
std::vector<std::byte> record_of(Number number, bool big_endian = false) {
  std::vector<std::byte> bytes(12, std::byte{0xee});
  std::memcpy(bytes.data() + 3, &number, sizeof number);
  if (big_endian) std::reverse(bytes.begin() + 3, bytes.begin() + 3 + sizeof number);
  return bytes;
}

template <typename Number>
void expect_ordered(const std::string& type, const std::vector<Number>& ascending) {
  for (const bool big : {false, true}) {
    for (const bool descending : {false, true}) {
      const std::string key = "3:" + type + (big ? ":be" : "") + (descending ? ":desc" : "");
      const auto format = fixed_format(12, {parse_key_field(key)});
      EXPECT_EQ(text(parse_key_field(key)), key);
      for (std::size_t i = 0; i + 1 < ascending.size(); ++i) {
        const auto a = record_of(ascending[i], big), b = record_of(ascending[i + 1], big);
        EXPECT_EQ(format->compare(a, b) < 0, !descending) << key << " " << i;
        EXPECT_EQ(format->compare(b, a) < 0, descending) << key << " " << i;
        EXPECT_EQ(format->compare(a, a), 0) << key;
        EXPECT_EQ(format->prefix(a) < format->prefix(b), !descending) << key << " " << i;
      }
    }
  }
}

TEST(RecordKeyFormat, OrdersNumbersOfEveryTypeByValue) {
  expect_ordered<std::uint8_t>("u8", {0, 1, 127, 128, 255});
  expect_ordered<std::uint16_t>("u16", {0, 1, 255, 256, 65535});
  expect_ordered<std::uint32_t>("u32", {0, 1, 256, 1u << 31, ~0u});
  expect_ordered<std::uint64_t>("u64", {0, 1, 1ull << 40, ~0ull});
  expect_ordered<std::int8_t>("i8", {-128, -1, 0, 127});
  expect_ordered<std::int16_t>("i16", {-32768, -256, -1, 0, 1, 32767});
  expect_ordered<std::int32_t>("i32", {std::numeric_limits<int>::min(), -1, 0, 5});
  expect_ordered<std::int64_t>("i64", {std::numeric_limits<std::int64_t>::min(), -1, 0, 1ll << 50});
  const float infinity = std::numeric_limits<float>::infinity();
  expect_ordered<float>(
      "f32", {-infinity, -2.5f, -0.0f, 0.0f, 1e-40f, 2.5f, infinity, std::numeric_limits<float>::quiet_NaN()});
  expect_ordered<double>("f64", {-1e300, -0.0, 0.0, 1e-310, 1e300});
}

TEST(RecordKeyFormat, OrdersBySeveralFieldsOneAfterTheOther) {
  const auto format =
      fixed_format(12, {parse_key_field("0:u32:desc"), parse_key_field("4:bytes6"), parse_key_field("10:i16")});
  EXPECT_FALSE(format->prefix_decides());
  const auto record = [](std::uint32_t first, const char* six, std::int16_t last) {
    std::vector<std::byte> bytes(12);
    std::memcpy(bytes.data(), &first, 4);
    std::memcpy(bytes.data() + 4, six, 6);
    std::memcpy(bytes.data() + 10, &last, 2);
    return bytes;
  };
  const std::vector<std::vector<std::byte>> ascending{record(9, "zzzzzz", 5), record(8, "aaaaaa", 9),
                                                      record(8, "aaaaab", -3), record(8, "aaaaab", 2),
                                                      record(0, "aaaaaa", 0)};
  std::vector<std::byte> before, after;
  for (std::size_t i = 0; i + 1 < ascending.size(); ++i) {
    EXPECT_LT(format->compare(ascending[i], ascending[i + 1]), 0) << i;
    EXPECT_GT(format->compare(ascending[i + 1], ascending[i]), 0) << i;
    format->make_key(ascending[i], before);
    format->make_key(ascending[i + 1], after);
    ASSERT_EQ(before.size(), 12u);
    EXPECT_LT(std::memcmp(before.data(), after.data(), 12), 0) << i;
  }
}

TEST(RecordKeyFormat, UsesTheFirstEightBytesOfItsFieldsAsThePrefix) {
  const auto format = fixed_format(10, {parse_key_field("0:u16:be"), parse_key_field("2:u64:be")});
  std::vector<std::byte> record;
  for (int i = 1; i <= 10; ++i) record.push_back(static_cast<std::byte>(i));
  EXPECT_EQ(format->prefix(record), 0x0102030405060708u);
  EXPECT_EQ(fixed_format(10, {parse_key_field("7:bytes3")})->prefix(record), 0x08090a0000000000u);
}

TEST(RecordKeyFormat, RejectsInvalidKeyFields) {
  for (const char* wrong : {"", "4", "x:u32", "4:u33", "4:bytes", "4:bytes0", "4:u32:up", "0:bytes4:be", "4:u32:"}) {
    EXPECT_THROW(parse_key_field(wrong), UsageError) << wrong;
  }
  EXPECT_THROW(fixed_format(10, {parse_key_field("7:u32")}), UsageError);
  EXPECT_THROW(fixed_format(0, {}), UsageError);
  EXPECT_NO_THROW(fixed_format(10, {parse_key_field("6:u32")}));
}

}  // namespace
}  // namespace texelsort::external
