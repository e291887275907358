#include <optional>
#include <vector>

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

/// A busy host lengthens single readings. In contrast, wrong timestamps are wrong in most readings.
TEST(ClockProbe, TrustsTimestampsDespiteSingleDisturbedReadings) {
  const ClockReading good{{0.01, 4, 0.01}, 4.1}, disturbed{{0.01, 4, 0.01}, 5}, wrong{{4, 0.01, 0.01}, 4.1};
  ASSERT_TRUE(good.credible());
  ASSERT_FALSE(disturbed.credible());
  ASSERT_FALSE(wrong.credible());
  const auto verdict = [](std::vector<ClockReading> readings) { return trusts_timestamps(readings); };
  EXPECT_EQ(verdict({good, good}), std::nullopt);
  EXPECT_EQ(verdict({good, good, good}), true);
  EXPECT_EQ(verdict({wrong, wrong, wrong}), false);
  EXPECT_EQ(verdict({good, disturbed, good}), std::nullopt);
  EXPECT_EQ(verdict({good, disturbed, good, good, good, disturbed, good, disturbed}), std::nullopt);
  EXPECT_EQ(verdict({good, disturbed, good, good, good, disturbed, good, disturbed, good}), true);
  EXPECT_EQ(verdict({good, wrong, wrong, good, good, wrong, good, wrong, good}), false);
}

/// The stated reason contains measured figures.
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
