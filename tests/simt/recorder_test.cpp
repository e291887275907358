#include "compute/simt/recorder.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "compute/data/error.h"
#include "compute/simt/arrays.h"
#include "compute/simt/traffic.h"
#include "tests/simt/kernels.h"

namespace texelsort::simt {
namespace {

/// Array of `count` zeros with the name "numbers".
struct Zeros {
  explicit Zeros(std::size_t count) : memory(allocate(count * sizeof(unsigned), "numbers")) {
    std::fill_n(data(), count, 0u);
  }
  ~Zeros() { release(memory); }
  Zeros(const Zeros&) = delete;
  Zeros& operator=(const Zeros&) = delete;
  unsigned* data() const { return reinterpret_cast<unsigned*>(memory); }
  std::byte* memory;
};

template <typename Launch>
Recording record(const Recorder::Wanted& wanted, const Launch& launch) {
  Recorder recorder(wanted);
  launch();
  return recorder.take();
}

TEST(KernelRecorder, ListsTheEventsOfEachThreadInOrder) {
  const Zeros numbers(64);
  const Recording recording = record({}, [&] { reverse(numbers.data(), 64, true); });
  ASSERT_EQ(recording.launches.size(), 1u);
  EXPECT_EQ(recording.launches[0].kernel, "reverse");
  EXPECT_EQ(recording.arrays, std::vector<std::string>{"numbers"});
  EXPECT_FALSE(recording.cut);
  ASSERT_EQ(recording.threads.size(), 64u);
  using Kind = Event::Kind;
  for (unsigned thread = 0; thread < 64; ++thread) {
    std::vector<Kind> kinds;
    for (const Event& event : recording.threads[thread]) kinds.push_back(event.kind);
    ASSERT_EQ(kinds, (std::vector{Kind::read, Kind::write, Kind::barrier, Kind::read, Kind::write})) << thread;
    const auto& events = recording.threads[thread];
    EXPECT_EQ(events[0].array, 0u);
    EXPECT_EQ(events[0].offset, 4 * thread);
    EXPECT_EQ(events[1].array, Event::in_shared);
    EXPECT_EQ(events[3].offset - recording.threads[0][1].offset, 4 * (63 - thread));
    EXPECT_EQ(events[4].bytes, 4u);
  }
  for (const std::string& place : recording.places) EXPECT_NE(place.find("kernels.cpp:1"), std::string::npos) << place;
}

TEST(KernelRecorder, RecordsAccessesToWatchedWordsInEveryLaunch) {
  const Zeros numbers(64);
  const Recorder::Wanted wanted{.launch = 9, .watched_array = "numbers", .watched_offsets = {4 * 5}};
  const Recording recording = record(wanted, [&] {
    reverse(numbers.data(), 64, true);
    reverse(numbers.data(), 64, true);
  });
  EXPECT_TRUE(recording.threads.empty()) << "no launch is recorded";
  using Kind = Event::Kind;
  ASSERT_EQ(recording.touches.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(recording.touches[i].launch, i / 2);
    EXPECT_EQ(recording.touches[i].thread, 5u);
    EXPECT_EQ(recording.touches[i].kind, i % 2 == 0 ? Kind::read : Kind::write);
  }
}

TEST(KernelRecorder, RecordsTheRequestedLaunchAndThreadBlock) {
  const Zeros numbers(128);
  const auto launches = [&] {
    reverse(numbers.data(), 64, true);
    branch(numbers.data());
  };
  const Recording second = record({.launch = 1, .block = 1}, launches);
  EXPECT_EQ(second.launches.size(), 2u);
  EXPECT_EQ(second.launches[1].kernel, "branch");
  EXPECT_EQ(second.launches[1].blocks, 2u);
  EXPECT_EQ(second.block, 1u);
  EXPECT_FALSE(second.threads.front().empty());
  EXPECT_EQ(record({.launch = 1, .block = 9}, launches).block, 1u);
  EXPECT_TRUE(record({.launch = 2}, launches).threads.empty());
}

TEST(KernelRecorder, ReportsWhenItReachesItsLimitOfEvents) {
  const Zeros numbers(64);
  const Recording recording = record({.most_events = 10}, [&] { reverse(numbers.data(), 64, true); });
  EXPECT_TRUE(recording.cut);
  std::size_t events = 0;
  for (const auto& thread : recording.threads) events += thread.size();
  EXPECT_EQ(events, 10u);
}

TEST(KernelRecorder, AllowsOnlyOneRecorderAtATime) {
  const Recorder recorder({});
  EXPECT_THROW(Recorder({}), InternalError);
}

TEST(KernelRecorder, ShowsIdleLanesOfADivergentBranch) {
  const Zeros numbers(128);
  const Recording recording = record({}, [&] { branch(numbers.data()); });
  const auto warps = align_warps(recording);
  ASSERT_EQ(warps.size(), 2u);
  std::vector<std::uint32_t> lanes;
  for (const Instruction& one : warps[1].instructions) lanes.push_back(one.lanes);
  // Expected lane masks: every fourth lane reads and writes, all lanes wait at the barrier, and all lanes write.
  EXPECT_EQ(lanes, (std::vector<std::uint32_t>{0x1111'1111, 0x1111'1111, ~0u, ~0u}));
  EXPECT_DOUBLE_EQ(warps[1].idle_share(), 48.0 / 128);
}

TEST(KernelRecorder, CountsMemoryTrafficByTheStride) {
  const Zeros numbers(32 * 64);
  for (const unsigned stride : {1u, 2u, 32u, 33u}) {
    const Recording recording = record({}, [&] { strided(numbers.data(), stride); });
    const auto lines = traffic_by_line(recording, align_warps(recording));
    ASSERT_EQ(lines.size(), 2u) << stride;
    const auto shared = std::ranges::find(lines, true, &LineTraffic::in_shared);
    const auto array = std::ranges::find(lines, false, &LineTraffic::in_shared);
    EXPECT_EQ(shared->units, stride == 33 ? 1 : stride) << stride;
    EXPECT_EQ(shared->least, 1u);
    EXPECT_TRUE(shared->writes);
    EXPECT_EQ(array->units, std::min(4 * stride, 32u)) << stride;
    EXPECT_EQ(array->least, 4u);
    EXPECT_EQ(array->instructions, 1u);
    EXPECT_GE(lines[0].wasted(), lines[1].wasted());
  }
}

}  // namespace
}  // namespace texelsort::simt
