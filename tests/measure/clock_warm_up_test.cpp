#include "compute/measure/clock_warm_up.h"

#include <gtest/gtest.h>

namespace texelsort::measure {
namespace {

using namespace std::chrono_literals;

TEST(GpuRest, IsLongBeforeTheFirstWorkAndAfterATenthOfASecond) {
  GpuRest rest;
  const GpuRest::Time start{1h};
  EXPECT_TRUE(rest.is_long(start));
  rest.worked(start);
  EXPECT_FALSE(rest.is_long(start + 100ms));
  EXPECT_TRUE(rest.is_long(start + 101ms));
}

/// Two programs that measure in turns would otherwise make each other warm up for 300 ms before every sample.
TEST(GpuRest, IsShortIfAnotherProgramHasUsedTheGpuMeanwhile) {
  GpuRest rest;
  const GpuRest::Time start{1h};
  rest.worked_elsewhere(start);
  EXPECT_TRUE(rest.is_long(start)) << "this program has not raised the clock yet";
  rest.worked(start);
  rest.worked_elsewhere(start + 300ms);
  EXPECT_FALSE(rest.is_long(start + 310ms));
}

}  // namespace
}  // namespace texelsort::measure
