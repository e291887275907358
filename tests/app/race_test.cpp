#include "app/session/race.h"

#include <array>
#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/gui/window/offscreen.h"
#include "app/gui/window/run_window.h"
#include "compute/algorithms/registry.h"
#include "tests/app/frames.h"
#include "tests/app/specs.h"
#include "tests/app/text_audit.h"
#include "tests/app/window_items.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

void finish(Race& race) {
  do {
    race.update(0.016, 4);
  } while (race.busy());
}

/// A session with a race between grouped quads and fused steps on 256 keys.
class AlgorithmRace : public ::testing::Test {
 protected:
  void SetUp() override {
    TEXELSORT_NEED_GL();
    session_ = std::make_unique<Session>(&gpu::test_device());
    session_->open(uniform(256), "bitonic/grouped-quads");
    race().keep_first();
    ASSERT_TRUE(race().add(*session_, {&algorithms::find_algorithm("bitonic/fused"), {}})) << race().message();
  }
  Race& race() { return race_of(*session_); }
  Player& lane(std::size_t i) { return race().lanes()[i]->player(); }
  std::unique_ptr<Session> session_;
};

TEST_F(AlgorithmRace, AdvancesAllSortsPassByPassOnTheSameKeys) {
  EXPECT_EQ(&lane(0).problem(), &lane(1).problem());
  EXPECT_EQ(&lane(0).problem(), &session_->problem());
  for (int i = 0; i < 5; ++i) race().step(1);
  finish(race());
  EXPECT_EQ(lane(0).position(), 5u);
  EXPECT_EQ(lane(1).position(), 5u);
  race().step(-1);
  finish(race());
  EXPECT_EQ(lane(0).position(), 4u);
  race().to_end();
  finish(race());
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_TRUE(lane(i).at_end());
    ASSERT_NE(lane(i).result(), nullptr);
    EXPECT_TRUE(lane(i).result()->holds());
  }
  EXPECT_EQ(session_->player().position(), 0u) << "the run beside it stays where it is";
}

TEST_F(AlgorithmRace, LetsTheSortThatMovesFewerBytesFinishFirst) {
  race().set_clock(RaceClock::bytes);
  finish(race());
  const double fused = race().lanes()[1]->end(RaceClock::bytes).value();
  std::uint64_t bytes = 0;
  Session alone(&gpu::test_device());
  alone.open(uniform(256), "bitonic/fused");
  alone.player().seek(1000);
  for (const auto& record : alone.player().records()) bytes += record.counters.bytes;
  EXPECT_EQ(fused, static_cast<double>(bytes)) << "the sum over all passes";
  race().seek(fused);
  finish(race());
  EXPECT_TRUE(lane(1).at_end());
  EXPECT_FALSE(lane(0).at_end());
  EXPECT_GT(lane(0).position(), 0u);
  race().seek(fused - 1);
  finish(race());
  EXPECT_EQ(lane(1).position() + 1, lane(1).total());
  race().set_playing(true);
  for (int frame = 0; race().busy() && frame < 100'000; ++frame) race().update(0.1, 64);
  EXPECT_TRUE(lane(0).at_end());
}

TEST_F(AlgorithmRace, MeasuresEachSortBeforeARaceByTime) {
  race().set_clock(RaceClock::time);
  EXPECT_TRUE(race().preparing());
  finish(race());
  for (const auto& one : race().lanes()) {
    EXPECT_GT(one->end(RaceClock::time).value(), 0);
    EXPECT_EQ(one->timed_by(), gpu::test_device().info().clock);
  }
  session_->look.workspace = "race";
  OffscreenWindow window(gpu::test_device(), *session_, {1280, 720});
  if (!gpu::test_device().info().software) return;
  std::size_t said = 0;
  for (const auto& text : window.texts().texts())
    said += text.whole == "software renderer: this is not a GPU time" ? 1 : 0;
  EXPECT_EQ(said, 2u);
}

TEST_F(AlgorithmRace, RejectsUnavailableAlgorithmsWithTheReason) {
  EXPECT_FALSE(race().add(*session_, {&algorithms::find_algorithm("select/depth@fragment"), {}}));
  EXPECT_EQ(race().message(), "select/depth@fragment: this algorithm does not sort");
  EXPECT_FALSE(race().add(*session_, {&algorithms::find_algorithm("bitonic/grouped-quads"), {{"no-such", "1"}}}));
  EXPECT_NE(race().message().find("no-such"), std::string::npos) << race().message();
  EXPECT_EQ(race().lanes().size(), 2u);
  Session& runner = race().lanes()[1]->session();
  EXPECT_FALSE(runner.change_algorithm("best-known/grouped-quads")) << "none is known for 256 places";
  EXPECT_NE(runner.message(), "");
  EXPECT_EQ(runner.algorithm().info().id, "bitonic/fused");
  while (race().lanes().size() < Race::most) ASSERT_TRUE(race().add_any(*session_)) << race().message();
  EXPECT_FALSE(race().add(*session_, {&algorithms::find_algorithm("std/sort@cpu"), {}}));
}

TEST_F(AlgorithmRace, RunsOneAlgorithmWithSeveralSettings) {
  race().keep_first();
  ASSERT_TRUE(race().add(*session_, {&algorithms::find_algorithm("std/sort@cpu"), {}}));
  if (!gpu::test_device().info().compute) GTEST_SKIP() << "no compute shaders";
  ASSERT_TRUE(race().add(*session_, {&algorithms::find_algorithm("radix/grs@compute"), {{"digit", "2"}}}))
      << race().message();
  ASSERT_TRUE(race().add(*session_, {&algorithms::find_algorithm("radix/grs@compute"), {{"digit", "4"}}}))
      << race().message();
  EXPECT_GT(lane(2).total(), lane(3).total()) << "more digits, more passes";
  EXPECT_EQ(race().lanes()[3]->session().overrides().at("digit"), "4");
}

TEST_F(AlgorithmRace, AdvancesItsSortsByTheArrowKeysWhileItIsShown) {
  OffscreenWindow window(gpu::test_device(), *session_, {1280, 720});
  window.press(Key::letter_v);
  const Picture input = window.picture();
  window.press(Key::right);
  finish(race());
  EXPECT_EQ(lane(0).position(), 1u);
  EXPECT_NE(window.picture(), input);
  window.press(Key::home);
  finish(race());
  EXPECT_EQ(window.picture(), input);
  window.press(Key::escape);
  EXPECT_TRUE(session_->look.workspace.empty());
  window.press(Key::right);
  EXPECT_EQ(session_->player().position(), 1u);
}

std::size_t cards_named(const TextLog& log, std::string_view name) {
  return static_cast<std::size_t>(std::ranges::count(log.cards(), name, &DrawnCard::name));
}

std::size_t items_named(const TextLog& log, std::string_view name) {
  return static_cast<std::size_t>(std::ranges::count(log.items(), name, &DrawnItem::name));
}

std::size_t texts_with(const TextLog& log, std::string_view part) {
  return static_cast<std::size_t>(std::ranges::count_if(
      log.texts(), [part](const DrawnText& text) { return text.shown.find(part) != std::string::npos; }));
}

/// Returns the fraction of the window that the pictures of all lanes cover.
float covered_by_bars(const TextLog& log, gpu::Extent size) {
  float area = 0;
  for (const DrawnCard& card : log.cards()) {
    if (card.name != "bars") continue;
    EXPECT_GE(card.low.x, 0);
    EXPECT_LE(card.high.x, static_cast<float>(size.width));
    EXPECT_LE(card.high.y, static_cast<float>(size.height));
    area += (card.high.x - card.low.x) * (card.high.y - card.low.y);
  }
  return area / static_cast<float>(size.width * size.height);
}

constexpr std::array class_sizes{gpu::Extent{900, 600}, gpu::Extent{1280, 720}, gpu::Extent{1920, 1080},
                                 gpu::Extent{3840, 2160}};

TEST_F(AlgorithmRace, ShowsThePictureOfEachLaneAndOneTransportInPresenterMode) {
  session_->look.workspace = "race";
  session_->look.presenter = true;
  for (const std::size_t lanes : {2u, 3u, 4u}) {
    while (race().lanes().size() < lanes) ASSERT_TRUE(race().add_any(*session_)) << race().message();
    race().seek(3);
    finish(race());
    for (const gpu::Extent size : class_sizes) {
      SCOPED_TRACE(fmt::format("{} lanes, {}x{}", lanes, size.width, size.height));
      OffscreenWindow window(gpu::test_device(), *session_, size);
      const TextLog& log = window.texts();
      EXPECT_EQ(cards_named(log, "bars"), lanes);
      EXPECT_GE(covered_by_bars(log, size), lanes < 4 ? 0.5f : 0.3f);
      EXPECT_EQ(items_named(log, "play"), 1u);
      EXPECT_EQ(cards_named(log, "transport"), 1u);
      EXPECT_EQ(cards_named(log, "pass strip"), 0u) << "the claim of the hidden run";
      EXPECT_EQ(texts_with(log, "Not sorted"), 0u);
      for (std::size_t i = 0; i < lanes; ++i) {
        const std::string passes = fmt::format("pass {} of {}", lane(i).position(), lane(i).total().value());
        EXPECT_GE(texts_with(log, passes), 1u) << passes;
      }
      EXPECT_EQ(listed_faults(log), "");
      for (const DrawnText& text : log.texts()) EXPECT_GE(text.height, 0.03f * static_cast<float>(size.height));
    }
  }
}

TEST_F(AlgorithmRace, NamesTheLaneThatLeads) {
  session_->look.workspace = "race";
  EXPECT_EQ(race().leader(), std::nullopt) << "all lanes are at the input";
  race().seek(5);
  finish(race());
  ASSERT_LT(lane(1).total(), lane(0).total());
  EXPECT_EQ(race().leader(), 1u) << "it has done a greater part of its passes";
  OffscreenWindow window(gpu::test_device(), *session_, {1280, 720});
  for (const bool presenter : {false, true}) {
    session_->look.presenter = presenter;
    EXPECT_EQ(texts_with(window.texts(), "leads"), 1u);
    EXPECT_EQ(texts_with(window.texts(), "finished first"), 0u);
  }
  race().to_end();
  finish(race());
  EXPECT_EQ(race().leader(), 1u) << "it needed fewer passes";
  EXPECT_EQ(texts_with(window.texts(), "finished first"), 1u);
  race().keep_first();
  ASSERT_TRUE(race().add(*session_, {&algorithms::find_algorithm("bitonic/grouped-quads"), {}}));
  race().seek(5);
  finish(race());
  EXPECT_EQ(race().leader(), std::nullopt) << "two equal lanes are level";
}

TEST_F(AlgorithmRace, IsPlayedByTheOnlyTransport) {
  OffscreenWindow window(gpu::test_device(), *session_, {1280, 720});
  window.press(Key::letter_v);
  const DrawnItem* forward = item_of(window.texts(), "forward");
  ASSERT_NE(forward, nullptr);
  window.move_mouse(0.5f * (forward->low.x + forward->high.x), 0.5f * (forward->low.y + forward->high.y));
  window.click();
  finish(race());
  EXPECT_EQ(lane(0).position(), 1u);
  window.press(Key::end);
  finish(race());
  EXPECT_TRUE(lane(0).at_end());
  EXPECT_EQ(session_->player().position(), 0u) << "the hidden run stays where it is";
}

TEST(HiddenRun, HasNeitherTransportNorVerdictInOtherWorkspaces) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  session.open(uniform(16), "bitonic/grouped-quads");
  session.player().seek(3);
  for (const char* name : {"network-editor", "tuning", "external"}) {
    session.look.workspace = name;
    for (const gpu::Extent size : class_sizes) {
      OffscreenWindow window(gpu::test_device(), session, size);
      for (const bool presenter : {false, true}) {
        SCOPED_TRACE(fmt::format("{}, {}x{}{}", name, size.width, size.height, presenter ? ", presenter" : ""));
        session.look.presenter = presenter;
        const TextLog& log = window.texts();
        EXPECT_EQ(items_named(log, "play"), 0u);
        for (const char* card : {"pass strip", "pass", "inspector", "timing"}) EXPECT_EQ(cards_named(log, card), 0u);
        EXPECT_EQ(texts_with(log, "after pass"), 0u);
        EXPECT_EQ(listed_faults(log), "");
        for (const Key key : {Key::right, Key::end, Key::home, Key::page_down, Key::space}) window.press(key);
        EXPECT_EQ(session.player().target(), 3u);
        EXPECT_FALSE(session.playing());
      }
    }
  }
  session.look.presenter = false;
  session.look.workspace = "shader";
  OffscreenWindow window(gpu::test_device(), session, {1280, 720});
  EXPECT_EQ(items_named(window.texts(), "play"), 1u) << "the shader belongs to the pass of the run";
}

TEST_F(AlgorithmRace, RestartsAllSortsWhenTheInputChanges) {
  race().step(1);
  finish(race());
  ASSERT_TRUE(session_->change_problem(uniform(64)));
  ASSERT_EQ(race().lanes().size(), 2u);
  EXPECT_EQ(lane(0).n(), 64u);
  EXPECT_EQ(lane(1).position(), 0u);
  EXPECT_EQ(race().lanes()[1]->session().algorithm().info().id, "bitonic/fused");
}

struct StageForm {
  gpu::Extent size;
  float scale;
};
constexpr std::array stage_forms{StageForm{{900, 600}, 1},  StageForm{{900, 600}, 2},   StageForm{{1280, 720}, 1},
                                 StageForm{{1280, 720}, 2}, StageForm{{1920, 1080}, 3}, StageForm{{3840, 2160}, 2}};

/// Checks a workspace in windows of every size, with and without presenter mode: no text is cut off or overlapped.
void walk_stage(Session& session, const char* stage) {
  session.look.workspace = stage;
  for (const auto& [size, scale] : stage_forms) {
    OffscreenWindow window(gpu::test_device(), session, size, scale);
    for (const bool presenter : {false, true}) {
      SCOPED_TRACE(
          fmt::format("{} {}x{} at {}{}", stage, size.width, size.height, scale, presenter ? ", presenter" : ""));
      session.look.presenter = presenter;
      EXPECT_EQ(listed_faults(window.texts()), "");
    }
    session.look.presenter = false;
  }
}

TEST_F(AlgorithmRace, NeitherCutsNorOverlapsTexts) {
  walk_stage(*session_, "race");
  ASSERT_TRUE(race().add_any(*session_));
  ASSERT_TRUE(race().add_any(*session_));
  race().set_clock(RaceClock::bytes);
  finish(race());
  race().seek(0.5 * race().end().value());
  finish(race());
  walk_stage(*session_, "race");
}

TEST_F(AlgorithmRace, NeitherCutsNorOverlapsTextsOfTheShaderWorkspace) {
  session_->player().seek(3);
  walk_stage(*session_, "shader");
}

TEST(FrameTimes, StayShortWhileAMillionKeysAreSorted) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  session.open(uniform(1 << 20), "bitonic/grouped-quads");
  Frames frames(gpu::test_device(), session);
  frames.draw();
  // Maximum processor seconds per frame, summed over all cores. Mesa's rasteriser uses all cores, and at twenty frames
  // per second each core has 50 ms. The limit allows for builds without optimisation and with checks.
  constexpr double most = 0.15;
  session.speed = 256;
  session.set_playing(true);
  EXPECT_LT(frames.processor_seconds(12), most);
  EXPECT_GT(session.player().position(), 6u);
  session.set_playing(false);
  session.look.workspace = "race";
  frames.draw();
  race_of(session).set_playing(true);
  EXPECT_LT(frames.processor_seconds(12), most);
  EXPECT_GT(race_of(session).lanes().back()->player().position(), 2u);
}

}  // namespace
}  // namespace texelsort::app
