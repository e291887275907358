#include "compute/algorithms/networks/quad_groups.h"

#include <gtest/gtest.h>

#include "compute/network/generators.h"

namespace texelsort::algorithms {
namespace {

/// What the fragment of texel (x, y) in rectangle k of a group computes: the interpolant at its centre, rounded down.
glm::ivec2 partner_of(const QuadGroup& group, std::uint32_t k, glm::ivec2 texel) {
  const glm::ivec2 from_corner =
      group.partner_sign * texel + group.partner_shift + static_cast<int>(k) * group.partner_stride;
  // A mirrored axis counts from the far corner: at the centre t + 1/2 it gives shift - t - 1/2, whose floor is shift -
  // t - 1.
  return {group.partner_sign.x < 0 ? from_corner.x - 1 : from_corner.x,
          group.partner_sign.y < 0 ? from_corner.y - 1 : from_corner.y};
}

class QuadGroups : public ::testing::TestWithParam<std::uint32_t> {};

/// Every texel is drawn exactly once, in the role and with the partner that the network gives it.
TEST_P(QuadGroups, CoverEveryTexelOnceWithTheNetworksPartner) {
  const std::uint32_t width = GetParam();
  for (std::uint32_t height = 1; height <= 21; ++height) {
    const std::uint64_t texels = std::uint64_t{width} * height;
    for (const network::Stage& stage : network::bitonic(texels).stages) {
      for (const network::Step& step : stage.steps) {
        const auto groups = group_quads(step.patterns.front(), {width, height});
        ASSERT_TRUE(groups);
        std::vector<int> drawn(texels, 0);
        for (const QuadGroup& group : *groups) {
          for (std::uint32_t k = 0; k < group.count; ++k) {
            for (std::uint32_t dy = 0; dy < group.first.height; ++dy) {
              for (std::uint32_t dx = 0; dx < group.first.width; ++dx) {
                const glm::ivec2 texel =
                    glm::ivec2(static_cast<int>(group.first.x + dx), static_cast<int>(group.first.y + dy)) +
                    static_cast<int>(k) * group.stride;
                ASSERT_LT(texel.x, static_cast<int>(width));
                ASSERT_LT(texel.y, static_cast<int>(height));
                const std::uint64_t i =
                    static_cast<std::uint64_t>(texel.y) * width + static_cast<std::uint64_t>(texel.x);
                ++drawn[i];
                const auto comparator = network::comparator_at(step, i, texels);
                if (group.role == Role::keep) {
                  ASSERT_FALSE(comparator) << i;
                  ASSERT_EQ(partner_of(group, k, texel), texel);
                  continue;
                }
                ASSERT_TRUE(comparator) << i << " of " << width << " x " << height;
                const bool low = comparator->low == i;
                ASSERT_EQ(group.role, low ? Role::minimum : Role::maximum);
                const std::uint64_t partner = low ? comparator->high : comparator->low;
                ASSERT_EQ(partner_of(group, k, texel),
                          glm::ivec2(static_cast<int>(partner % width), static_cast<int>(partner / width)));
              }
            }
          }
        }
        for (std::uint64_t i = 0; i < texels; ++i) ASSERT_EQ(drawn[i], 1) << i;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Widths, QuadGroups, ::testing::Values(1, 2, 4, 8, 16, 32));

TEST(QuadGroups, LeavesIrregularPatternsToTheDecidingQuad) {
  EXPECT_FALSE(group_quads({.first = 1, .period = 2, .length = 1, .distance = 1, .mirrored = false}, {8, 8}));
  EXPECT_FALSE(group_quads({.first = 0, .period = 8, .length = 3, .distance = 4, .mirrored = false}, {8, 8}));
}

}  // namespace
}  // namespace texelsort::algorithms
