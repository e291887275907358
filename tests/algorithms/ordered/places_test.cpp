#include <gtest/gtest.h>

#include "compute/algorithms/cuda/kernels/sample_places.h"

namespace texelsort::algorithms::kernels {
namespace {

/// A segment is divided into parts of similar length, with one sample per part. The positions of samples must ascend
/// and lie in the segment.
TEST(SamplePositions, AscendAndSpreadEvenlyOverTheWholeSegment) {
  for (const std::uint64_t size : {1ull, 2ull, 99ull, 100ull, 101ull, 12'345ull, 1ull << 40}) {
    constexpr std::uint64_t samples = 100;
    const SamplePlaces place(7, 3, samples, size);
    for (std::uint64_t i = 0; i < samples; ++i) {
      EXPECT_LT(place(i), size);
      EXPECT_GE(place(i), i > 0 ? place(i - 1) : 0);
      if (size < samples) continue;
      EXPECT_GE(place(i), i * (size / samples));
      EXPECT_LT(place(i), (i + 1) * (size / samples + 1));
    }
  }
}

TEST(SamplePositions, DifferBetweenSeedsAndSegments) {
  const SamplePlaces one(1, 0, 10, 1'000'000), other(2, 0, 10, 1'000'000), next(1, 1, 10, 1'000'000);
  unsigned same = 0;
  for (std::uint64_t i = 0; i < 10; ++i) same += (one(i) == other(i)) + (one(i) == next(i));
  EXPECT_LT(same, 3u);
}

}  // namespace
}  // namespace texelsort::algorithms::kernels
