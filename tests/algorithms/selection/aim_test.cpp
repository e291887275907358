// Tests of the intervals that a sample predicts, and of selections that begin with a sample. Plain C++ replaces the
// counting by a device.
#include "compute/algorithms/selection/aim.h"

#include <algorithm>
#include <functional>
#include <random>

#include <gtest/gtest.h>

#include "compute/algorithms/selection/counting_plan.h"
#include "compute/algorithms/selection/reference.h"

namespace texelsort::algorithms {
namespace {

using Codes = std::vector<std::uint64_t>;
using Form = DepthWindow::Form;

constexpr gpu::Extent keys{256, 64};
constexpr std::uint64_t texels = std::uint64_t{keys.width} * keys.height;
constexpr std::uint32_t side = 4;

Codes codes_with(std::uint64_t n, const std::function<std::uint64_t(std::mt19937_64&)>& draw, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Codes codes(n);
  std::ranges::generate(codes, [&] { return draw(random); });
  return codes;
}

std::uint64_t uniform(std::mt19937_64& random) {
  return random() >> 32;
}
std::uint64_t steep(std::mt19937_64& random) {
  return random() >> (32 + random() % 32);
}
std::uint64_t few(std::mt19937_64& random) {
  return 1'000'000 * (random() % 5);
}

/// Numbers of operations that a selection plan has requested from the device.
struct AimLog {
  std::uint64_t gathers = 0, kept_gathers = 0, layers = 0, sample_counts = 0, whole_counts = 0;
};

AimLog carry_out(SelectionPlan& plan, Codes codes) {
  AimLog log;
  const std::uint64_t n = codes.size();
  const Codes real = codes;
  codes.resize(texels, 0xFFFF'FFFF);
  while (const auto action = plan.next()) {
    if (const auto* count = std::get_if<SelectionPlan::Count>(&*action)) {
      if (!count->of_samples) log.whole_counts += plan.window()->form == Form::whole;
      log.sample_counts += count->of_samples;
      plan.counted(count->of_samples ? count_at_least(samples(codes, n, keys, side), count->threshold)
                                     : count_at_least(real, count->threshold));
      continue;
    }
    const DepthWindow window = std::get<SelectionPlan::Fill>(*action).window;
    if (window.form != Form::gathered) {
      plan.filled(n);
      continue;
    }
    const std::vector<float> filled = depths(codes, n, keys, window, side);
    // Keys at the lower end of the window have the same depth as texels without keys.
    const auto above = static_cast<std::uint64_t>(std::ranges::count_if(filled, [](float depth) { return depth > 0; }));
    const auto lowest = static_cast<std::uint64_t>(std::ranges::count_if(
        real, [&](std::uint64_t code) { return code >= window.codes.low && place_in(window, code) == 0; }));
    const std::uint64_t beyond = window.codes.end() ? count_at_least(real, *window.codes.end()) : 0;
    plan.gathered(above + lowest, count_at_least(real, window.codes.low) - beyond, beyond);
    ++log.gathers;
    log.layers = window.layers;
    log.kept_gathers += plan.window() == window;
  }
  return log;
}

CountingRules rules() {
  return {.bits_per_round = 1, .window_bits = depth_bits, .sample = side, .samples = texels / side / side};
}

TEST(SampleInterval, IsNarrowAndRarelyMissesTheElement) {
  std::uint64_t missed = 0, asked = 0, narrow = 0, all = 0;
  for (const auto& draw : {uniform, steep}) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const Codes codes = codes_with(texels, draw, seed), drawn = samples(codes, texels, keys, side);
      Codes sorted = codes;
      std::ranges::sort(sorted, std::greater{});
      for (const std::uint64_t k : {std::uint64_t{1}, std::uint64_t{100}, texels / 2, texels - 7}) {
        Aim aim({0, 32}, 8, drawn.size(), texels, {k});
        while (const auto threshold = aim.next()) {
          aim.counted(count_at_least(drawn, *threshold));
          ++asked;
        }
        const Interval at = aim.interval();
        ++all;
        missed += sorted[k - 1] < at.low || sorted[k - 1] > at.last();
        narrow += aim.expected() < 0.25 * static_cast<double>(texels);
      }
    }
  }
  EXPECT_LE(missed, all / 40);
  EXPECT_GT(narrow, all * 8 / 10);
  EXPECT_LT(asked, 16 * all);
}

TEST(SampleInterval, EndsAtTheLargestEncodedKey) {
  // All keys of the sample have the largest code. The interval must end at this code, and not wrap around to 0.
  Aim aim({0, 64}, 40, 100, 1600, {3});
  while (const auto threshold = aim.next()) aim.counted(100);
  EXPECT_EQ(aim.interval().last(), ~std::uint64_t{0});
  EXPECT_EQ(aim.interval().open, 40u);
}

TEST(SelectionPlan, FindsEveryElementWhenItCountsASampleFirst) {
  std::uint64_t gathers = 0, sixteen = 0, four = 0;
  for (const auto& draw : {uniform, steep, few}) {
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
      const Codes codes = codes_with(texels - 77, draw, seed);
      Codes sorted = codes;
      std::ranges::sort(sorted, std::greater{});
      for (const std::uint64_t k :
           {std::uint64_t{1}, std::uint64_t{40}, std::uint64_t{1000}, texels / 2, codes.size()}) {
        SelectionPlan plan(codes.size(), {k}, {0, 32}, rules());
        const AimLog log = carry_out(plan, codes);
        EXPECT_EQ(plan.search().elements()[0].at, (Interval{sorted[k - 1], 0})) << "k " << k << ", seed " << seed;
        gathers += log.kept_gathers;
        sixteen += log.kept_gathers > 0 && log.layers == 16;
        four += log.kept_gathers > 0 && log.layers == 4;
      }
    }
  }
  EXPECT_GT(gathers, 30u);
  EXPECT_GT(sixteen, 0u);
  EXPECT_GT(four, 0u);
}

TEST(SelectionPlan, CountsAllKeysWhenTheIntervalOfTheSampleMisses) {
  // All small keys are in the sample, so that the interval contains none of the other keys.
  const gpu::Extent blocks{keys.width / side, keys.height / side};
  Codes places(texels);
  for (std::uint64_t i = 0; i < texels; ++i) places[i] = i;
  const Codes drawn = samples(places, texels, keys, side);
  Codes codes(texels);
  std::mt19937_64 random(1);
  for (std::uint64_t& code : codes) code = 0x8000'0000 + (random() >> 34);
  for (const std::uint64_t at : drawn) codes[at] = random() >> 36;
  Codes sorted = codes;
  std::ranges::sort(sorted, std::greater{});
  for (const std::uint64_t k : {std::uint64_t{10}, texels / 2}) {
    SelectionPlan plan(texels, {k}, {0, 32}, rules());
    const AimLog log = carry_out(plan, codes);
    EXPECT_EQ(plan.search().elements()[0].at, (Interval{sorted[k - 1], 0}));
    EXPECT_GT(log.sample_counts, 0u);
    EXPECT_GE(log.whole_counts, 24u);
  }
  EXPECT_EQ(drawn.size(), std::uint64_t{blocks.width} * blocks.height);
}

TEST(SelectionPlan, CountsCandidatesInPlaceWhenOneBlockHasTooMany) {
  // The hundred largest keys are adjacent, so that one block has too many candidates.
  Codes codes = codes_with(texels, uniform, 5);
  for (std::uint64_t i = 0; i < 100; ++i) codes[i / 10 * keys.width + i % 10] = 0xFFFF'FE00 + 3 * i;
  SelectionPlan plan(texels, {50}, {0, 32}, rules());
  const AimLog log = carry_out(plan, codes);
  EXPECT_EQ(plan.search().elements()[0].at, (Interval{0xFFFF'FE00 + 3 * 50, 0}));
  EXPECT_GT(log.gathers, log.kept_gathers);
}

}  // namespace
}  // namespace texelsort::algorithms
