#include "compute/algorithms/networks/quad_groups.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "compute/algorithms/primitives/step_schedule.h"
#include "compute/network/generators.h"

namespace texelsort::algorithms {
namespace {

glm::ivec2 texel_of(std::uint64_t place, gpu::Extent extent) {
  return {static_cast<int>(place % extent.width), static_cast<int>(place / extent.width)};
}

/// Returns the partner that a fragment computes for its texel in rectangle `k` of a group. The fragment rounds down the
/// coordinate that is interpolated at the texel's centre.
glm::ivec2 partner_of(const QuadGroup& group, std::uint32_t k, glm::ivec2 texel) {
  const glm::ivec2 sign(group.x.partner_sign, group.y.partner_sign);
  const glm::ivec2 shift(group.x.partner_shift, group.y.partner_shift);
  const glm::ivec2 from_corner = sign * texel + shift + (1 - sign) * offset(group, k);
  // A mirrored axis counts from the opposite corner. At a texel's centre t + 1/2, the coordinate is shift - t - 1/2,
  // and its floor is shift - t - 1.
  return {sign.x < 0 ? from_corner.x - 1 : from_corner.x, sign.y < 0 ? from_corner.y - 1 : from_corner.y};
}

/// Calls visit(group, k, texel) for every texel of every rectangle.
template <typename Visit>
void for_each_texel(const std::vector<QuadGroup>& groups, Visit visit) {
  for (const QuadGroup& group : groups) {
    for (std::uint32_t k = 0; k < group.quads(); ++k) {
      for (int dy = 0; dy < group.y.size; ++dy) {
        for (int dx = 0; dx < group.x.size; ++dx) {
          const glm::ivec2 in_first(group.x.start + dx, group.y.start + dy);
          visit(group, k, in_first + offset(group, k));
        }
      }
    }
  }
}

/// Checks that every texel from row `first_row` on is drawn exactly once, with the role and the partner that the
/// network defines.
void expect_the_step(const network::Step& step, gpu::Extent extent, std::uint64_t n, std::uint32_t first_row = 0) {
  const std::uint64_t texels = std::uint64_t{extent.width} * extent.height;
  const auto groups = group_quads(step.patterns.front(), extent, n, first_row);
  ASSERT_TRUE(groups);
  // Texels after the keys hold the largest value. Comparators of one direction may include these texels, but reversed
  // comparators may not.
  const std::uint64_t places = network::one_way(step) ? texels : n;
  std::vector<int> drawn(texels, 0);
  for_each_texel(*groups, [&](const QuadGroup& group, std::uint32_t k, glm::ivec2 texel) {
    ASSERT_TRUE(texel.x >= 0 && texel.x < static_cast<int>(extent.width));
    ASSERT_TRUE(texel.y >= static_cast<int>(first_row) && texel.y < static_cast<int>(extent.height));
    const std::uint64_t i = static_cast<std::uint64_t>(texel.y) * extent.width + static_cast<std::uint64_t>(texel.x);
    ++drawn[i];
    const auto comparator = network::comparator_at(step, i, places);
    if (!comparator) {
      ASSERT_EQ(group.role, Role::keep) << i;
      ASSERT_EQ(partner_of(group, k, texel), texel);
      return;
    }
    const bool low = comparator->low == i;
    ASSERT_EQ(group.role, low != comparator->reversed ? Role::minimum : Role::maximum) << i;
    ASSERT_EQ(partner_of(group, k, texel), texel_of(low ? comparator->high : comparator->low, extent)) << i;
  });
  for (std::uint64_t i = 0; i < texels; ++i) ASSERT_EQ(drawn[i], i >= first_row * extent.width ? 1 : 0) << i;
}

class QuadGroupsOfNetworks : public ::testing::TestWithParam<std::string> {};

TEST_P(QuadGroupsOfNetworks, DrawEveryTexelOnceWithItsPartnerInTheNetwork) {
  const network::Family& family = network::find_family(GetParam());
  for (const std::uint32_t width : {1, 2, 4, 8, 16, 32}) {
    for (std::uint32_t height = 1; height <= 21; ++height) {
      for (const std::uint32_t spare : std::set<std::uint32_t>{0, 1, width / 4, width / 2, width - 1}) {
        const std::uint64_t n = std::uint64_t{width} * height - spare;
        if (spare >= width || n == 0) continue;
        const Schedule schedule(family.generate(n));
        std::vector<network::Pattern> seen;
        for (const NetworkPass& pass : schedule.passes) {
          const network::Step& step = *pass.steps.front();
          if (std::ranges::find(seen, step.patterns.front()) != seen.end()) continue;
          seen.push_back(step.patterns.front());
          expect_the_step(step, {width, height}, n);
          ASSERT_FALSE(::testing::Test::HasFailure())
              << pass.header.stage << ", " << pass.header.label << " of " << n << " on " << width << " x " << height;
        }
      }
    }
  }
}

/// The number of draws per step depends only on a few cases of a texel's neighbourhood, not on the number of positions.
TEST_P(QuadGroupsOfNetworks, NeedAtMost28DrawsPerStep) {
  const network::Family& family = network::find_family(GetParam());
  for (const std::uint64_t n : {1024, 3000, 4096, 5461, 16384}) {
    const std::uint32_t width = 64;
    const gpu::Extent extent{width, static_cast<std::uint32_t>((n + width - 1) / width)};
    for (const NetworkPass& pass : Schedule(family.generate(n)).passes) {
      const auto groups = group_quads(*pass.steps.front(), extent, n);
      ASSERT_TRUE(groups);
      EXPECT_LE(groups->size(), 28u) << pass.header.stage << ", " << pass.header.label << " of " << n;
      if (pass.header.index > 300) break;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Networks, QuadGroupsOfNetworks,
                         ::testing::Values("bitonic", "bitonic-alternating", "odd-even-merge", "odd-even-transposition",
                                           "periodic-balanced", "pairwise"),
                         [](const auto& info) {
                           std::string letters = info.param;
                           std::erase(letters, '-');
                           return letters;
                         });

TEST(QuadGrouping, DrawsAStepInATextureWithAPartialLastRow) {
  network::Step directed{"", {{.first = 0, .period = 16, .length = 8, .distance = 8, .flip = 0xf0}}, {}};
  expect_the_step(directed, {4, 11}, 42, 8);
  network::Step within_rows{"", {{.first = 0, .period = 4, .length = 2, .distance = 2, .flip = 0xfc}}, {}};
  expect_the_step(within_rows, {8, 6}, 45, 5);
}

/// Steps that reverse blocks may have comparators of both directions, and may end in a row that the keys do not fill.
TEST(QuadGrouping, ExcludesTexelsWithoutKeysWhenAStepReversesBlocks) {
  for (const std::uint64_t flip : {0u, 32u, 96u}) {
    for (const std::uint64_t n : {29, 32, 50, 63, 64, 101}) {
      network::Step step{"", {{0, 32, 16, 31, true, 0, flip, true}}, {}};
      expect_the_step(step, {8, static_cast<std::uint32_t>((n + 7) / 8)}, n);
      step.patterns.front() = {0, 8, 4, 7, true, 0, flip, true};
      expect_the_step(step, {8, static_cast<std::uint32_t>((n + 7) / 8)}, n);
    }
  }
}

TEST(QuadGrouping, DirectsTheMinimumToPositionsWithAnEvenNumberOfOneBits) {
  const network::Pattern pattern{.first = 0, .period = 2, .length = 1, .distance = 1, .flip = 0xe};
  std::set<int> columns;
  const auto groups = group_quads(pattern, {16, 1}, 16);
  ASSERT_TRUE(groups);
  EXPECT_EQ(groups->size(), 4u);
  for_each_texel(*groups, [&columns](const QuadGroup& group, std::uint32_t, glm::ivec2 texel) {
    if (group.role == Role::minimum && texel.x % 2 == 0) columns.insert(texel.x / 2);
  });
  EXPECT_EQ(columns, (std::set<int>{0, 3, 5, 6}));
}

TEST(QuadGrouping, RejectsIrregularPatterns) {
  // The periods of these patterns do not divide a row, and are no multiple of a row.
  EXPECT_FALSE(group_quads({.first = 0, .period = 16, .length = 3, .distance = 4, .mirrored = false}, {8, 8}, 64));
  EXPECT_FALSE(group_quads({.first = 5, .period = 8, .length = 4, .distance = 4, .mirrored = false}, {8, 8}, 64));
  // Some directed comparators of this pattern continue in the next row.
  EXPECT_FALSE(group_quads({.first = 1, .period = 2, .length = 1, .distance = 1, .flip = 2}, {8, 8}, 64));
  // A step with two patterns is irregular.
  EXPECT_FALSE(group_quads(network::Step{"", {{0, 4, 1, 1}, {2, 4, 1, 1}}, {}}, {8, 8}, 64));
}

}  // namespace
}  // namespace texelsort::algorithms
