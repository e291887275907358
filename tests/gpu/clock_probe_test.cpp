#include <gtest/gtest.h>

#include "compute/gpu/probes.h"
#include "tests/support/gl.h"

namespace texelsort::gpu {
namespace {

TEST(ClockProbe, UsesTheWallClockForSoftwareRenderers) {
  TEXELSORT_NEED_GL();
  if (!test_device().info().software) GTEST_SKIP() << "no software renderer";
  const ClockChoice choice = probe_clock(test_device());
  EXPECT_EQ(choice.clock, Clock::fenced_wall);
  EXPECT_NE(choice.reason.find("software"), std::string::npos) << choice.reason;
}

/// A device's time stamps are trusted only if three samples agree with the wall clock. A second probe must choose the
/// same clock, unless the machine is too busy to decide. The stated reason then contains measured figures.
TEST(ClockProbe, ExplainsItsChoiceByMeasuredNumbers) {
  TEXELSORT_NEED_GL();
  if (test_device().info().software) GTEST_SKIP() << "a software renderer";
  const ClockChoice choice = probe_clock(test_device());
  if (choice.clock == Clock::gl_timestamp) {
    EXPECT_NE(choice.reason.find("ratio"), std::string::npos) << choice.reason;
  } else {
    EXPECT_NE(choice.reason.find_first_of("0123456789"), std::string::npos) << choice.reason;
  }
}

TEST(ClockProbe, ChoosesTheClockThatTheDeviceReports) {
  TEXELSORT_NEED_GL();
  const DeviceInfo& info = test_device().info();
  EXPECT_TRUE(info.clock == Clock::gl_timestamp || info.clock == Clock::fenced_wall);
  if (info.software) {
    EXPECT_EQ(info.clock_reason, probe_clock(test_device()).reason);
  }
}

}  // namespace
}  // namespace texelsort::gpu
