#include "app/playback/block_recording.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "app/gui/window/offscreen.h"
#include "app/session/session.h"
#include "tests/app/cli_support.h"
#include "tests/app/diagram_names.h"
#include "tests/app/specs.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

using Kind = simt::Event::Kind;

const BlockRecording& recording_after(Session& session, std::uint64_t pass) {
  session.player().seek(pass);
  const BlockRecording* block = session.block_recording();
  EXPECT_NE(block, nullptr);
  return *block;
}

/// Returns the offsets of all bytes of the array `array` that threads of the block access, by kind of access.
std::map<Kind, std::set<std::uint64_t>> touched_bytes(const simt::Recording& recording, const std::string& array) {
  std::map<Kind, std::set<std::uint64_t>> bytes;
  for (const auto& thread : recording.threads) {
    for (const simt::Event& event : thread) {
      if (event.array == simt::Event::in_shared || recording.arrays[event.array] != array) continue;
      for (std::uint64_t i = 0; i < event.bytes; ++i) bytes[event.kind].insert(event.offset + i);
    }
  }
  return bytes;
}

TEST(BlockRecording, ShowsThatWarpsortSynchronisesOnlyWarps) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device(), cpu_kernels);
  session.open(uniform(1024), "merge/warpsort@cuda");
  EXPECT_TRUE(session.has_threads());
  EXPECT_EQ(session.block_recording(), nullptr) << "no pass has been made";
  const BlockRecording& block = recording_after(session, 1);
  ASSERT_EQ(block.recording.launches.size(), 1u);
  EXPECT_EQ(block.launch().kernel, "Warpsort's tiles");
  EXPECT_EQ(block.launch().threads, 128u);
  ASSERT_EQ(block.warps.size(), 4u);
  EXPECT_FALSE(block.recording.cut);
  EXPECT_DOUBLE_EQ(block.idle_share, 0);
  // Each warp sorts 128 of the 512 keys that its block sorts.
  std::set<std::uint64_t> all;
  for (std::uint64_t byte = 0; byte < 512 * 4; ++byte) all.insert(byte);
  auto bytes = touched_bytes(block.recording, "keys");
  EXPECT_EQ(bytes[Kind::read], all);
  std::uint64_t calls = 0, barriers = 0;
  for (const simt::Event& event : block.recording.threads.front()) {
    calls += event.kind == Kind::warp_call ? 1 : 0;
    barriers += event.kind == Kind::barrier ? 1 : 0;
  }
  EXPECT_GT(calls, 0u);
  EXPECT_EQ(barriers, 0u) << "a warp's lanes need no barrier of the block";
  for (const simt::LineTraffic& line : block.lines) {
    EXPECT_NE(line.place.find(".cuh:"), std::string::npos) << line.place;
    if (line.in_shared) continue;
    EXPECT_EQ(line.wasted(), 0u) << line.place << " is coalesced";
  }
}

TEST(BlockRecording, ShowsThatOnesweepCountsDigitsByAtomics) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device(), cpu_kernels);
  session.open(uniform(4096), "radix/onesweep@cuda", {{"passes", "all"}});
  const BlockRecording& block = recording_after(session, 1);
  ASSERT_FALSE(block.recording.launches.empty());
  EXPECT_EQ(block.launch().kernel, "onesweep histograms");
  std::uint64_t counted = 0, barriers = 0;
  for (const simt::Event& event : block.recording.threads.front()) {
    counted += event.kind == Kind::atomic && event.array == simt::Event::in_shared ? 1 : 0;
    barriers += event.kind == Kind::barrier ? 1 : 0;
  }
  EXPECT_GT(counted, 0u);
  EXPECT_GE(barriers, 2u) << "before counting, and before the counts are added to those of all";
  EXPECT_GT(block.lines.front().wasted(), 0u) << "digits of random keys meet in banks";
  EXPECT_TRUE(block.lines.front().in_shared);
  const auto worst = block.worst_instruction(0, block.lines.front().place);
  ASSERT_TRUE(worst);
  EXPECT_EQ(block.recording.places[block.warps[0].instructions[*worst].code], block.lines.front().place);
}

TEST(BlockRecording, DoesNotChangeTheRecordedRun) {
  TEXELSORT_NEED_GL();
  for (const char* id : {"merge/warpsort@cuda", "radix/onesweep@cuda", "quick/parallel@cuda"}) {
    Session session(&gpu::test_device(), cpu_kernels);
    std::map<std::string, std::string> overrides;
    if (id == std::string_view("radix/onesweep@cuda")) overrides["passes"] = "all";
    session.open(uniform(2000), id, overrides);
    for (std::uint64_t pass = 1; pass <= 3; ++pass) {
      session.player().seek(pass);
      if (session.player().position() < pass) break;
      const std::uint64_t revision = session.player().revision();
      const data::State before = session.player().run().read();
      ASSERT_NE(session.block_recording(), nullptr);
      EXPECT_EQ(session.player().position(), pass);
      EXPECT_EQ(session.player().revision(), revision);
      EXPECT_EQ(session.player().run().read().keys, before.keys) << id << ", pass " << pass;
    }
    session.player().seek(std::numeric_limits<std::uint64_t>::max());
    ASSERT_NE(session.player().test_result(), nullptr);
    EXPECT_TRUE(session.player().result()->holds()) << id;
  }
}

TEST(BlockRecording, ContainsTheThreadsOfTheChosenThreadBlock) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device(), cpu_kernels);
  session.open(uniform(1024), "merge/warpsort@cuda");
  session.chosen_block = {.launch = 7, .block = 1, .warp = 9, .instruction = {}};
  const BlockRecording& block = recording_after(session, 1);
  EXPECT_EQ(session.chosen_block.launch, 0u);
  EXPECT_EQ(block.recording.block, 1u);
  EXPECT_EQ(session.chosen_block.warp, 3u);
  EXPECT_EQ(*touched_bytes(block.recording, "keys")[Kind::read].begin(), 512u * 4);
  EXPECT_EQ(&block, session.block_recording()) << "kept while the same is asked for";
}

TEST(BlockRecording, ReplacesTheDiagramOfTheSortInTheWindow) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device(), cpu_kernels);
  session.open(uniform(1024), "radix/onesweep@cuda", {{"passes", "all"}});
  session.player().seek(2);
  OffscreenWindow window(gpu::test_device(), session, {1600, 900}, 1, FramePart("window"));
  window.picture();
  EXPECT_EQ(names_of_diagrams(session), std::vector<std::string>{"digits"});
  for (const char* name : {"threads", "words"}) {
    window.press(Key::letter_k);
    window.picture();
    window.picture();
    EXPECT_EQ(names_of_diagrams(session), std::vector<std::string>{name});
  }
  EXPECT_TRUE(session.chosen_block.instruction) << "words are those of an instruction";
  window.press(Key::letter_k);
  window.picture();
  EXPECT_EQ(names_of_diagrams(session), std::vector<std::string>{"digits"});
}

TEST(BlockRecording, IsUnavailableForBackendsOtherThanCuda) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device(), cpu_kernels);
  session.open(uniform(64), "bitonic/fused");
  session.player().seek(1);
  session.look.kernels = KernelView::threads;
  EXPECT_FALSE(session.has_threads());
  EXPECT_EQ(session.block_recording(), nullptr);
  const auto names = names_of_diagrams(session);
  EXPECT_EQ(std::ranges::find(names, "threads"), names.end());
}

TEST(RenderCommand, DrawsTheViewsOfThreadsAndWords) {
  TEXELSORT_NEED_GL();
  const TemporaryFolder folder;
  for (const std::string view : {"threads", "words"}) {
    const std::string file = folder / (view + ".png");
    const auto drawn = run_program({"render", "-n", "256", "-a", "merge/warpsort@cuda", "--device", "cpu-kernels",
                                    "--view", view, "--pass", "1", "-o", file});
    EXPECT_EQ(drawn.exit_code, 0) << drawn.err;
    EXPECT_GT(read_file(file).size(), 1000u) << view;
  }
}

TEST(RenderCommand, RejectsNonexistentThreadBlocksAndWarps) {
  TEXELSORT_NEED_GL();
  const TemporaryFolder folder;
  const auto render = [&](std::vector<std::string> more) {
    std::vector<std::string> words{"render",      "-n",     "1024",    "-a", "merge/warpsort@cuda", "--device",
                                   "cpu-kernels", "--view", "threads", "-o", folder / "no.png"};
    words.insert(words.end(), more.begin(), more.end());
    return run_program(words);
  };
  EXPECT_EQ(render({"--pass", "1", "--block", "1", "--warp", "3"}).exit_code, 0);
  expect_one_line_error(render({"--pass", "1", "--block", "2"}), 2, {"--block", "blocks 0 to 1"});
  expect_one_line_error(render({"--pass", "1", "--warp", "4"}), 2, {"--warp", "warps 0 to 3"});
  expect_one_line_error(render({"--pass", "1", "--launch", "0"}), 2, {"--launch", "start at 1"});
  expect_one_line_error(render({"--pass", "0", "--warp", "0"}), 2, {"--warp"});
}

}  // namespace
}  // namespace texelsort::app
