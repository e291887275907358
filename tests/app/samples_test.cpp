#include "app/playback/models/samples.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "app/gui/views/diagrams.h"
#include "app/gui/window/offscreen.h"
#include "app/playback/models/buckets.h"
#include "app/playback/models/key_groups.h"
#include "app/session/session.h"
#include "compute/data/keys/order.h"
#include "tests/app/specs.h"
#include "tests/app/text_audit.h"
#include "tests/support/gl.h"

/// Tests of the view that shows sublists and samples of GPU Bucket Sort, from its first pass on.
namespace texelsort::app {
namespace {

class SamplesView : public ::testing::Test {
 protected:
  void SetUp() override {
    TEXELSORT_NEED_GL();
    if (!gpu::test_device().info().compute) GTEST_SKIP() << "needs OpenGL 4.3";
    session.emplace(&gpu::test_device());
    session->open(uniform(64), "sample/deterministic@compute");
  }
  std::optional<Session> session;
};

TEST_F(SamplesView, ShowsSamplesUntilTheBucketSizesAreKnown) {
  Player& player = session->player();
  EXPECT_EQ(sample_state(player), nullptr) << "no pass has been made";
  std::set<std::string> seen;
  while (player.step_forward()) {
    const SampleState* state = sample_state(player);
    const bool sized = !player.values(algorithms::tables::BucketSizes{}).empty();
    ASSERT_EQ(state == nullptr, sized) << player.position();
    if (state == nullptr) continue;
    const auto codes = data::codes(player.state()->keys, data::Order::ascending);
    ASSERT_EQ(state->pass.sublists.size(), 8u);
    EXPECT_EQ(state->pass.sublists.back().first + state->pass.sublists.back().count, 64u);
    for (std::size_t i = 0; i < state->ranks.size(); ++i) EXPECT_EQ(state->ranks[i], codes[state->places[i]]);
    seen.insert(player.record()->header.stage);
    if (!state->ranks.empty()) {
      EXPECT_EQ(state->ranks.size(), 8 * state->pass.samples);
      std::vector<std::uint64_t> per_sublist(8);
      for (const std::uint64_t place : state->places) ++per_sublist[state->sublist_of(place)];
      EXPECT_EQ(per_sublist, std::vector<std::uint64_t>(8, state->pass.samples)) << "as many of each sublist";
    }
    if (state->splitters.empty()) {
      EXPECT_STREQ(key_groups(player)->name, "sublist");
      continue;
    }
    std::set<std::uint64_t> splitters;
    for (std::size_t i = 0; i < state->ranks.size(); ++i) {
      if (const auto j = state->splitter_of(i)) splitters.insert(*j);
    }
    EXPECT_EQ(splitters.size(), state->pass.buckets - 1) << "every splitter is one of the samples";
    EXPECT_STREQ(key_groups(player)->name, "bucket");
  }
  EXPECT_GE(seen.size(), 4u) << "local sort, sampling, its sort, splitters";
}

TEST_F(SamplesView, ShowsEachPassDifferentlyWithoutCutTexts) {
  OffscreenWindow window(gpu::test_device(), *session, {1000, 600}, 1, FramePart("samples"));
  Picture last = window.picture();
  while (!session->player().at_end()) {
    window.press(Key::right);
    const Picture next = window.picture();
    if (sample_state(session->player()) != nullptr) {
      EXPECT_EQ(listed_faults(window.texts()), "");
    }
    if (session->player().position() == 1) {
      EXPECT_NE(next, last);
    }
    last = next;
  }
}

TEST_F(SamplesView, PinsTheKeyOfAClickedSample) {
  session->player().seek(0);
  while (sample_state(session->player()) == nullptr || sample_state(session->player())->ranks.empty()) {
    session->player().step_forward();
  }
  OffscreenWindow window(gpu::test_device(), *session, {1000, 600}, 1, FramePart("samples"));
  window.picture();
  const SampleState& state = *sample_state(session->player());
  // The strip of samples is the lowest row of the view.
  for (float y = 560; y > 500 && !session->pinned(); y -= 6) {
    window.move_mouse(972, y);
    window.click();
  }
  ASSERT_TRUE(session->pinned());
  EXPECT_EQ(session->pinned()->index, state.places.back());
}

}  // namespace
}  // namespace texelsort::app
