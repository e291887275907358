#include "app/playback/models/time_line.h"

#include <cmath>

#include <gtest/gtest.h>

#include "app/gui/window/offscreen.h"
#include "app/session/run_timer.h"
#include "tests/app/specs.h"
#include "tests/app/window_items.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

/// Returns passes with these times in ms. Each inner list is a stage.
std::vector<measure::PassTiming> passes_of(const std::vector<std::vector<double>>& stages) {
  std::vector<measure::PassTiming> passes;
  for (std::size_t stage = 0; stage < stages.size(); ++stage) {
    for (const double ms : stages[stage]) {
      measure::PassTiming pass;
      pass.header.index = passes.size();
      pass.header.stage_index = stage;
      pass.ms.median = ms;
      passes.push_back(pass);
    }
  }
  return passes;
}

TEST(TimeLine, PlacesPassesOneAfterAnother) {
  const TimeLine line(passes_of({{1, 2}, {4}}));
  EXPECT_EQ(line.total(), 7);
  EXPECT_EQ(line.shortest(), 1);
  EXPECT_EQ(line.start(2), 3);
  ASSERT_EQ(line.stages().size(), 2u);
  EXPECT_EQ(line.stages()[0].passes(), 2u);
  EXPECT_EQ(line.stages()[1].from, 3);
  EXPECT_EQ(line.stages()[1].to, 7);
}

TEST(TimeLine, FindsThePassThatRunsAtATime) {
  const TimeLine line(passes_of({{1, 2}, {4}}));
  EXPECT_EQ(line.pass_at(0), 0u);
  EXPECT_EQ(line.pass_at(0.99), 0u);
  EXPECT_EQ(line.pass_at(1), 1u);
  EXPECT_EQ(line.pass_at(6.9), 2u);
  EXPECT_EQ(line.pass_at(7), std::nullopt);
  EXPECT_EQ(line.pass_at(-0.1), std::nullopt);
}

TEST(TimeLine, GivesEachPassItsBlockIfAllAreWide) {
  const auto blocks = TimeLine(passes_of({{1, 2}, {4}})).blocks(0, 7, 0.5);
  ASSERT_EQ(blocks.size(), 3u);
  for (const TimeBlock& block : blocks) EXPECT_EQ(block.passes(), 1u);
}

TEST(TimeLine, KeepsTheSumOfThousandsOfPassesInFewBlocks) {
  std::vector<std::vector<double>> stages(4, std::vector<double>(2500, 0.001));
  stages[2][7] = 3;  // one long pass among short ones
  const TimeLine line(passes_of(stages));
  const auto blocks = line.blocks(0, line.total(), 0.1);
  EXPECT_LT(blocks.size(), 4 * 27u);
  double sum = 0;
  std::size_t next = 0;
  for (const TimeBlock& block : blocks) {
    EXPECT_EQ(block.first, next) << "no pass is left out";
    EXPECT_EQ(block.first / 2500, (block.end - 1) / 2500) << "a block belongs to one stage";
    const bool has_long_pass = block.first <= 5007 && 5007 < block.end;
    EXPECT_TRUE(!has_long_pass || block.passes() == 1) << "a long pass has its own block";
    next = block.end;
    sum += block.ms();
  }
  EXPECT_EQ(next, 10000u);
  EXPECT_NEAR(sum, line.total(), 1e-9 * line.total());
}

TEST(TimeLine, ReturnsOnlyVisibleBlocks) {
  const auto blocks = TimeLine(passes_of({{1, 1, 1, 1}, {1, 1}})).blocks(1.5, 3.5, 0.1);
  ASSERT_EQ(blocks.size(), 3u);
  EXPECT_EQ(blocks.front().first, 1u);
  EXPECT_EQ(blocks.back().end, 4u);
}

TEST(TimeLine, IsEmptyWithoutPasses) {
  const TimeLine line({});
  EXPECT_EQ(line.total(), 0);
  EXPECT_TRUE(line.blocks(0, 1, 0.1).empty());
  EXPECT_EQ(line.pass_at(0), std::nullopt);
}

TEST(TimeLine, MarksItsAxisAtRoundTimes) {
  EXPECT_DOUBLE_EQ(time_step(0.3), 0.5);
  EXPECT_DOUBLE_EQ(time_step(0.5), 0.5);
  EXPECT_DOUBLE_EQ(time_step(6), 10);
  EXPECT_DOUBLE_EQ(time_step(0.011), 0.02);
}

/// Window that is filled by the timing of a run of 36 passes.
class TimeLineWindow : public testing::Test {
 protected:
  void SetUp() override {
    TEXELSORT_NEED_GL();
    session_ = std::make_unique<Session>(&gpu::test_device());
    session_->open(uniform(256), "bitonic/grouped-quads");
    session_->seek(5);
    window_ = std::make_unique<OffscreenWindow>(gpu::test_device(), *session_, gpu::Extent{1280, 720}, 1.0f,
                                                FramePart("timing"));
  }
  void measure() {
    workspace<RunTimer>(*session_).measure(*session_);
    while (workspace<RunTimer>(*session_).measuring()) session_->update(0);
    ASSERT_TRUE(workspace<RunTimer>(*session_).measurement()) << session_->message();
  }
  bool says(std::string_view words) {
    return std::ranges::any_of(window_->texts().texts(), [&](const DrawnText& text) {
      return std::string_view(text.whole).find(words) != std::string_view::npos;
    });
  }
  std::unique_ptr<Session> session_;
  std::unique_ptr<OffscreenWindow> window_;
};

TEST_F(TimeLineWindow, ExplainsHowToMeasureFirst) {
  EXPECT_TRUE(says("Press M to measure every pass"));
  EXPECT_EQ(item_of(window_->texts(), "time line"), nullptr);
}

TEST_F(TimeLineWindow, GoesToTheClickedPassAndShowsItsTime) {
  measure();
  const DrawnItem* item = item_of(window_->texts(), "time line");
  ASSERT_NE(item, nullptr);
  const TimeLine line(workspace<RunTimer>(*session_).measurement()->passes);
  for (const std::size_t pass : {0u, 20u, 35u}) {
    const double middle = line.start(pass) + 0.5 * workspace<RunTimer>(*session_).measurement()->passes[pass].ms.median;
    const float share = static_cast<float>(middle / line.total());
    window_->move_mouse(item->low.x + share * (item->high.x - item->low.x), 0.5f * (item->low.y + item->high.y));
    EXPECT_TRUE(says("% of all passes"));
    EXPECT_TRUE(says("GB/s"));
    window_->click();
    EXPECT_EQ(session_->player().target(), pass + 1);
  }
}

TEST_F(TimeLineWindow, ZoomsAtTheMouseAndShowsAllAfterADoubleClick) {
  measure();
  const DrawnItem item = *item_of(window_->texts(), "time line");
  window_->move_mouse(1, 1);
  const Picture whole = window_->picture();
  window_->move_mouse(item.low.x + 10, 0.5f * (item.low.y + item.high.y));
  for (int notch = 0; notch < 12; ++notch) window_->turn_wheel(1);
  window_->move_mouse(1, 1);
  EXPECT_NE(window_->picture(), whole);
  // At 15 times the size, the first pass is more than 10 pixels wide, so it is still under the mouse.
  window_->move_mouse(item.low.x + 10, 0.5f * (item.low.y + item.high.y));
  window_->click();
  EXPECT_EQ(session_->player().target(), 1u);
  window_->click();
  window_->click();
  session_->seek(5);
  window_->move_mouse(1, 1);
  EXPECT_EQ(window_->picture(), whole);
}

}  // namespace
}  // namespace texelsort::app
