#include "compute/data/mix.h"

#include <gtest/gtest.h>

namespace texelsort::data {
namespace {

/// The first numbers of java.util.SplittableRandom and of Vigna's splitmix64.c from the state 0.
TEST(SplitMix, GivesThePublishedNumbersOfSplitmix64) {
  EXPECT_EQ(split_mix(0), 0xE220A8397B1DCDAFu);
  EXPECT_EQ(split_mix(golden_gamma), 0x6E789E6AA1B965F4u);
  EXPECT_EQ(split_mix(2 * golden_gamma), 0x06C45D188009454Fu);
}

}  // namespace
}  // namespace texelsort::data
