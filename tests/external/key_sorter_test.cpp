#include "compute/external/key_sorter.h"

#include <algorithm>
#include <limits>
#include <random>
#include <thread>
#include <utility>

#include <gtest/gtest.h>

#include "compute/algorithms/registry.h"
#include "compute/cuda/device.h"
#include "tests/support/gl.h"

namespace texelsort::external {
namespace {

constexpr std::uint64_t highest = std::numeric_limits<std::uint64_t>::max();

TEST(SortedKeyBits, ExcludeCommonLeadingBitsAndThenTheLowestBits) {
  const SortedPart exact = sorted_part(1'000'000, 1'000'255, 8);
  EXPECT_EQ(exact.shift, 0u);
  EXPECT_EQ(exact(1'000'255), 255u);
  const SortedPart cut = sorted_part(0, highest, 40);
  EXPECT_EQ(cut.shift, 24u);
  EXPECT_EQ(cut(highest), (std::uint64_t{1} << 40) - 1);
  EXPECT_EQ(sorted_part(7, 7, 1)(7), 0u);
}

std::vector<std::vector<std::uint64_t>> difficult_prefixes() {
  std::mt19937_64 random(5);
  std::vector<std::vector<std::uint64_t>> all{{}, {highest}, {highest, 0}, std::vector<std::uint64_t>(1000, highest)};
  auto fill = [&](std::size_t n, auto&& make) {
    std::vector<std::uint64_t> prefixes(n);
    for (auto& prefix : prefixes) prefix = make();
    all.push_back(prefixes);
  };
  fill(5000, [&] { return random(); });
  fill(4096, [&] { return highest - random() % 7; });
  fill(4097, [&] { return (std::uint64_t{1} << 40) + random() % 100'000; });
  // Keys with a few outliers, which leave few bits for the differences of all other keys.
  fill(3000, [&] { return random() % 50 == 0 ? random() : random() % 1000; });
  return all;
}

void expect_sorted(const KeySorter& sorter, bool stable) {
  for (const auto& prefixes : difficult_prefixes()) {
    std::vector<std::uint32_t> order;
    const SortedPart part = sorter.sort(prefixes, order);
    ASSERT_EQ(order.size(), prefixes.size());
    std::vector<std::uint32_t> places = order;
    std::ranges::sort(places);
    for (std::uint32_t i = 0; i < places.size(); ++i) ASSERT_EQ(places[i], i);
    for (std::size_t i = 1; i < order.size(); ++i) {
      const std::uint64_t before = part(prefixes[order[i - 1]]), now = part(prefixes[order[i]]);
      ASSERT_LE(before, now);
      if (part.shift == 0) {
        ASSERT_LE(prefixes[order[i - 1]], prefixes[order[i]]);
      }
      if (stable && before == now) {
        ASSERT_LT(order[i - 1], order[i]);
      }
    }
  }
}

TEST(KeySorter, MakesAnySortStableByAddingPositionsToTheKeys) {
  const KeySorter sorter({.algorithm = &algorithms::find_algorithm("std/sort@cpu")}, 1 << 16);
  EXPECT_EQ(sorter.bits(1 << 16), 48u);
  EXPECT_EQ(sorter.bits(1), 64u);
  expect_sorted(sorter, true);
}

/// Uses the CPU as two devices, each with its own thread.
TEST(KeySorter, SortsOneRunPerDeviceSeparately) {
  if (!cuda::cpu_absence().empty()) GTEST_SKIP() << cuda::cpu_absence();
  const KeySorter sorter({.devices = {cuda::cpu_ordinal, cuda::cpu_ordinal}}, 3000);
  ASSERT_EQ(sorter.workers(), 2u);
  EXPECT_EQ(sorter.algorithm().info().id, "sample/distributed@cuda");
  EXPECT_EQ(sorter.reason(), "2 devices, each of which sorts one run at a time");
  const auto sort = [&](std::size_t worker) {
    std::vector<std::uint64_t> prefixes(3000);
    for (std::size_t i = 0; i < prefixes.size(); ++i) prefixes[i] = (i + worker) * 0x9e3779b97f4a7c15 % 500;
    std::vector<std::uint32_t> order;
    sorter.sort(prefixes, order, worker);
    for (std::size_t i = 1; i < order.size(); ++i) {
      const bool rises = std::pair(prefixes[order[i - 1]], order[i - 1]) < std::pair(prefixes[order[i]], order[i]);
      ASSERT_TRUE(rises) << i << " of worker " << worker;
    }
  };
  std::thread other(sort, 1);
  sort(0);
  other.join();
}

TEST(KeySorter, MovesAnIndexWithTheKeyForSortsWithout64BitKeys) {
  TEXELSORT_NEED_GL();
  for (const char* id : {"bitonic/fused", "bitonic/single-quad"}) {
    const KeySorter sorter({.algorithm = &algorithms::find_algorithm(id), .device = &gpu::test_device()}, 1 << 13);
    expect_sorted(sorter, false);
  }
}

}  // namespace
}  // namespace texelsort::external
