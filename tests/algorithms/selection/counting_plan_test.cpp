// Tests of plans that decide bits from counts alone: the worked example of the slides, and plans whose answers are
// compared with a sort. Plain C++ replaces the counting by a device.
#include "compute/algorithms/selection/counting_plan.h"

#include <algorithm>
#include <functional>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "compute/algorithms/selection/reference.h"

namespace texelsort::algorithms {
namespace {

using Codes = std::vector<std::uint64_t>;

// Keys of the slide "2nd Largest in 9 Values".
const Codes slide{0b0011, 0b1011, 0b1101, 0b0111, 0b0101, 0b0001, 0b0111, 0b1010, 0b0010};

Interval range_of(const Codes& codes) {
  const auto [low, high] = std::ranges::minmax(codes);
  return common_interval(low, high);
}

/// Numbers of operations that a selection plan has requested from the device.
struct Log {
  std::vector<std::uint64_t> thresholds, counts;
  std::uint64_t fills = 0, folds = 0, failed_folds = 0;
};

/// Answers all questions of a plan by counting codes, which form a texture of `width` texels per row.
Log carry_out(SelectionPlan& plan, const Codes& codes, std::uint32_t width, std::uint32_t fold) {
  Log log;
  while (const auto action = plan.next()) {
    if (const auto* count = std::get_if<SelectionPlan::Count>(&*action)) {
      log.thresholds.push_back(count->threshold);
      log.counts.push_back(count_at_least(codes, count->threshold));
      plan.counted(log.counts.back());
      continue;
    }
    const DepthWindow window = std::get<SelectionPlan::Fill>(*action).window;
    ++log.fills;
    std::set<std::uint64_t> blocks;
    for (std::uint64_t i = 0; i < codes.size(); ++i) {
      if (window.codes.low <= codes[i] && codes[i] <= window.codes.last()) {
        blocks.insert((i / width / fold) << 32 | (i % width / fold));
      }
    }
    plan.filled(blocks.size());
    log.folds += window.form == DepthWindow::Form::folded;
    log.failed_folds += (window.form == DepthWindow::Form::folded) && plan.window() != window;
  }
  return log;
}

Codes random_codes(std::uint64_t n, unsigned bits, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Codes codes(n);
  for (std::uint64_t& code : codes) code = random() >> (64 - bits);
  return codes;
}

TEST(SelectionPlan, ReproducesTheThresholdsOfTheLectureSlides) {
  SelectionPlan plan(9, {2}, range_of(slide), {});
  const Log log = carry_out(plan, slide, 4, 1);
  EXPECT_EQ(log.thresholds, (Codes{0b1000, 0b1100, 0b1010, 0b1011}));
  EXPECT_EQ(log.counts, (Codes{3, 1, 3, 2}));
  EXPECT_EQ(plan.search().elements()[0].at, (Interval{0b1011, 0}));
  EXPECT_EQ(plan.waits(), 4u);
}

TEST(SelectionPlan, FindsTheKthLargestKeyWithAnyNumberOfBitsPerRound) {
  const Codes codes = random_codes(60, 12, 7);
  Codes sorted = codes;
  std::ranges::sort(sorted, std::greater{});
  for (unsigned bits = 1; bits <= 8; ++bits) {
    for (std::uint64_t k = 1; k <= codes.size(); ++k) {
      SelectionPlan plan(codes.size(), {k}, {0, 12}, {.bits_per_round = bits});
      const Log log = carry_out(plan, codes, 8, 1);
      EXPECT_EQ(plan.search().elements()[0].at.low, sorted[k - 1]) << "k " << k << ", bits " << bits;
      EXPECT_EQ(plan.waits(), (12 + bits - 1) / bits);
      // The plan uses 2^b - 1 thresholds for each whole digit of b bits, and fewer for the last digit.
      const std::uint64_t whole = 12 / bits, rest = 12 % bits;
      EXPECT_EQ(log.thresholds.size(), whole * ((1u << bits) - 1) + ((1u << rest) - 1));
    }
  }
}

TEST(SelectionPlan, SharesThresholdsBetweenSeveralSelectedElements) {
  const Codes codes = random_codes(500, 16, 3);
  Codes sorted = codes;
  std::ranges::sort(sorted, std::greater{});
  std::vector<std::uint64_t> ks{1, 2, 250, 251, 499, 500};
  SelectionPlan plan(codes.size(), ks, {0, 16}, {});
  const Log log = carry_out(plan, codes, 16, 1);
  for (std::size_t e = 0; e < ks.size(); ++e) {
    EXPECT_EQ(plan.search().elements()[e].at.low, sorted[ks[e] - 1]);
  }
  EXPECT_EQ(std::set(log.thresholds.begin(), log.thresholds.end()).size(), log.thresholds.size());
  EXPECT_LT(log.thresholds.size(), 16 * ks.size());  // the elements share the thresholds of their first bits
  EXPECT_EQ(plan.waits(), 16u);                      // one round per bit suffices for all elements
}

TEST(SelectionPlan, FindsKeysLongerThanTheDepthBufferExactly) {
  for (const unsigned bits : {24u, 25u, 32u, 48u, 64u}) {
    const Codes codes = random_codes(300, bits, bits);
    Codes sorted = codes;
    std::ranges::sort(sorted, std::greater{});
    SelectionPlan plan(codes.size(), {1, 150, 300}, {0, bits}, {.bits_per_round = 1, .window_bits = depth_bits});
    carry_out(plan, codes, 32, 1);
    EXPECT_EQ(plan.search().elements()[0].at, (Interval{sorted[0], 0})) << bits;
    EXPECT_EQ(plan.search().elements()[1].at, (Interval{sorted[149], 0})) << bits;
    EXPECT_EQ(plan.search().elements()[2].at, (Interval{sorted[299], 0})) << bits;
  }
}

TEST(SelectionPlan, Decides24BitsPerFillOfTheDepthBuffer) {
  const Codes codes = random_codes(1000, 32, 1);
  SelectionPlan plan(codes.size(), {500}, {0, 32}, {.bits_per_round = 1, .window_bits = depth_bits});
  const Log log = carry_out(plan, codes, 32, 1);
  EXPECT_EQ(log.fills, 2u);
  EXPECT_EQ(log.thresholds.size(), 32u);
}

TEST(SelectionPlan, FindsTheExactElementWhenItFoldsFewCandidates) {
  std::uint64_t folds = 0, failures = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Codes codes = random_codes(4096, 32, seed);
    Codes sorted = codes;
    std::ranges::sort(sorted, std::greater{});
    const CountingRules rules{.bits_per_round = 1, .window_bits = depth_bits, .fold = 4, .fold_blocks = 256};
    SelectionPlan plan(codes.size(), {17, 2048}, {0, 32}, rules);
    const Log log = carry_out(plan, codes, 64, 4);
    EXPECT_EQ(plan.search().elements()[0].at.low, sorted[16]);
    EXPECT_EQ(plan.search().elements()[1].at.low, sorted[2047]);
    folds += log.folds;
    failures += log.failed_folds;
  }
  EXPECT_GT(folds, 100u);    // most of the 120 elements need a fold
  EXPECT_GT(failures, 0u);   // some candidates collide in a texel, which the plan must detect
  EXPECT_LT(failures, 60u);  // about a fifth of the folds fail if c^2 <= B / 2 for c candidates and B texels
}

TEST(SelectionPlan, NeverFoldsKeysThatAreAllEqual) {
  const Codes codes(4096, 12345);
  const CountingRules rules{.bits_per_round = 1, .window_bits = depth_bits, .fold = 4, .fold_blocks = 256};
  SelectionPlan plan(codes.size(), {1, 4096}, {0, 32}, rules);
  const Log log = carry_out(plan, codes, 64, 4);
  EXPECT_EQ(log.folds, 0u);
  EXPECT_EQ(plan.search().elements()[0].at, (Interval{12345, 0}));
  EXPECT_EQ(plan.search().elements()[1].at, (Interval{12345, 0}));
}

TEST(EncodedKeyInterval, ContainsTheLargestEncodedKey) {
  EXPECT_EQ((Interval{0, 64}).last(), ~std::uint64_t{0});
  EXPECT_FALSE((Interval{0, 64}).end());
  EXPECT_EQ((Interval{8, 3}).last(), 15u);
  EXPECT_EQ(common_interval(0b1010, 0b1001), (Interval{0b1000, 2}));
  EXPECT_EQ(common_interval(5, 5), (Interval{4, 1}));
  EXPECT_EQ(common_interval(0, ~std::uint64_t{0}), (Interval{0, 64}));
}

TEST(DepthBufferWindow, ClampsKeysOutsideItToItsEnds) {
  const DepthWindow window{{0x1200'0000, 24}, 0};
  EXPECT_EQ(place_in(window, 0), 0u);
  EXPECT_EQ(place_in(window, 0x1200'0000), 0u);
  EXPECT_EQ(place_in(window, 0x1200'0007), 7u);
  EXPECT_EQ(place_in(window, 0x12FF'FFFF), 0xFF'FFFFu);
  EXPECT_EQ(place_in(window, 0x1300'0000), 0xFF'FFFFu);
  EXPECT_EQ(place_in({{0, 32}, 8}, 0x0000'01FF), 1u);
}

}  // namespace
}  // namespace texelsort::algorithms
