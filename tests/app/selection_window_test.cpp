#include <cmath>

#include <gtest/gtest.h>

#include "app/export/colours.h"
#include "app/gui/views/threshold.h"
#include "app/gui/window/offscreen.h"
#include "tests/app/cli_support.h"
#include "tests/app/pixels.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

using Kind = algorithms::Question::Kind;

ProblemSpec kth_of_slides() {
  ProblemSpec spec;
  spec.distribution = "slides-kth-largest";
  spec.questions = {{.kind = Kind::largest, .k = 2}};
  return spec;
}

TEST(SelectionViews, ShowTheSamePictureWhenYouGoBackToAPass) {
  TEXELSORT_NEED_GL();
  for (const char* id :
       {"select/depth@fragment", "select/discard@fragment", "select/histogram@compute", "select/histogram@cuda"}) {
    SCOPED_TRACE(id);
    if (!algorithms::find_algorithm(id).availability(&gpu::test_device().info(), {}).available) continue;
    Session session(&gpu::test_device());
    session.open(kth_of_slides(), id);
    OffscreenWindow window(gpu::test_device(), session, {1280, 720});
    // Seeks to the end first, so that the transport knows all passes.
    window.press(Key::end);
    window.press(Key::home);
    std::vector<Picture> forwards{window.picture()};
    while (!session.player().at_end()) {
      window.press(Key::right);
      forwards.push_back(window.picture());
      EXPECT_NE(forwards.back(), forwards[forwards.size() - 2]);
    }
    for (std::size_t pass = forwards.size() - 1; pass-- > 0;) {
      window.press(Key::left);
      EXPECT_EQ(window.picture(), forwards[pass]) << "back to " << pass;
    }
  }
}

TEST(SelectionViews, ShowTheSamePictureWhenYouGoBackFromANewPass) {
  TEXELSORT_NEED_GL();
  for (const FramePart part : {FramePart("bits"), FramePart("bars"), FramePart("texture")}) {
    Session session(&gpu::test_device());
    session.open(kth_of_slides(), "select/discard@fragment");
    OffscreenWindow window(gpu::test_device(), session, {700, 400}, 1, part);
    window.press(Key::right);
    const Picture first = window.picture();
    window.press(Key::right);
    EXPECT_NE(window.picture(), first);
    window.press(Key::left);
    EXPECT_EQ(window.picture(), first);
  }
}

/// A shader decides the brightness of texels. Keys that reach the threshold have their full colour, and other keys are
/// dimmed.
TEST(SelectionViews, LightTheTexelsOfKeysThatReachTheThreshold) {
  TEXELSORT_NEED_GL();
  for (const auto type : data::all_key_types) {
    for (const auto order : {data::Order::ascending, data::Order::descending}) {
      SCOPED_TRACE(std::string(data::name(type)) + " " + std::string(data::name(order)));
      Session session(&gpu::test_device());
      ProblemSpec spec = kth_of_slides();
      spec.type = type;
      spec.order = order;
      session.open(spec, "select/discard@fragment");
      OffscreenWindow window(gpu::test_device(), session, {500, 420}, 1, FramePart("texture"));
      window.press(Key::right);
      const Picture picture = window.picture();
      ASSERT_TRUE(counted(session.player()));
      const Theme& colours = theme(session.look.theme);
      const auto& keys = session.problem().keys;
      std::uint64_t lit = 0;
      for (std::uint64_t i = 0; i < 9; ++i) {
        const glm::vec3 own = key_colour(session, colours, keys, i);
        const bool bright = pixels_of(picture, own) > 500;
        EXPECT_EQ(bright, passes(session, keys, i)) << "key " << data::text(keys, i);
        lit += bright ? 1 : 0;
      }
      EXPECT_EQ(lit, counted(session.player())->count);
    }
  }
}

TEST(SelectionViews, GoToThePassOfAClickedRowInTheBitTable) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  session.open(kth_of_slides(), "select/discard@fragment");
  OffscreenWindow window(gpu::test_device(), session, {900, 400}, 1, FramePart("bits"));
  window.press(Key::end);
  window.picture();
  ASSERT_EQ(session.player().position(), 4u);
  const auto& texts = window.texts().texts();
  const auto heading = std::ranges::find(texts, "pass", &DrawnText::whole);
  ASSERT_NE(heading, texts.end());
  window.move_mouse(450, heading->high.y + 12);  // first row of the table
  window.click();
  window.picture();
  EXPECT_EQ(session.player().position(), 1u);
}

TEST(SelectionViews, AreDrawnByTheRenderCommand) {
  TEXELSORT_NEED_GL();
  const TemporaryFolder folder;
  for (const std::string view : {"bits", "bars", "texture", "histogram", "window"}) {
    const std::string file = folder / (view + ".png");
    const std::string id = view == "histogram" ? "select/histogram@compute" : "select/depth@fragment";
    const auto drawn = run_program({"render", "-a", id, "-k", "2", "--view", view, "--pass", "2", "-o", file});
    EXPECT_EQ(drawn.exit_code, 0) << drawn.err;
    EXPECT_GT(read_file(file).size(), 1000u) << view;
  }
  const std::string file = folder / "no.png";
  expect_one_line_error(run_program({"render", "-k", "0", "-o", file}), 2, {"0"});
  expect_one_line_error(run_program({"render", "-k", "10", "-o", file}), 2, {"10", "9"});
  expect_one_line_error(run_program({"render", "-k", "2", "--pass", "6", "-o", file}), 2, {"--pass 6", "5"});
  expect_one_line_error(run_program({"render", "-k", "2", "-a", "bitonic/grouped-quads", "-o", file}), 2,
                        {"bitonic/grouped-quads", "sorts"});
}

}  // namespace
}  // namespace texelsort::app
