#include "compute/data/text/charconv_fallback.h"

#include <array>
#include <bit>
#include <cmath>
#include <random>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace texelsort::data {
namespace {

template <typename Number>
std::string portable_text(Number value) {
  std::array<char, 64> buffer{};
  const auto end = portable::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  EXPECT_EQ(end.ec, std::errc{});
  return {buffer.data(), end.ptr};
}

template <typename Number>
std::string standard_text(Number value) {
  std::array<char, 64> buffer{};
  return {buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr};
}

template <typename Number>
class PortableFloatText : public ::testing::Test {};
using Numbers = ::testing::Types<float, double>;
TYPED_TEST_SUITE(PortableFloatText, Numbers);

template <typename Number>
auto bits_of(Number value) {
  if constexpr (sizeof value == 4)
    return std::bit_cast<std::uint32_t>(value);
  else
    return std::bit_cast<std::uint64_t>(value);
}

TYPED_TEST(PortableFloatText, IsTheSameAsThatOfTheStandardLibrary) {
  std::mt19937_64 random(7);
  using Word = decltype(bits_of(TypeParam{}));
  for (int i = 0; i < 20'000; ++i) {
    auto value = std::bit_cast<TypeParam>(static_cast<Word>(random()));
    if (std::isnan(value)) continue;
    if (i % 3 == 1) value = static_cast<TypeParam>(static_cast<std::int64_t>(random()) >> random() % 64);
    if (i % 3 == 2) value = static_cast<TypeParam>(static_cast<double>(random() % 100'000) / 1000);
    ASSERT_EQ(portable_text(value), standard_text(value));
  }
  using Limits = std::numeric_limits<TypeParam>;
  for (const TypeParam value : {TypeParam{0}, -TypeParam{0}, Limits::max(), Limits::min(), Limits::denorm_min(),
                                Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN(), TypeParam{1e22},
                                TypeParam{1e23}, TypeParam{0.1}, std::ldexp(TypeParam{1}, 70)}) {
    EXPECT_EQ(portable_text(value), standard_text(value));
  }
}

TYPED_TEST(PortableFloatText, IsReadAsTheSameNumberAsByTheStandardLibrary) {
  for (const std::string_view text :
       {"1",    "-1.5",  "1.",           ".5",           ".",     "",       "-",        "+1",       " 1",
        "1e5",  "1e",    "1e+",          "1e-5x",        "1E+07", "inf",    "-INF",     "Infinity", "infinit",
        "nan",  "-nan",  "nan(12_a)",    "nan(",         "1e400", "-1e400", "1e-400",   "0e999",    "0.000e-999",
        "0x10", "1_000", "3.4028235e38", "3.4028236e38", "1e-45", "1e-46",  "4.9e-324", "2e-324",   "9007199254740993",
        "1..2", "--1"}) {
    TypeParam here = 42, there = 42;
    const auto mine = portable::from_chars(text.data(), text.data() + text.size(), here);
    const auto theirs = std::from_chars(text.data(), text.data() + text.size(), there);
    EXPECT_EQ(mine.ec, theirs.ec) << text;
    EXPECT_EQ(mine.ptr - text.data(), theirs.ptr - text.data()) << text;
    if (std::isnan(there)) {
      EXPECT_TRUE(std::isnan(here)) << text;
    } else {
      EXPECT_EQ(bits_of(here), bits_of(there)) << text;
    }
  }
}

TYPED_TEST(PortableFloatText, IsReadBackAsTheSameNumber) {
  std::mt19937_64 random(11);
  using Word = decltype(bits_of(TypeParam{}));
  for (int i = 0; i < 20'000; ++i) {
    const auto value = std::bit_cast<TypeParam>(static_cast<Word>(random()));
    if (std::isnan(value)) continue;
    const std::string text = portable_text(value);
    TypeParam back = 0;
    const auto end = portable::from_chars(text.data(), text.data() + text.size(), back);
    ASSERT_EQ(end.ec, std::errc{}) << text;
    ASSERT_EQ(bits_of(back), bits_of(value)) << text;
  }
}

TEST(PortableScientificText, HasTheRequestedNumberOfDigits) {
  std::array<char, 900> here{}, there{};
  for (const double value : {1.0, 0.1, -123.456, 5e-324}) {
    for (const int precision : {0, 3, 17, 760}) {
      const auto mine = portable::to_chars_scientific(here.data(), here.data() + here.size(), value, precision);
      const auto theirs =
          std::to_chars(there.data(), there.data() + there.size(), value, std::chars_format::scientific, precision);
      EXPECT_EQ(std::string_view(here.data(), mine.ptr), std::string_view(there.data(), theirs.ptr));
    }
  }
  EXPECT_EQ(portable::to_chars(here.data(), here.data() + 2, 1.25).ec, std::errc::value_too_large);
}

}  // namespace
}  // namespace texelsort::data
