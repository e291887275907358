#include "compute/data/keys/parallel_rng.h"

#include <random>

#include <gtest/gtest.h>

#include "compute/data/keys/distribution_table.h"
#include "compute/data/keys/order.h"

namespace texelsort::data {
namespace {

TEST(ParallelRandomNumbers, EqualThoseOfASingleGeneratorAfterASkip) {
  // The numbers of skipped draws are below and above ten million, up to which Boost skips by drawing.
  for (const std::uint64_t skipped : {std::uint64_t{312}, std::uint64_t{10'000'001}, std::uint64_t{12'345'678}}) {
    ParallelRng draws(5);
    std::mt19937_64 expected(5);
    draws();
    draws.twister.discard(skipped);
    expected.discard(skipped + 1);
    for (int i = 0; i < 700; ++i) ASSERT_EQ(draws(), expected()) << skipped;
  }
}

TEST(ParallelRandomNumbers, AreTheSameForAnyNumberOfShares) {
  for (const std::uint64_t shares : {2, 3, 8}) {
    ParallelRng draws(5);
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

TEST(ParallelRandomNumbers, GiveTheSameKeysForAnyNumberOfThreads) {
  constexpr std::uint64_t n = 30011;
  for (const Distribution& distribution : distributions()) {
    if (distribution.fixed_n) continue;
    for (const KeyType type : all_key_types) {
      const auto made = [&](std::uint64_t shares) {
        Keys keys = make_keys(type, n);
        ParallelRng draws(3);
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
