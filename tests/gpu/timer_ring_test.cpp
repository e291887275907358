#include "compute/gpu/timer_ring.h"

#include <chrono>
#include <numeric>

#include <gtest/gtest.h>

#include "compute/data/error.h"
#include "compute/gpu/executor.h"
#include "tests/support/gl.h"

namespace texelsort::gpu {
namespace {

using Milliseconds = std::chrono::duration<double, std::milli>;

TEST(TimerRing, ReturnsEveryTimedSpanOnceInOrder) {
  TEXELSORT_NEED_GL();
  TimerRing ring;
  EXPECT_TRUE(ring.take().empty());
  for (int i = 0; i < 3; ++i) {
    ring.begin();
    ring.end();
  }
  EXPECT_EQ(ring.take().size(), 3u);
  EXPECT_TRUE(ring.take().empty());
}

/// The sum of consecutive time spans must not exceed the wall time from the start of the first to the end of the last.
TEST(TimerRing, MeasuresSpansThatAddUpToAtMostTheWallTime) {
  TEXELSORT_NEED_GL();
  Buffer from(1 << 20, "from"), to(1 << 20, "to");
  Executor& executor = test_device().executor();
  TimerRing ring;
  executor.wait();
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < 50; ++i) {  // more spans than the ring has queries, so that it reuses finished queries
    ring.begin();
    to.copy_from(from, 0, 1 << 20);
    ring.end();
  }
  executor.wait();
  const double around = Milliseconds(std::chrono::steady_clock::now() - start).count();
  const std::vector<double> times = ring.take();
  ASSERT_EQ(times.size(), 50u);
  for (const double time : times) EXPECT_GE(time, 0.0);
  EXPECT_LE(std::accumulate(times.begin(), times.end(), 0.0), 1.05 * around);
}

TEST(TimerRing, RejectsASpanThatEndsBeforeItStarts) {
  EXPECT_EQ(span_ms(1'795'955'702'802'781'248, 1'795'955'702'802'781'248), 0.0);
  EXPECT_EQ(span_ms(1'795'955'702'802'781'248, 1'795'955'702'804'281'248), 1.5);
  EXPECT_THROW(span_ms(1'795'955'702'802'781'248, 0), UnavailableError) << "this was a time of 5 centuries";
}

TEST(TimerRing, CanBeDestroyedWhileSpansArePending) {
  TEXELSORT_NEED_GL();
  {
    TimerRing ring;
    ring.begin();
    ring.end();
  }
  test_device().check_errors("after the ring");
}

}  // namespace
}  // namespace texelsort::gpu
