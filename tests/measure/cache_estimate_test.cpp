#include "compute/measure/cache_estimate.h"

#include <cmath>
#include <functional>
#include <random>

#include <gtest/gtest.h>

namespace texelsort::measure {
namespace {

constexpr std::uint64_t row_texels = 4096, texel_bytes = 4;

/// Returns the times of all distances below 2^23, with this relative noise.
DistanceCurve cached_curve(const std::function<double(std::uint64_t)>& ms, double noise = 0.003, std::size_t rounds = 9,
                           std::uint64_t seed = 1) {
  DistanceCurve curve;
  curve.width = row_texels;
  std::mt19937_64 random(seed);
  const auto even = [&random] { return static_cast<double>(random() >> 11) / 9007199254740992.0; };
  for (std::uint64_t distance = 1; distance < (std::uint64_t{1} << 23); distance *= 2) {
    DistancePoint& point = curve.points.emplace_back();
    point.distance = distance;
    for (std::size_t round = 0; round < rounds; ++round) {
      // The sum of three even numbers has a standard deviation of 1/2.
      point.samples_ms.push_back(ms(distance) * (1 + 2 * noise * (even() + even() + even() - 1.5)));
    }
  }
  return curve;
}

/// Returns the time on a device with blocks of 8 x 16 texels and a cache of 2^20 bytes.
double cached_ms(std::uint64_t distance) {
  const bool same_block = distance < row_texels ? distance < 8 : distance / row_texels < 16;
  const bool fits = 2 * distance * texel_bytes <= (std::uint64_t{1} << 20);
  return 1 + (same_block ? 0 : 0.1) + (fits ? 0 : 0.15);
}

TEST(CacheEstimate, FindsKnownBlockAndCacheSizes) {
  const auto all = estimate_cache(cached_curve(cached_ms), texel_bytes);
  ASSERT_EQ(all.size(), 3u);
  for (const CacheEstimate& one : all) {
    EXPECT_EQ(one.reason, "");
    ASSERT_TRUE(one.value) << name(one.parameter) << ": " << text(one);
    EXPECT_LE(one.least, *one.value);
    EXPECT_GE(one.most, *one.value);
    EXPECT_GT(one.contrast.low, 1);
    EXPECT_GE(one.contrast.high, one.contrast.estimate);
  }
  EXPECT_EQ(*all[0].value, 8u);
  EXPECT_EQ(all[0].least, 5u) << "partners 4 texels apart are in one block";
  EXPECT_EQ(all[0].most, 8u);
  EXPECT_EQ(*all[1].value, 16u);
  EXPECT_EQ(all[1].least, 9u);
  EXPECT_EQ(*all[2].value, std::uint64_t{1} << 20);
  EXPECT_LT(all[2].most, std::uint64_t{1} << 21);
  EXPECT_EQ(text(all[1]), "16 rows [9 rows to 16 rows]");
}

TEST(CacheEstimate, ShowsNothingForEqualTimes) {
  std::size_t found = 0;
  constexpr std::size_t curves = 40;
  for (std::uint64_t seed = 1; seed <= curves; ++seed) {
    for (const CacheEstimate& one :
         estimate_cache(cached_curve([](std::uint64_t) { return 1.0; }, 0.02, 7, seed), texel_bytes)) {
      EXPECT_EQ(one.reason, "");
      found += one.value.has_value();
      EXPECT_GT(one.spread, 1);
    }
  }
  EXPECT_LE(found, 3 * curves / 20);
}

TEST(CacheEstimate, ShowsNothingForTimesThatRiseGradually) {
  const auto slope = [](std::uint64_t distance) { return 1 + 0.02 * std::log2(static_cast<double>(distance)); };
  for (const CacheEstimate& one : estimate_cache(cached_curve(slope, 0.001), texel_bytes)) {
    EXPECT_FALSE(one.value) << text(one);
    EXPECT_LT(one.contrast.high, 1) << "certainly no jump";
    EXPECT_NE(text(one).find("not shown: the times differ by"), std::string::npos) << text(one);
  }
}

TEST(CacheEstimate, TellsABlockFromALaterCache) {
  const auto block = [](std::uint64_t distance) { return distance / row_texels < 16 ? 1.0 : 1.1; };
  const auto all = estimate_cache(cached_curve(block), texel_bytes);
  EXPECT_FALSE(all[0].value);
  EXPECT_EQ(all[1].value, std::uint64_t{16});
  EXPECT_FALSE(all[2].value) << "there is only one jump";
  EXPECT_LE(all[2].contrast.low, 1);
}

TEST(CacheEstimate, NeedsRowsSamplesAndDistances) {
  const auto reason = [](const DistanceCurve& curve, CacheParameter parameter) {
    const CacheEstimate estimate = estimate_cache(curve, parameter, texel_bytes);
    EXPECT_FALSE(estimate.value);
    return estimate.reason;
  };
  using enum CacheParameter;
  EXPECT_EQ(reason(cached_curve(cached_ms, 0, 5), block_width),
            "an interval needs 6 samples of each pass, and there are 5");
  DistanceCurve curve = cached_curve(cached_ms);
  curve.width = 4;
  EXPECT_EQ(reason(curve, block_width), "a jump needs 4 distances along a row, and there are 2");
  curve.width = std::uint64_t{1} << 19;
  EXPECT_EQ(reason(curve, cache_size), "a jump needs 5 distances of whole rows, and there are 4");
  curve.tile = 8;
  EXPECT_NE(reason(curve, block_height), "");
  EXPECT_NE(reason({}, block_height), "");
}

}  // namespace
}  // namespace texelsort::measure
