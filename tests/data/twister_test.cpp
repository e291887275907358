#include "compute/data/twister.h"

#include <random>

#include <gtest/gtest.h>

#include "compute/data/distribution_table.h"
#include "compute/data/order.h"

namespace texelsort::data {
namespace {

/// Around the words of the state, and the degree of its polynomial.
constexpr std::uint64_t drawn_before[] = {0, 1, 311, 312, 313, 1000};
constexpr std::uint64_t skipped[] = {0, 1, 2, 311, 312, 313, 19936, 19937, 19938, 1234567};

template <typename Expected>
void expect_same_numbers(Twister& twister, Expected& expected, std::uint64_t count) {
  for (std::uint64_t i = 0; i < count; ++i) ASSERT_EQ(twister(), expected()) << i;
}

TEST(Twister, HasTheNumbersOfTheStandard) {
  for (const std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{1}, ~std::uint64_t{0}}) {
    Twister twister(seed);
    std::mt19937_64 expected(seed);
    expect_same_numbers(twister, expected, 2000);
  }
}

TEST(Twister, SkipsWhatOneWouldDraw) {
  for (const std::uint64_t before : drawn_before) {
    for (const std::uint64_t count : skipped) {
      SCOPED_TRACE(testing::Message() << count << " after " << before);
      Twister twister(5), twice(5);
      std::mt19937_64 expected(5), expected_twice(5);
      for (std::uint64_t i = 0; i < before; ++i) twister();
      const TwisterJump jump(count);
      twister.skip(jump);
      twice.skip(jump.doubled());
      expected.discard(before + count);
      expected_twice.discard(2 * count);
      expect_same_numbers(twister, expected, 700);
      expect_same_numbers(twice, expected_twice, 700);
    }
  }
}

TEST(Twister, SkipsMoreThanAnybodyDraws) {
  constexpr std::uint64_t many = std::uint64_t{1} << 40;
  Twister at_once(5), in_halves(5);
  at_once.skip(TwisterJump(many));
  in_halves.skip(TwisterJump(many / 2 - 1));
  in_halves();
  in_halves.skip(TwisterJump(many / 2));
  expect_same_numbers(at_once, in_halves, 700);
}

TEST(Draws, AreTheSameInAnyNumberOfShares) {
  for (const std::uint64_t shares : {2, 3, 8}) {
    Draws draws(5);
    std::vector<std::uint64_t> numbers(1000);
    in_shares(numbers.size() / 2, 2, shares, draws,
              [&](std::uint64_t, Twister& twister, std::uint64_t first, std::uint64_t last) {
                for (std::uint64_t i = 2 * first; i < 2 * last; ++i) numbers[i] = twister();
              });
    std::mt19937_64 expected(5);
    for (const std::uint64_t number : numbers) ASSERT_EQ(number, expected()) << shares;
    EXPECT_EQ(draws(), expected()) << shares;
  }
}

TEST(Draws, ManyThreadsMakeTheKeysThatOneMakes) {
  constexpr std::uint64_t n = 30011;
  for (const Distribution& distribution : distributions()) {
    if (distribution.fixed_n) continue;
    for (const KeyType type : all_key_types) {
      const auto made = [&](std::uint64_t shares) {
        Keys keys = make_keys(type, n);
        Draws draws(3);
        draws.least_share = 1;
        draws.most_shares = shares;
        fill_keys(distribution, keys, draws);
        return std::pair(codes(keys, Order::ascending), draws());
      };
      EXPECT_EQ(made(5), made(1)) << distribution.name << " " << name(type);
    }
  }
}

}  // namespace
}  // namespace texelsort::data
