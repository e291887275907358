#include <algorithm>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "app/export/colours.h"
#include "app/gui/panels/panels.h"
#include "app/gui/views/diagrams.h"
#include "app/gui/window/offscreen.h"
#include "tests/app/cli_support.h"
#include "tests/app/diagram_names.h"
#include "tests/app/host_onesweep.h"
#include "tests/app/pixels.h"
#include "tests/app/specs.h"
#include "tests/support/gl.h"

/// Tests of the views that show memory of records and look-back status.
namespace texelsort::app {
namespace {

TEST(RecordsView, ShowsEachPassDifferentlyAndTheSameWhenYouGoBack) {
  TEXELSORT_NEED_GL();
  for (const auto layout : {data::Layout::by_field, data::Layout::hybrid, data::Layout::by_record}) {
    Session session(&gpu::test_device());
    session.open(records(20, 3, layout), "std/stable-sort@cpu");
    OffscreenWindow window(gpu::test_device(), session, {900, 480}, 1, FramePart("records"));
    std::vector<Picture> pictures{window.picture()};
    while (!session.player().at_end()) {
      window.press(Key::right);
      const Picture next = window.picture();
      for (const Picture& earlier : pictures) EXPECT_NE(next, earlier);
      pictures.push_back(next);
    }
    for (std::size_t pass = pictures.size() - 1; pass-- > 0;) {
      window.press(Key::left);
      EXPECT_EQ(window.picture(), pictures[pass]) << data::name(layout);
    }
  }
}

TEST(RecordsView, ShowsTheColourOfEveryKeyBeforeAndAfterThePass) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  session.open(records(12, 3, data::Layout::hybrid), "std/stable-sort@cpu");
  session.seek(2);
  OffscreenWindow window(gpu::test_device(), session, {1200, 520}, 1, FramePart("records"));
  const Picture picture = window.picture();
  for (std::uint64_t record = 0; record < 12; ++record) {
    const glm::vec3 colour = key_colour(session, theme(ThemeName::dark), session.problem().keys, record);
    EXPECT_GT(pixels_of(picture, colour), 1200u) << "two cells of key " << record;
  }
}

TEST(RecordsView, SelectsTheKeyOfTheRecordUnderTheMouse) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  session.open(records(12, 3, data::Layout::by_field), "std/stable-sort@cpu");
  session.seek(1);  // after this pass, keys with indices are sorted, but fields have not moved yet
  OffscreenWindow window(gpu::test_device(), session, {1200, 520}, 1, FramePart("records"));
  const Picture before = window.picture();
  for (const auto& [y, record] : {std::pair{145.0f, 0u}, {232.0f, 3u}, {470.0f, 11u}}) {
    window.move_mouse(586, y);  // first field of a record in the map on the left, which shows the state before the pass
    window.picture();
    window.picture();
    ASSERT_TRUE(session.hovered()) << y;
    EXPECT_EQ(session.player().state()->payload[session.hovered()->index], record);
  }
  // Positions of the first key in the maps before and after the pass.
  const auto& order = session.player().state()->payload;
  for (const auto& [x, record] : {std::pair{52u, std::uint64_t{0}}, {332u, order[0]}}) {
    const glm::vec3 colour = key_colour(session, theme(ThemeName::dark), session.problem().keys, record);
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(before.rgba[4 * (134 * 1200 + x) + c], 255 * colour[c], 1.5) << x;
  }
  window.click();
  window.move_mouse(2, 2);
  EXPECT_NE(window.picture(), before);
  ASSERT_TRUE(session.pinned());
  window.press(Key::escape);
  EXPECT_EQ(window.picture(), before);
  session.seek(2);
  window.picture();
  window.move_mouse(948, 145);  // first field in the map after the pass that moves fields
  window.picture();
  window.picture();
  ASSERT_TRUE(session.hovered());
  EXPECT_EQ(session.hovered()->index, 0u);
}

TEST(RecordsView, ReplacesTheDiagramsOfTheSort) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  const HostOnesweep onesweep;
  session.open({}, onesweep);
  EXPECT_EQ(names_of_diagrams(session), std::vector<std::string>{"digits"});
  session.open(records(30, 2, data::Layout::hybrid), onesweep);
  EXPECT_EQ(names_of_diagrams(session), std::vector<std::string>{"records"});
  session.open(records(30, 2, data::Layout::hybrid), "bitonic/reference@cpu");
  session.seek(3);
  OffscreenWindow window(gpu::test_device(), session, {1280, 720});
  const Picture memory = window.picture();
  window.press(Key::letter_f);
  EXPECT_EQ(names_of_diagrams(session), std::vector<std::string>{"network"});
  EXPECT_NE(window.picture(), memory);
  window.press(Key::letter_f);
  EXPECT_EQ(window.picture(), memory);
}

TEST(RecordsView, ExplainsWhyThereAreNoRecordsToDraw) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  std::vector<Picture> pictures;
  for (const auto& spec :
       {records(0, 2, data::Layout::hybrid), records(Player::small_n + 1, 2, data::Layout::hybrid), ProblemSpec{}}) {
    session.open(spec, "std/sort@cpu");
    OffscreenWindow window(gpu::test_device(), session, {900, 300}, 1, FramePart("records"));
    pictures.push_back(window.picture());
  }
  EXPECT_NE(pictures[0], pictures[1]);
  EXPECT_NE(pictures[1], pictures[2]);
  EXPECT_NE(pictures[0], pictures[2]);
}

TEST(PassBytes, CountFieldsSeparatelyFromOtherBytes) {
  algorithms::Counters counters;
  counters.bytes = 1000;
  counters.field_bytes = 600;
  const PassBytes bytes = pass_bytes({4, 1, "stage", "label"}, counters);
  EXPECT_EQ(bytes.fields, 600u);
  EXPECT_EQ(bytes.others, 400u);
  EXPECT_EQ(bytes.header.index, 4u);
}

TEST(RecordsView, IsDrawnForEveryLayoutByTheRenderCommand) {
  TEXELSORT_NEED_GL();
  const TemporaryFolder folder;
  for (const char* layout : {"by-field", "hybrid", "by-record"}) {
    const std::string file = folder / (std::string(layout) + ".png");
    const auto drawn = run_program({"render", "-n", "40", "--payload", "record:5", "--layout", layout, "-a",
                                    "std/sort@cpu", "--view", "records", "--pass", "end", "-o", file});
    EXPECT_EQ(drawn.exit_code, 0) << drawn.err;
    EXPECT_GT(read_file(file).size(), 20000u) << layout;
  }
}

TEST(OnesweepView, ShowsEachPassDifferentlyAndTheSameWhenYouGoBack) {
  TEXELSORT_NEED_GL();
  const HostOnesweep algorithm({.bits = 8, .tile = 16});
  Session session(&gpu::test_device());
  ProblemSpec spec;
  spec.n = 64;
  session.open(spec, algorithm);
  OffscreenWindow window(gpu::test_device(), session, {1100, 560}, 1, FramePart("digits"));
  std::vector<Picture> pictures{window.picture()};
  while (!session.player().at_end()) {
    window.press(Key::right);
    const Picture next = window.picture();
    for (const Picture& earlier : pictures) EXPECT_NE(next, earlier);
    pictures.push_back(next);
  }
  ASSERT_EQ(pictures.size(), 7u);
  for (std::size_t pass = pictures.size() - 1; pass-- > 0;) {
    window.press(Key::left);
    EXPECT_EQ(window.picture(), pictures[pass]) << pass;
  }
}

TEST(OnesweepView, ShowsFinishedAndUnfinishedTilesDifferently) {
  TEXELSORT_NEED_GL();
  ProblemSpec spec;
  spec.n = 64;
  std::vector<std::size_t> green, orange;
  for (const bool unfinished : {false, true}) {
    const HostOnesweep algorithm({.bits = 2, .tile = 16, .unfinished = unfinished});
    Session session(&gpu::test_device());
    session.open(spec, algorithm);
    session.seek(3);
    OffscreenWindow window(gpu::test_device(), session, {1100, 560}, 1, FramePart("digits"));
    const Picture picture = window.picture();
    const Theme& dark = theme(ThemeName::dark);
    green.push_back(pixels_of(picture, glm::vec3(to_vec4(blend(dark.raised, dark.kept, 0.8f)))));
    orange.push_back(pixels_of(picture, glm::vec3(to_vec4(dark.maximum))));
  }
  EXPECT_GT(green[0], green[1]) << "the highest sums are in the last tile, which has not added its own";
  EXPECT_GT(orange[1], orange[0]) << "hatched where a tile has counted only itself";
}

TEST(OnesweepView, MarksTheDigitsOfTheSelectedKey) {
  TEXELSORT_NEED_GL();
  const HostOnesweep algorithm({.bits = 8, .tile = 16});
  Session session(&gpu::test_device());
  ProblemSpec spec;
  spec.n = 64;
  session.open(spec, algorithm);
  for (const std::uint64_t pass : {1, 2, 4}) {
    session.seek(pass);
    OffscreenWindow window(gpu::test_device(), session, {1100, 560}, 1, FramePart("digits"));
    const Picture none = window.picture();
    session.pin(pair_of(session.player(), 9));
    const Picture ninth = window.picture();
    EXPECT_NE(ninth, none);
    session.pin(pair_of(session.player(), 10));
    EXPECT_NE(window.picture(), ninth);
    session.pin(std::nullopt);
  }
  // These two keys differ only in their highest digit.
  spec.n.reset();
  spec.values = "0,4278190080";
  session.open(spec, algorithm);
  session.seek(1);
  OffscreenWindow window(gpu::test_device(), session, {1100, 560}, 1, FramePart("digits"));
  session.pin(pair_of(session.player(), 0));
  const Picture low = window.picture();
  session.pin(pair_of(session.player(), 1));
  EXPECT_NE(window.picture(), low);
}

}  // namespace
}  // namespace texelsort::app
