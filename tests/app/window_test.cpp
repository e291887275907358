#include <set>

#include <gtest/gtest.h>

#include "app/gui/window/offscreen.h"
#include "app/gui/window/run_window.h"
#include "compute/data/error.h"
#include "tests/app/own_algorithms.h"
#include "tests/app/specs.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

/// Rectangle of a picture, in pixels.
struct Area {
  std::uint32_t left, top, right, bottom;
};

bool same_outside(const Picture& a, const Picture& b, const std::vector<Area>& areas) {
  for (std::uint32_t y = 0; y < a.height; ++y) {
    for (std::uint32_t x = 0; x < a.width; ++x) {
      const std::size_t at = 4 * (std::size_t{y} * a.width + x);
      if (std::equal(&a.rgba[at], &a.rgba[at] + 4, &b.rgba[at])) continue;
      const bool allowed = std::any_of(areas.begin(), areas.end(), [&](const Area& area) {
        return x >= area.left && x < area.right && y >= area.top && y < area.bottom;
      });
      if (!allowed) return false;
    }
  }
  return true;
}

std::size_t colours(const Picture& picture) {
  std::set<std::array<std::uint8_t, 3>> seen;
  for (std::size_t i = 0; i < picture.rgba.size(); i += 4) {
    seen.insert({picture.rgba[i], picture.rgba[i + 1], picture.rgba[i + 2]});
  }
  return seen.size();
}

TEST(MainWindow, ShowsTheFirstPictureAgainAfterSixStepsBack) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  session.open(default_window_problem(), default_window_algorithm);
  OffscreenWindow window(gpu::test_device(), session, {1280, 720});
  const Picture first = window.picture();
  std::vector<Picture> forwards;
  for (int i = 0; i < 6; ++i) {
    window.press(Key::right);
    forwards.push_back(window.picture());
    EXPECT_NE(forwards.back(), i == 0 ? first : forwards[forwards.size() - 2]) << "step " << i + 1;
  }
  EXPECT_TRUE(session.player().at_end());
  for (int i = 5; i >= 0; --i) {
    window.press(Key::left);
    EXPECT_EQ(window.picture(), i == 0 ? first : forwards[static_cast<std::size_t>(i) - 1]) << "back to " << i;
  }
}

TEST(MainWindow, ChangesOnlyViewsAndInspectorWhenAKeyIsPinned) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  session.open(uniform(64), default_window_algorithm);
  session.seek(8);
  OffscreenWindow window(gpu::test_device(), session, {1600, 900});
  const Picture before = window.picture();
  session.pin(pair_of(session.player(), 9));
  const Picture pinned = window.picture();
  EXPECT_NE(before, pinned);
  // Only two areas may differ with a pin: the views in the middle, and the inspector below the pass panel at the right.
  EXPECT_TRUE(same_outside(before, pinned, {{300, 124, 1280, 770}, {1270, 410, 1600, 880}}));
  window.press(Key::escape);
  EXPECT_EQ(window.picture(), before);
}

TEST(MainWindow, SelectsTheTexelUnderTheMouseAndPinsAClickedTexel) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  session.open(uniform(64), default_window_algorithm);
  session.seek(1);
  // Window with only the texture: a card with a margin of 10 pixels, and 8 by 8 texels in its middle.
  OffscreenWindow window(gpu::test_device(), session, {700, 700}, 1, FramePart("texture"));
  window.picture();
  window.move_mouse(350, 380);
  window.picture();
  ASSERT_TRUE(session.hovered());
  const std::uint64_t index = session.hovered()->index;
  EXPECT_EQ(session.hovered()->partner, index ^ 1) << "stage 1 compares neighbours";
  EXPECT_FALSE(session.pinned());
  window.click();
  ASSERT_TRUE(session.pinned());
  EXPECT_EQ(session.pinned()->index, index);
  window.move_mouse(2, 2);
  window.picture();
  EXPECT_FALSE(session.hovered());
  EXPECT_TRUE(session.pinned());
}

TEST(MainWindow, GoesToTheClickedPassOfTheNetwork) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  session.open(default_window_problem(), default_window_algorithm);
  OffscreenWindow window(gpu::test_device(), session, {1000, 500}, 1, FramePart("network"));
  window.picture();
  window.move_mouse(940, 250);
  window.click();
  window.picture();
  EXPECT_GE(session.player().position(), 5u);
  window.move_mouse(60, 250);
  window.click();
  window.picture();
  EXPECT_EQ(session.player().position(), 0u);
}

TEST(MainWindow, RespondsToEveryKeyOnTheHelpPage) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  session.open(uniform(16), default_window_algorithm);
  OffscreenWindow window(gpu::test_device(), session, {1280, 720});
  const Picture dark = window.picture();
  window.press(Key::letter_t);
  EXPECT_NE(window.picture(), dark);
  window.press(Key::letter_t);
  EXPECT_EQ(window.picture(), dark);
  window.press(Key::f1);
  EXPECT_NE(window.picture(), dark);
  window.press(Key::escape);
  EXPECT_EQ(window.picture(), dark);
  window.press(Key::letter_p);
  EXPECT_TRUE(session.look.presenter);
  EXPECT_NE(window.picture(), dark);
  window.press(Key::letter_p);
  EXPECT_EQ(window.picture(), dark);
  for (const Key key : {Key::digit_1, Key::digit_2, Key::digit_3}) {
    window.press(key);
    EXPECT_NE(window.picture(), dark);
    window.press(key);
    EXPECT_EQ(window.picture(), dark);
  }
  window.press(Key::page_down);
  EXPECT_EQ(session.player().position(), 1u);
  window.press(Key::end);
  EXPECT_TRUE(session.player().at_end());
  window.press(Key::home);
  EXPECT_EQ(window.picture(), dark);
}

TEST(MainWindow, ShowsTheReasonOfARejectedChangeInTheSetupPanel) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  session.open(uniform(16), default_window_algorithm);
  OffscreenWindow window(gpu::test_device(), session, {1280, 720});
  const Picture good = window.picture();
  EXPECT_FALSE(session.change_parameter("no-such-parameter", "3"));
  const Picture bad = window.picture();
  EXPECT_NE(bad, good);
  EXPECT_TRUE(same_outside(good, bad, {{0, 114, 256, 720}}));
}

/// Tests the views of every method and every network that runs here. The parameter is the number of keys.
class ViewsForEveryInputSize : public testing::TestWithParam<std::uint64_t> {};

TEST_P(ViewsForEveryInputSize, ShowAPictureForEveryAlgorithm) {
  TEXELSORT_NEED_GL();
  auto& device = gpu::test_device();
  for (const algorithms::Algorithm* algorithm : own_algorithms()) {
    const algorithms::AlgorithmInfo& info = algorithm->info();
    if (!algorithm->availability(&device.info(), {}).available) continue;
    if (GetParam() > std::min(info.checked_n, info.max_n.value_or(info.checked_n))) continue;
    if (prepare(*algorithm, &device.info(), {GetParam(), data::KeyType::f32}, {}).refusal()) continue;
    // Test all methods of one network, and all networks with one method, because their views are similar.
    const bool network = algorithm->network() != nullptr;
    if (network && info.family != "bitonic" && !info.id.ends_with("/grouped-quads")) continue;
    // With many keys, test only one network, because the views of all networks are similar.
    if (GetParam() > 100 && info.family != "std" && info.family != "bitonic") continue;
    SCOPED_TRACE(algorithm->info().id);
    Session session(&device);
    ProblemSpec spec = uniform(GetParam());
    spec.type = data::KeyType::f32;  // floats, because every algorithm sorts them
    session.open(spec, algorithm->info().id);
    session.seek(session.player().total().value_or(1) / 2);
    // Test the whole window, which shows all panels. Test single panels with only one size and one network.
    std::vector<FramePart> parts{FramePart("window")};
    if (GetParam() == 8 && (!network || info.family == "bitonic")) {
      parts.insert(parts.end(), {FramePart("texture"), FramePart("bars"), FramePart("network"), FramePart("timing")});
    }
    for (const FramePart part : parts) {
      const Picture picture = OffscreenWindow(device, session, {900, 600}, 1, part).picture();
      EXPECT_GT(colours(picture), 20u) << "part " << part << " is blank";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, ViewsForEveryInputSize, testing::Values(0, 1, 2, 8, 100, 4096, 1 << 20));

/// A sorted texture must have the same colours for every kind of memory that can hold the keys.
TEST(TextureView, LooksTheSameWhereverTheKeysAreStored) {
  TEXELSORT_NEED_GL();
  auto& device = gpu::test_device();
  for (const auto type : data::all_key_types) {
    SCOPED_TRACE(data::name(type));
    ProblemSpec spec = uniform(1000);
    spec.type = type;
    const auto sorted = [&](const char* id) {
      Session session(&device);
      session.open(spec, id);
      session.to_end();
      OffscreenWindow window(device, session, {600, 500}, 1, FramePart("bars"));
      return window.picture();
    };
    const Picture host = sorted("std/sort@cpu");
    EXPECT_EQ(sorted("bitonic/grouped-quads"), host);
    if (device.info().compute) {
      EXPECT_EQ(sorted("bitonic/compute"), host);
    }
  }
}

TEST(TextureView, ColoursTexelsByTheOrderOfTheirKeys) {
  TEXELSORT_NEED_GL();
  auto& device = gpu::test_device();
  const auto picture_of = [&](const char* values, data::KeyType type) {
    ProblemSpec spec;
    spec.values = values;
    spec.type = type;
    Session session(&device);
    session.open(spec, default_window_algorithm);
    // This window is too low for the values of the keys, which differ.
    OffscreenWindow window(device, session, {600, 110}, 1, FramePart("bars"));
    return window.picture();
  };
  // Colours are relative to the lowest and highest key, so that equal values look the same in all types.
  const Picture reference = picture_of("1,3,5,2,4,0", data::KeyType::u32);
  for (const auto type : data::all_key_types) {
    EXPECT_EQ(picture_of("1,3,5,2,4,0", type), reference) << data::name(type);
  }
  EXPECT_EQ(picture_of("-4,-2,0,-3,-1,-5", data::KeyType::i32), reference);
  EXPECT_EQ(picture_of("-4,-2,0,-3,-1,-5", data::KeyType::i64), reference);
  EXPECT_EQ(picture_of("18446744073709551611,18446744073709551613,18446744073709551615,18446744073709551612,"
                       "18446744073709551614,18446744073709551610",
                       data::KeyType::u64),
            reference);
  EXPECT_NE(picture_of("1,3,5,2,0,4", data::KeyType::u32), reference);
}

TEST(MainWindow, SuggestsTheRenderCommandWhenThereIsNoDisplay) {
  const char* display = std::getenv("DISPLAY");
  const char* wayland = std::getenv("WAYLAND_DISPLAY");
  if ((display && *display) || (wayland && *wayland)) GTEST_SKIP() << "there is a display";
  try {
    run_window({});
    FAIL() << "a window opened";
  } catch (const UnavailableError& error) {
    EXPECT_NE(std::string(error.what()).find("texelsort render"), std::string::npos);
  }
}

}  // namespace
}  // namespace texelsort::app
