#include "compute/algorithms/cuda/kernels/expected_crossing.cuh"

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace texelsort::algorithms::kernels {
namespace {

/// Two sorted sequences A and B, and the comparison for merge-path searches.
struct Pair {
  std::vector<unsigned> a, b;
  bool operator()(std::uint64_t j, std::uint64_t i) const { return b.at(j) < a.at(i); }
};

Pair make_pair_of(unsigned of_a, unsigned of_b, unsigned values, unsigned shift) {
  std::mt19937 random(of_a * 31 + of_b);
  Pair pair{std::vector<unsigned>(of_a), std::vector<unsigned>(of_b)};
  for (unsigned& key : pair.a) key = random() % values;
  for (unsigned& key : pair.b) key = random() % values + shift;
  std::ranges::sort(pair.a);
  std::ranges::sort(pair.b);
  return pair;
}

/// The search must find the crossing within its range, wherever it is expected. A close guess must give a short range.
TEST(MergePathSearch, FindsTheCrossingOfADiagonalFromAnyGuess) {
  for (const Pair& pair : {make_pair_of(500, 700, 1000, 0), make_pair_of(500, 700, 5, 0), make_pair_of(400, 60, 99, 99),
                           make_pair_of(60, 400, 50, 49), make_pair_of(0, 90, 9, 0), make_pair_of(90, 0, 9, 0)}) {
    const std::uint64_t of_a = pair.a.size(), of_b = pair.b.size();
    for (std::uint64_t before = 0; before <= of_a + of_b; before += 7) {
      const std::uint64_t crossed = path_crossing(before, of_a, of_b, pair);
      for (std::uint64_t expected = 0; expected <= of_a + 9; expected += 3) {
        for (const std::uint64_t reach : {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{16}}) {
          PathRange<std::uint64_t> range(before, of_a, of_b);
          expect_crossing(range, expected, reach, before, pair);
          ASSERT_LE(range.low, crossed) << before << ' ' << expected << ' ' << reach;
          ASSERT_GE(range.high, crossed) << before << ' ' << expected << ' ' << reach;
          ASSERT_EQ(path_crossing(range, before, pair), crossed) << before << ' ' << expected << ' ' << reach;
          const std::uint64_t away = std::max(crossed, expected) - std::min(crossed, expected);
          const bool is_short = range.high - range.low <= 4 * reach;
          ASSERT_TRUE(is_short || away >= reach) << before << ' ' << expected << ' ' << reach;
        }
      }
    }
  }
}

}  // namespace
}  // namespace texelsort::algorithms::kernels
