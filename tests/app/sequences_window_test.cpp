#include <numeric>

#include <gtest/gtest.h>

#include "app/gui/views/diagrams.h"
#include "app/gui/window/offscreen.h"
#include "app/playback/models/key_groups.h"
#include "app/playback/models/merge_state.h"
#include "tests/support/gl.h"

/// Tests of a merge in the window: its state as views read it, and its pictures.
namespace texelsort::app {
namespace {

ProblemSpec merge_of(std::uint64_t n, std::uint64_t sequences) {
  ProblemSpec spec;
  spec.n = n;
  spec.sequences = sequences;
  return spec;
}

const std::map<std::string, std::string> small_blocks{{"width", "4"}, {"mergers", "3"}};

TEST(MergeState, AssignsEachKeyToThePartThatMergesIt) {
  Session session(nullptr);
  session.open(merge_of(48, 4), "merge/multiway@cpu", small_blocks);
  ASSERT_NE(merge_state(session.player()), nullptr);
  EXPECT_EQ(merge_state(session.player())->sequences(), 4u);
  EXPECT_EQ(merge_state(session.player())->part_of(0), std::nullopt);
  EXPECT_EQ(key_groups(session.player()), nullptr);
  bool merged = false;
  while (session.player().step_forward()) {
    const MergeState& state = *merge_state(session.player());
    if (!state.split) continue;
    merged = true;
    ASSERT_EQ(key_groups(session.player())->count, 3u);
    std::vector<std::uint64_t> sizes(3);
    for (std::uint64_t place = 0; place < 48; ++place) {
      const std::uint64_t part = state.part_of(place).value();
      EXPECT_EQ(key_groups(session.player())->of_key[place], part);
      const std::uint64_t sequence = state.sequence_of(place), position = place - state.starts[sequence];
      EXPECT_GE(position, state.splitter(part, sequence));
      EXPECT_LT(position, state.splitter(part + 1, sequence));
      ++sizes[part];
    }
    EXPECT_EQ(sizes, (std::vector<std::uint64_t>{16, 16, 16}));
  }
  EXPECT_TRUE(merged);
  EXPECT_EQ(merge_state(session.player())->sequences(), 1u);
}

TEST(MergeState, ExplainsWhichBlockTheMergerLoadsNextAndWhy) {
  Session session(nullptr);
  ProblemSpec spec;
  spec.values = "1,4,6,7,2,4,8,9";
  spec.sequences = 2;
  session.open(spec, "merge/multiway@cpu", {{"width", "2"}, {"mergers", "1"}});
  // The first pass selects splitters, which is trivial for one part; the second is a step of the merge.
  session.player().seek(2);
  const MergeState& state = *merge_state(session.player());
  ASSERT_EQ(state.mergers.size(), 1u);
  const auto& merger = state.mergers.front();
  EXPECT_EQ(merger.before, (std::vector<std::uint64_t>{0, 1, 4, 5}));
  EXPECT_EQ(merger.after, (std::vector<std::uint64_t>{0, 4, 1, 5}));
  EXPECT_EQ(next_text(state, merger, session.player()),
            "A continues with 6, which comes before 8 of B: the next block comes from A");
  EXPECT_EQ(std::accumulate(state.output.begin(), state.output.begin() + 2, std::uint64_t{0}), 4u);
  EXPECT_EQ(state.put_out()[1], false);
}

TEST(MergeSession, HasSequencesOnlyForMergeAlgorithms) {
  Session session(nullptr);
  ProblemSpec spec;
  spec.n = 20;
  session.open(spec, "merge/multiway@cpu");
  EXPECT_EQ(session.sequences(), 4u);
  EXPECT_TRUE(session.command_line().starts_with("texelsort merge -d uniform -n 20 --seed 1 --sequences 4 -t u32"))
      << session.command_line();
  ASSERT_TRUE(session.change_algorithm("std/sort@cpu")) << session.message();
  EXPECT_EQ(session.sequences(), 0u);
  EXPECT_TRUE(session.command_line().starts_with("texelsort sort -d uniform -n 20 --seed 1 -t u32"))
      << session.command_line();
  ASSERT_TRUE(session.change_algorithm("merge/multiway@cpu")) << session.message();
  ProblemSpec more = session.spec();
  more.sequences = 7;
  ASSERT_TRUE(session.change_problem(more)) << session.message();
  EXPECT_EQ(session.sequences(), 7u);
}

TEST(MergeView, ShowsEachPassDifferentlyAndTheSameWhenYouGoBack) {
  TEXELSORT_NEED_GL();
  for (const char* merger : {"two-way", "four-way", "bitonic"}) {
    Session session(&gpu::test_device());
    auto parameters = small_blocks;
    parameters["merger"] = merger;
    // The bitonic merger has no parameter "width".
    if (merger == std::string_view("bitonic")) parameters.erase("width");
    session.open(merge_of(40, 5), "merge/multiway@cpu", parameters);
    OffscreenWindow window(gpu::test_device(), session, {1000, 700}, 1, FramePart("sequences"));
    std::vector<Picture> pictures{window.picture()};
    while (!session.player().at_end()) {
      window.press(Key::right);
      pictures.push_back(window.picture());
      EXPECT_NE(pictures.back(), pictures[pictures.size() - 2]) << "pass " << session.player().position();
    }
    for (std::size_t pass = pictures.size() - 1; pass-- > 0;) {
      window.press(Key::left);
      EXPECT_EQ(window.picture(), pictures[pass]) << merger;
    }
  }
}

TEST(MergeView, DrawsSequencesOfAnyLengths) {
  TEXELSORT_NEED_GL();
  for (const auto& lengths : std::vector<std::vector<std::uint64_t>>{{0}, {1}, {0, 0, 3}, {40, 0, 1, 300}}) {
    for (const char* pass : {"start", "middle", "end"}) {
      Session session(&gpu::test_device());
      ProblemSpec spec;
      spec.lengths = lengths;
      session.open(spec, "merge/multiway@cpu");
      if (pass != std::string("start")) session.to_end();
      if (pass == std::string("middle")) session.seek(session.player().target() / 2);
      EXPECT_FALSE(OffscreenWindow(gpu::test_device(), session, {1000, 700}, 1).picture().rgba.empty());
      EXPECT_FALSE(
          OffscreenWindow(gpu::test_device(), session, {400, 200}, 1, FramePart("sequences")).picture().rgba.empty());
    }
  }
  Session session(&gpu::test_device());
  session.open(merge_of(5000, 1000), "merge/multiway@cpu", {{"width", "512"}});
  session.seek(40);
  EXPECT_FALSE(OffscreenWindow(gpu::test_device(), session, {1600, 900}, 1).picture().rgba.empty());
}

}  // namespace
}  // namespace texelsort::app
