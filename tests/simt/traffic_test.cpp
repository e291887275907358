#include "compute/simt/traffic.h"

#include <bit>
#include <utility>

#include <gtest/gtest.h>

namespace texelsort::simt {
namespace {

/// Returns accesses of a warp: lane i accesses `bytes` bytes at element first + i * stride.
std::vector<Touch> strided_touches(std::uint64_t stride, std::uint32_t bytes = 4, std::uint64_t first = 0) {
  std::vector<Touch> touches;
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    touches.push_back({lane, Event::in_shared, first + lane * stride * bytes, bytes});
  }
  return touches;
}

TEST(MemorySectorCount, GrowsWithTheStride) {
  const auto touched = [](std::uint64_t stride) { return count_sectors(strided_touches(stride)).touched; };
  EXPECT_EQ(touched(1), 4u);
  EXPECT_EQ(touched(2), 8u);
  EXPECT_EQ(touched(4), 16u);
  EXPECT_EQ(touched(8), 32u);
  EXPECT_EQ(touched(32), 32u);
  for (const std::uint64_t stride : {1, 2, 32}) EXPECT_EQ(count_sectors(strided_touches(stride)).least, 4u);
}

TEST(MemorySectorCount, GrowsByOneWhenAWarpBeginsInsideASector) {
  const SectorCount count = count_sectors(strided_touches(1, 4, 4));
  EXPECT_EQ(count.touched, 5u);
  EXPECT_EQ(count.least, 4u);
}

TEST(MemorySectorCount, DependsOnTheBytesThatEachLaneAccesses) {
  EXPECT_EQ(count_sectors(strided_touches(0)).touched, 1u);
  EXPECT_EQ(count_sectors(strided_touches(0)).least, 1u);
  EXPECT_EQ(count_sectors(strided_touches(1, 8)).touched, 8u);
  EXPECT_EQ(count_sectors(strided_touches(1, 16)).touched, 16u);
  EXPECT_EQ(count_sectors(strided_touches(1, 1)).touched, 1u);
}

TEST(MemorySectorCount, CountsEachArraySeparately) {
  const std::vector<Touch> touches{{0, 0, 0, 4}, {1, 1, 0, 4}};
  EXPECT_EQ(count_sectors(touches).touched, 2u);
  EXPECT_EQ(count_sectors(touches).least, 2u);
}

TEST(SharedMemoryBankCount, CountsBankConflictsByTheStride) {
  const auto wavefronts = [](std::uint64_t stride) { return count_banks(strided_touches(stride), false).wavefronts; };
  EXPECT_EQ(wavefronts(1), 1u);
  EXPECT_EQ(wavefronts(2), 2u);
  EXPECT_EQ(wavefronts(3), 1u);
  EXPECT_EQ(wavefronts(8), 8u);
  EXPECT_EQ(wavefronts(32), 32u);
  EXPECT_EQ(wavefronts(33), 1u);  // rows of 32 words and one word of padding have no bank conflicts
}

TEST(SharedMemoryBankCount, CountsOneWavefrontWhenAllLanesReadOneWord) {
  const BankCount read = count_banks(strided_touches(0), false);
  EXPECT_EQ(read.wavefronts, 1u);
  EXPECT_EQ(read.words[0], 1u);
  // Writes of several lanes to the same word are serialised, unlike reads.
  EXPECT_EQ(count_banks(strided_touches(0), true).wavefronts, 32u);
}

TEST(SharedMemoryBankCount, DividesWideAccessesIntoHalvesOrQuartersOfAWarp) {
  const BankCount halves = count_banks(strided_touches(1, 8), false);
  EXPECT_EQ(halves.wavefronts, 2u);
  EXPECT_EQ(halves.least, 2u);
  const BankCount quarters = count_banks(strided_touches(1, 16), false);
  EXPECT_EQ(quarters.wavefronts, 4u);
  EXPECT_EQ(quarters.least, 4u);
  EXPECT_EQ(count_banks(strided_touches(2, 8), false).wavefronts, 4u);
}

TEST(SharedMemoryBankCount, ListsTheNumberOfWordsPerBank) {
  const BankCount count = count_banks(strided_touches(2), false);
  for (unsigned bank = 0; bank < banks; ++bank) EXPECT_EQ(count.words[bank], bank % 2 == 0 ? 2u : 0u) << bank;
}

/// Returns a recording of threads that read at these code positions. At the positions `barrier` and `call`, a thread
/// waits or executes a warp operation instead.
constexpr std::uint32_t barrier = 100, call = 101;
Recording recording_of(const std::vector<std::vector<std::uint32_t>>& codes) {
  Recording recording;
  for (const auto& thread : codes) {
    std::vector<Event> events;
    for (const std::uint32_t code : thread) {
      Event event{.code = code, .bytes = 4};
      if (code == barrier) event = {.kind = Event::Kind::barrier, .code = code};
      if (code == call) event = {.kind = Event::Kind::warp_call, .code = code};
      events.push_back(event);
    }
    recording.threads.push_back(std::move(events));
  }
  recording.places.assign(102, "kernel.cuh:1");
  return recording;
}

/// Code position and lane mask of each instruction of the first warp.
using Columns = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
Columns columns_of(const std::vector<std::vector<std::uint32_t>>& codes) {
  Columns columns;
  const auto warps = align_warps(recording_of(codes));
  for (const Instruction& one : warps.front().instructions) {
    columns.emplace_back(one.code, one.lanes);
  }
  return columns;
}

TEST(WarpTimeline, HasNoGapsWhenAllLanesExecuteTheSame) {
  EXPECT_EQ(columns_of({{1, 2, barrier, 3}, {1, 2, barrier, 3}}), (Columns{{1, 3}, {2, 3}, {barrier, 3}, {3, 3}}));
}

TEST(WarpTimeline, ShowsBothSidesOfABranchOneAfterTheOther) {
  EXPECT_EQ(columns_of({{1, 2, 4}, {1, 3, 4}}), (Columns{{1, 3}, {2, 1}, {3, 2}, {4, 3}}));
}

TEST(WarpTimeline, ShowsALaneThatWaitsWhenItLeavesALoopFirst) {
  EXPECT_EQ(columns_of({{1, 1, 1, 2}, {1, 2}}), (Columns{{1, 3}, {1, 1}, {1, 1}, {2, 3}}));
}

TEST(WarpTimeline, CountsExecutionsFromTheLastWarpOperation) {
  // The warp operation `call` restarts the count. Both lanes then execute code position 1 for the first time, although
  // one lane had executed it before.
  EXPECT_EQ(columns_of({{1, call, 1}, {call, 1}}), (Columns{{1, 1}, {call, 3}, {1, 3}}));
}

TEST(WarpTimeline, ContainsEveryEventWhenLanesTakePathsInDifferentOrders) {
  const Columns columns = columns_of({{1, 2}, {2, 1}});
  std::uint32_t executed = 0;
  for (const auto& [code, lanes] : columns) executed += static_cast<std::uint32_t>(std::popcount(lanes));
  EXPECT_EQ(executed, 4u);
}

TEST(WarpTimeline, NumbersInstructionsByTheBarriersBeforeThem) {
  const auto warps = align_warps(recording_of({{1, barrier, 2, barrier, 3}}));
  std::vector<unsigned> passed;
  for (const Instruction& one : warps.front().instructions) passed.push_back(one.barriers);
  EXPECT_EQ(passed, (std::vector<unsigned>{0, 0, 1, 1, 2}));
}

TEST(WarpTimeline, ReportsTheShareOfIdleLanes) {
  const auto warps = align_warps(recording_of({{1, 2}, {1}}));
  EXPECT_EQ(warps.front().lanes, 2u);
  EXPECT_DOUBLE_EQ(warps.front().idle_share(), 0.25);
  EXPECT_DOUBLE_EQ(WarpTimeline{}.idle_share(), 0);
}

}  // namespace
}  // namespace texelsort::simt
