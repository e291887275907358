#include "compute/gpu/depth_reading.h"

#include <array>

#include <gtest/gtest.h>

#include "compute/gpu/executor.h"
#include "tests/support/gl.h"

namespace texelsort::gpu {
namespace {

// Not every device can read depths back. A shader therefore copies the bits of the depths into a colour texture.
TEST(DepthCopiedToColour, EqualsTheDepthsThatAreReadDirectly) {
  TEXELSORT_NEED_GL();
  constexpr Extent extent{5, 3};
  constexpr Rect whole{0, 0, extent.width, extent.height};
  std::array<float, 15> depths{};
  for (std::size_t i = 0; i < depths.size(); ++i) depths[i] = static_cast<float>(i) / 16777216.0f + 0.25f;
  Texture texture(extent, TexelFormat::depth32f, "depths");
  texture.write(whole, std::as_bytes(std::span(depths)));
  std::array<float, 15> read{}, drawn{};
  texture.read(whole, std::as_writable_bytes(std::span(read)));
  depth_as_colour(texture).read(whole, std::as_writable_bytes(std::span(drawn)));
  EXPECT_EQ(read, depths);
  EXPECT_EQ(drawn, depths);
  test_device().check_errors("reading depths");
}

}  // namespace
}  // namespace texelsort::gpu
