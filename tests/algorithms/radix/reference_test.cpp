#include "compute/algorithms/radix/reference.h"

#include <algorithm>
#include <numeric>
#include <random>

#include <gtest/gtest.h>

namespace texelsort::algorithms {
namespace {

TEST(RadixReference, ReproducesTheHandComputedExample) {
  // Seven keys with the 2-bit digits 2 1 0 2 | 1 2 0, in columns of four keys.
  const std::vector<std::uint64_t> codes{0b10'11, 0b01'00, 0b00'11, 0b10'00, 0b01'10, 0b10'01, 0b00'00};
  const DigitPass pass{2, 2, 2, 4};
  EXPECT_EQ(radix::count(codes, pass), (std::vector<std::uint64_t>{1, 1, 1, 1, 2, 1, 0, 0}));
  EXPECT_EQ(radix::scan(radix::count(codes, pass)), (std::vector<std::uint64_t>{0, 1, 2, 3, 4, 6, 7, 7}));
  EXPECT_EQ(radix::rank(codes, pass), (std::vector<std::uint64_t>{0, 0, 0, 1, 0, 0, 0}));
  EXPECT_EQ(radix::move(codes, pass), (std::vector<std::uint64_t>{2, 6, 1, 4, 0, 3, 5}));
}

TEST(RadixReference, MovesEachKeyToTheOffsetOfItsDigitPlusItsRank) {
  std::mt19937_64 random(1);
  std::vector<std::uint64_t> codes(1000);
  for (std::uint64_t& code : codes) code = random();
  const DigitPass pass{30, 5, 16, 64};
  const auto offsets = radix::scan(radix::count(codes, pass)), ranks = radix::rank(codes, pass),
             order = radix::move(codes, pass);
  for (std::uint64_t to = 0; to < codes.size(); ++to) {
    const std::uint64_t i = order[to];
    EXPECT_EQ(offsets[pass.digit(codes[i]) * pass.columns + i / pass.column_keys] + ranks[i], to);
  }
}

TEST(RadixReference, SortsStablyByOneDigit) {
  std::mt19937_64 random(2);
  std::vector<std::uint64_t> codes(5000), expected(codes.size());
  for (std::uint64_t& code : codes) code = random();
  for (const DigitPass pass : {DigitPass{0, 1, 1, 5000}, DigitPass{30, 8, 5, 1000}, DigitPass{63, 1, 40, 128}}) {
    std::iota(expected.begin(), expected.end(), std::uint64_t{0});
    std::ranges::stable_sort(expected, {}, [&](std::uint64_t i) { return pass.digit(codes[i]); });
    EXPECT_EQ(radix::move(codes, pass), expected) << pass.shift;
  }
}

}  // namespace
}  // namespace texelsort::algorithms
