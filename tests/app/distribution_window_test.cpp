#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "app/export/colours.h"
#include "app/gui/views/diagrams.h"
#include "app/gui/window/offscreen.h"
#include "app/playback/models/key_groups.h"
#include "compute/algorithms/registry.h"
#include "tests/app/cli_support.h"
#include "tests/app/diagram_names.h"
#include "tests/app/own_algorithms.h"
#include "tests/app/pixels.h"
#include "tests/app/specs.h"
#include "tests/support/gl.h"

/// Tests of the window's views for radix sorts and sample sorts.
namespace texelsort::app {
namespace {

struct Shown {
  const char* id;
  std::map<std::string, std::string> parameters;
  FramePart part;
};

const std::vector<Shown> shown{
    {"radix/grs@compute", {{"digit", "8"}, {"tile", "16"}, {"workgroup", "8"}}, FramePart("digits")},
    {"radix/srts@compute", {{"digit", "8"}, {"workgroup", "8"}, {"workgroups", "2"}}, FramePart("digits")},
    {"sample/randomized@compute", {{"k2", "8"}, {"small", "8"}}, FramePart("splitters")},
    {"sample/deterministic@compute", {{"sort", "merge"}, {"sublist", "16"}, {"samples", "8"}}, FramePart("buckets")},
};

class DistributionDiagrams : public testing::Test {
 protected:
  void SetUp() override {
    TEXELSORT_NEED_GL();
    if (!gpu::test_device().info().compute) GTEST_SKIP() << "needs OpenGL 4.3";
  }
};

TEST_F(DistributionDiagrams, ShowTheSamePictureWhenYouGoBackToAPass) {
  for (const Shown& one : shown) {
    for (const FramePart part : {one.part, FramePart("window")}) {
      SCOPED_TRACE(one.id);
      Session session(&gpu::test_device());
      session.open(uniform(64), one.id, one.parameters);
      OffscreenWindow window(gpu::test_device(), session, {1280, 720}, 1, part);
      window.press(Key::end);
      const std::uint64_t total = session.player().position();
      const std::uint64_t first = part == FramePart("window") ? total - 2 : 0;
      session.seek(first);
      std::vector<Picture> forwards{window.picture()};
      while (!session.player().at_end()) {
        window.press(Key::right);
        forwards.push_back(window.picture());
        if (part == FramePart("window")) {
          EXPECT_NE(forwards.back(), forwards[forwards.size() - 2]);
        }
      }
      for (std::size_t pass = forwards.size() - 1; pass-- > 0;) {
        window.press(Key::left);
        EXPECT_EQ(window.picture(), forwards[pass]) << "back to " << first + pass;
      }
    }
  }
}

TEST_F(DistributionDiagrams, ShowADifferentPictureForEachPassOfADigit) {
  Session session(&gpu::test_device());
  session.open(uniform(64), "radix/grs@compute", shown[0].parameters);
  OffscreenWindow window(gpu::test_device(), session, {1000, 600}, 1, FramePart("digits"));
  std::vector<Picture> pictures{window.picture()};
  for (int pass = 0; pass < 4; ++pass) {
    window.press(Key::right);
    for (const Picture& before : pictures) EXPECT_NE(window.picture(), before);
    pictures.push_back(window.picture());
  }
}

TEST_F(DistributionDiagrams, ColourKeysByDigitInTheTextureAndInTheBars) {
  for (const FramePart part : {FramePart("texture"), FramePart("bars")}) {
    Session session(&gpu::test_device());
    session.open(uniform(36), "radix/grs@compute", {{"digit", "2"}, {"tile", "16"}, {"workgroup", "8"}});
    session.seek(3);
    OffscreenWindow window(gpu::test_device(), session, {500, 420}, 1, part);
    const Picture by_digit = window.picture();
    const auto& groups = *key_groups(session.player());
    for (std::uint64_t digit = 0; digit < 4; ++digit) {
      ASSERT_NE(std::ranges::find(groups.of_key, digit), groups.of_key.end());
      EXPECT_GT(pixels_of(by_digit, scale_colour(session.look, 4, digit)), 100u) << digit;
    }
    window.press(Key::letter_b);
    const Picture by_value = window.picture();
    EXPECT_NE(by_value, by_digit);
    EXPECT_EQ(pixels_of(by_value, scale_colour(session.look, 4, 1)), 0u);
    window.press(Key::letter_b);
    EXPECT_EQ(window.picture(), by_digit);
  }
}

TEST_F(DistributionDiagrams, ColourEachTexelByTheBucketOfItsKey) {
  Session session(&gpu::test_device());
  session.open(uniform(64), "sample/randomized@compute", shown[2].parameters);
  session.seek(2);
  OffscreenWindow window(gpu::test_device(), session, {500, 500}, 1, FramePart("texture"));
  const Picture picture = window.picture();
  std::uint64_t hovered = 0, found = 0;
  for (std::size_t y = 70; y < 480; y += 45) {
    for (std::size_t x = 30; x < 480; x += 45) {
      window.move_mouse(static_cast<float>(x), static_cast<float>(y));
      window.picture();
      if (!session.hovered()) continue;
      ++hovered;
      const std::uint32_t own = key_groups(session.player())->of_key[session.hovered()->index];
      const auto colour = [&](std::uint64_t group) { return palette_colour(group); };
      for (std::uint64_t group = 0; group < 8; ++group) {
        if (!equals(picture, y * 500 + x, colour(group))) continue;
        EXPECT_EQ(colour(group), colour(own)) << "key " << session.hovered()->index;
        found += colour(group) == colour(own) ? 1 : 0;
      }
    }
  }
  EXPECT_GT(hovered, 40u);
  EXPECT_GT(2 * found, hovered) << "the others are letters and gaps";
}

TEST_F(DistributionDiagrams, SelectAKeyOfTheBucketUnderTheMouse) {
  for (const FramePart part : {FramePart("splitters"), FramePart("buckets")}) {
    Session session(&gpu::test_device());
    session.open(uniform(256), "sample/deterministic@compute",
                 {{"sort", "merge"}, {"sublist", "32"}, {"samples", "4"}});
    session.seek(*session.player().total());
    OffscreenWindow window(gpu::test_device(), session, {800, 400}, 1, part);
    const Picture before = window.picture();
    // The mouse points at the lowest quarter of the view, over the third of four buckets.
    window.move_mouse(part == FramePart("splitters") ? 450 : 270, part == FramePart("splitters") ? 366 : 350);
    window.picture();
    window.picture();
    ASSERT_TRUE(session.hovered());
    EXPECT_EQ(key_groups(session.player())->of_key[session.hovered()->index], 2u);
    window.click();
    window.move_mouse(2, 2);
    EXPECT_NE(window.picture(), before);
    ASSERT_TRUE(session.pinned());
    window.press(Key::escape);
    EXPECT_EQ(window.picture(), before);
  }
}

TEST_F(DistributionDiagrams, AppearForTheAlgorithmsThatHaveThem) {
  Session session(&gpu::test_device());
  for (const algorithms::Algorithm* algorithm : own_algorithms()) {
    const auto& info = algorithm->info();
    if (!algorithm->availability(&gpu::test_device().info(), {}).available) continue;
    ProblemSpec spec = uniform(8);
    spec.type = data::KeyType::f32;
    session.open(spec, info.id);
    using Names = std::vector<std::string>;
    const Names expected = info.id == "radix/tile@compute"           ? Names{}
                           : info.id.starts_with("radix/prefix@")    ? Names{"digits", "parts"}
                           : info.family == "radix"                  ? Names{"digits"}
                           : info.id.starts_with("sample/distr")     ? Names{"parts", "sequences", "exchange"}
                           : info.id.starts_with("sample/determ")    ? Names{"samples", "splitters", "buckets"}
                           : info.family == "sample"                 ? Names{"splitters", "buckets"}
                           : info.id.starts_with("select/histogram") ? Names{"histogram"}
                           : info.id.starts_with("select/")          ? Names{"bits"}
                           : info.task == algorithms::Task::merge    ? Names{"sequences"}
                           : info.id == "merge/sort@cuda"            ? Names{"parts", "sequences"}
                           : info.id == "merge/warpsort@cuda"        ? Names{"parts"}
                           : info.family == "quick"                  ? Names{"parts"}
                           : algorithm->network() == nullptr         ? Names{}
                                                                     : Names{"network"};
    EXPECT_EQ(names_of_diagrams(session), expected) << info.id;
  }
}

TEST_F(DistributionDiagrams, ShowNoPanelWhenTheAlgorithmHasNone) {
  Session session(&gpu::test_device());
  session.open(uniform(64), "std/sort@cpu");
  OffscreenWindow window(gpu::test_device(), session, {1280, 720});
  const Picture all = window.picture();
  window.press(Key::digit_3);
  EXPECT_EQ(window.picture(), all) << "there is nothing to enlarge";
}

TEST_F(DistributionDiagrams, AreDrawnByTheRenderCommand) {
  const TemporaryFolder folder;
  const auto render = [&](const std::string& id, const std::string& view, const std::string& pass) {
    const std::string file = folder / (view + ".png");
    const auto drawn = run_program({"render", "-n", "200", "-a", id, "--view", view, "--pass", pass, "-o", file});
    EXPECT_EQ(drawn.exit_code, 0) << drawn.err;
    EXPECT_GT(read_file(file).size(), 5000u) << view;
  };
  render("radix/srts@compute", "digits", "3");
  render("sample/randomized@compute", "splitters", "1");
  render("sample/deterministic@compute", "buckets", "end");
}

}  // namespace
}  // namespace texelsort::app
