#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdlib>
#include <thread>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/presets.h"
#include "app/tuning/tuning.h"
#include "app/window/offscreen.h"
#include "compute/data/error.h"
#include "tests/app/cli_support.h"
#include "tests/app/specs.h"
#include "tests/app/text_audit.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

constexpr auto patience = std::chrono::seconds(60);

/// Frames until it is so; false if that takes too long.
template <class Condition>
bool draws_until(OffscreenWindow& window, Condition&& condition) {
  const auto end = std::chrono::steady_clock::now() + patience;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    window.texts(1);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

const DrawnItem* item_of(const TextLog& log, std::string_view name) {
  const auto found = std::ranges::find(log.items(), name, &DrawnItem::name);
  return found == log.items().end() ? nullptr : &*found;
}

bool says(const TextLog& log, std::string_view part) {
  return std::ranges::any_of(log.texts(),
                             [part](const DrawnText& text) { return text.whole.find(part) != std::string::npos; });
}

/// Scrolls the setup panel until an item can be seen, and puts the mouse there, at a share of its width.
bool point_at_item(OffscreenWindow& window, std::string_view name, float share = 0.5f) {
  for (int turns = 0; turns < 40; ++turns) {
    const DrawnItem* item = item_of(window.texts(), name);
    if (item == nullptr) return false;
    const float y = 0.5f * (item->low.y + item->high.y);
    if (y > item->clip_low.y + 4 && y < item->clip_high.y - 50) {
      window.move_mouse(item->low.x + share * (item->high.x - item->low.x), y);
      return true;
    }
    window.move_mouse(0.5f * (item->clip_low.x + item->clip_high.x), 0.5f * (item->clip_low.y + item->clip_high.y));
    window.turn_wheel(-1);
  }
  return false;
}

class TuningWindow : public ::testing::Test {
 protected:
  void SetUp() override {
    TEXELSORT_NEED_GL();
    if (!gpu::test_device().info().compute) GTEST_SKIP() << "no compute shaders";
    setenv("XDG_CONFIG_HOME", (folder_ / "").c_str(), 1);
    session_ = std::make_unique<Session>(&gpu::test_device());
    session_->open(uniform(4096), "radix/grs@compute", {{"digit", "2"}});
    session_->has_user = true;
  }
  void TearDown() override { unsetenv("XDG_CONFIG_HOME"); }
  TemporaryFolder folder_;
  std::unique_ptr<Session> session_;
};

TEST_F(TuningWindow, ADraggedParameterIsMeasuredAgainWithTheOneBeforeAsAGhost) {
  OffscreenWindow window(gpu::test_device(), *session_, {1600, 1000});
  window.press(Key::letter_m);
  ASSERT_TRUE(draws_until(window, [&] { return session_->measurement().has_value(); })) << session_->message();
  EXPECT_FALSE(session_->measured_before());
  const std::size_t passes = session_->measurement()->passes.size();
  ASSERT_TRUE(point_at_item(window, "digit", 0.16f));
  const DrawnItem digit = *item_of(window.texts(1), "digit");
  window.drag(digit.high.x - 4, 0.5f * (digit.low.y + digit.high.y));
  ASSERT_NE(session_->overrides().at("digit"), "2") << session_->message();
  ASSERT_TRUE(session_->measuring()) << "it began by itself";
  ASSERT_TRUE(session_->measured_before());
  ASSERT_TRUE(draws_until(window, [&] { return session_->measurement().has_value(); })) << session_->message();
  EXPECT_TRUE(session_->measurement()->verified);
  EXPECT_LT(session_->measurement()->passes.size(), passes) << "fewer digits, fewer passes";
  EXPECT_EQ(session_->measured_before()->passes.size(), passes);
  EXPECT_EQ(session_->measured_before()->parameters.text("digit"), "2");
  EXPECT_TRUE(says(window.texts(), "x the time of digit=2, outlined"));
  EXPECT_EQ(listed_faults(window.texts()), "");
  ASSERT_TRUE(session_->change_problem(uniform(1024)));
  EXPECT_FALSE(session_->measuring() || session_->measured_before()) << "times of other keys say nothing";
}

TEST_F(TuningWindow, WhatIsRefusedIsGreyWithTheReasonOfTheCommandLine) {
  const std::map<std::string, std::string> cooperative{{"form", "cooperative"}, {"digit", "4"}};
  session_->open(uniform(4096), "radix/srts@compute", cooperative);
  auto values = cooperative;
  values["tile"] = "16384";
  const auto reason =
      algorithms::prepare(session_->algorithm(), session_->device_info(), session_->problem().form(), values).refusal();
  if (!reason) GTEST_SKIP() << "this device has shared memory for all tiles";
  EXPECT_EQ(session_->refusal_of_value("tile", "16384"), reason);
  EXPECT_EQ(session_->refusal_of_value("tile", "1024"), std::nullopt);
  EXPECT_NE(session_->refusal_of_value("tile", "1000").value_or(""), "") << "no power of two";
  OffscreenWindow window(gpu::test_device(), *session_, {1600, 1000});
  ASSERT_TRUE(point_at_item(window, "tile", 0.98f));
  EXPECT_TRUE(says(window.texts(), *reason));
  // Dragged there it is not taken, and says why.
  ASSERT_TRUE(point_at_item(window, "tile", 0.5f));
  const DrawnItem tile = *item_of(window.texts(1), "tile");
  window.drag(tile.high.x - 3, 0.5f * (tile.low.y + tile.high.y));
  EXPECT_EQ(session_->overrides(), cooperative);
  EXPECT_NE(session_->message().find(*reason), std::string::npos) << session_->message();
}

TEST_F(TuningWindow, PresetsAreKeptAppliedAndDeleted) {
  const auto used = session_->prepared().used_values();
  {
    OffscreenWindow window(gpu::test_device(), *session_, {1600, 1000});
    ASSERT_TRUE(point_at_item(window, "preset name"));
    window.click();
    window.type("small digits");
    window.strike(ImGuiKey_Enter);
    window.texts();
  }
  ASSERT_EQ(load_presets(), (std::vector{Preset{"small digits", "radix/grs@compute", used}}));
  ASSERT_TRUE(session_->use_tuned_parameters());
  ASSERT_NE(session_->prepared().used_values(), used);
  OffscreenWindow window(gpu::test_device(), *session_, {1600, 1000});
  ASSERT_TRUE(point_at_item(window, "small digits"));
  window.click();
  EXPECT_EQ(session_->prepared().used_values(), used);
  ASSERT_TRUE(point_at_item(window, "delete preset"));
  window.click();
  EXPECT_TRUE(load_presets().empty());
  EXPECT_EQ(item_of(window.texts(), "small digits"), nullptr);
  // A picture shows nobody's own.
  save_preset({"mine", "radix/grs@compute", used});
  session_->has_user = false;
  OffscreenWindow picture(gpu::test_device(), *session_, {1600, 1000});
  EXPECT_EQ(item_of(picture.texts(), "mine"), nullptr);
}

}  // namespace
}  // namespace texelsort::app
