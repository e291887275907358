#include "app/export/drawing.h"

#include <algorithm>
#include <cstdlib>

#include "app/gui/window/offscreen.h"
#include "app/session/options/view_state_options.h"
#include "tests/app/cli_support.h"
#include "tests/app/text_audit.h"
#include "tests/support/gl.h"
#include "tests/support/xml.h"

namespace texelsort::app {
namespace {

/// Returns the mean difference of all colour channels, from 0 to 255.
double mean_difference(const Picture& a, const Picture& b) {
  EXPECT_EQ(a.width, b.width);
  EXPECT_EQ(a.height, b.height);
  if (a.rgba.size() != b.rgba.size()) return 255;
  double sum = 0;
  for (std::size_t i = 0; i < a.rgba.size(); ++i) sum += std::abs(a.rgba[i] - b.rgba[i]);
  return sum / static_cast<double>(a.rgba.size());
}

/// Command lines of view states, one for each kind of view.
const std::vector<std::string> view_states{
    "-d slides-bitonic -a bitonic/grouped-quads --pass 3",
    "-n 64 -a odd-even-merge/grouped-quads --pass 7 --pin 19 --view network",
    "-n 64 -a bitonic/grouped-quads --pass 7 --view bars",
    "-n 64 -a bitonic/grouped-quads --pass 7 --view texture",
    "-n 64 -a radix/grs@compute -p digit=2 -p tile=16 --view digits --pass 3",
    "-n 256 -a sample/randomized@compute -p k2=16 -p a2=4 --view splitters --pass 1",
    "-n 64 -a merge/multiway@cpu --sequences 4 --view sequences --pass 8",
    "-k 2 --view bits --pass end",
    "-n 12 --payload record:3 --layout hybrid -a std/sort@cpu --view records",
    "-n 64 -a quick/parallel@cuda --view parts --pass 2"};

TEST(SvgDrawing, ContainsEveryTextOfTheWindow) {
  TEXELSORT_NEED_GL();
  for (const std::string& line : view_states) {
    const ViewState view_state = read_view_state(line);
    Session session(&gpu::test_device());
    show(session, view_state);
    OffscreenWindow window(gpu::test_device(), session, {1280, 720}, 1, FramePart(view_state.view));
    const TextLog& log = window.texts();
    std::multiset<std::string> shown;
    for (const DrawnText& text : log.texts()) {
      const bool whole = text.low.y >= text.clip_low.y && text.high.y <= text.clip_high.y &&
                         text.low.x >= text.clip_low.x && text.high.x <= text.clip_high.x;
      const bool one_line = text.high.y - text.low.y < 1.5f * text.height;
      if (whole && one_line && text.shown.find_first_not_of(' ') != std::string::npos) shown.insert(text.shown);
    }
    EXPECT_GT(shown.size(), 1u) << line;
    const Drawing drawing = window.drawing();
    std::string all;
    for (const DrawnPart& part : drawing.parts) {
      if (const auto* run = std::get_if<TextRun>(&part.what)) all += run->text + "\n";
    }
    for (const std::string& text : shown) {
      const std::string trimmed = text.substr(text.find_first_not_of(' '), text.find_last_not_of(' ') + 1);
      EXPECT_TRUE(contains(all, trimmed)) << line << ": " << text;
    }
    const std::string document = svg(drawing);
    EXPECT_TRUE(tests::balanced(document)) << line;
    EXPECT_EQ(document, svg(window.drawing())) << line;
    EXPECT_EQ(window.picture(),
              OffscreenWindow(gpu::test_device(), session, {1280, 720}, 1, FramePart(view_state.view)).picture())
        << "recording leaves no trace: " << line;
  }
}

TEST(SvgDrawing, LooksLikeTheWindow) {
  TEXELSORT_NEED_GL();
  if (!is_installed("rsvg-convert")) GTEST_SKIP() << "needs rsvg-convert";
  const TemporaryFolder folder;
  for (const std::string& line : view_states) {
    const ViewState view_state = read_view_state(line);
    Session session(&gpu::test_device());
    show(session, view_state);
    OffscreenWindow window(gpu::test_device(), session, {960, 600}, 1, FramePart(view_state.view));
    const Picture picture = window.picture();
    write_file(folder / "drawing.svg", svg(window.drawing()));
    const std::string command = "rsvg-convert -o " + (folder / "drawing.png") + " " + (folder / "drawing.svg");
    ASSERT_EQ(std::system(command.c_str()), 0) << line;
    const Picture drawn = data::read_png(read_file(folder / "drawing.png"), "drawing.png");
    // The renderers of picture and drawing smooth letters and edges differently. A missing bar would make a larger
    // difference than this limit.
    EXPECT_LT(mean_difference(picture, drawn), 2.5) << line;
  }
}

TEST(SvgDrawing, StoresGlyphsAsTextAndBoxesAsPaths) {
  Drawing drawing{.width = 40, .height = 20, .background = {1, 2, 3, 255}, .parts = {}, .title = "a < b & c"};
  drawing.parts.push_back({Shape{.points = {{0, 0}, {4, 0}, {4, 4}}, .colour = {255, 0, 0, 255}}, std::nullopt});
  drawing.parts.push_back({Shape{.points = {{8, 0}, {8, 4}, {12, 0}}, .colour = {255, 0, 0, 255}}, std::nullopt});
  drawing.parts.push_back(
      {Shape{.points = {{0, 9}, {9, 9}}, .line_width = 2, .colour = {0, 0, 255, 128}}, Area{1, 2, 3, 4}});
  drawing.parts.push_back(
      {TextRun{.text = "x<y", .pens = {5, 9, 14, 20}, .baseline = 12, .em = 10, .colour = {}}, Area{1, 2, 3, 4}});
  const std::string document = svg(drawing);
  EXPECT_TRUE(tests::balanced(document));
  EXPECT_TRUE(contains(document, "<title id=\"title\">a &lt; b &amp; c</title>"));
  EXPECT_TRUE(contains(document, "<path d=\"M0 0L4 0 4 4ZM12 0L8 4 8 0Z\" fill=\"#FF0000\"/>") ||
              contains(document, "<path d=\"M0 0L4 0 4 4ZM8 0L12 0 8 4Z\" fill=\"#FF0000\"/>"))
      << document;
  EXPECT_TRUE(
      contains(document, "stroke=\"#0000FF\" stroke-opacity=\"0.502\" stroke-width=\"2\" clip-path=\"url(#c0)\""));
  EXPECT_TRUE(contains(document,
                       "x=\"5\" y=\"12\" font-size=\"10\" textLength=\"15\" fill=\"#000000\" "
                       "clip-path=\"url(#c0)\">x&lt;y</text>"))
      << document;
  EXPECT_EQ(tests::occurrences(document, "<clipPath"), 1u) << "equal ones are one";
}

TEST(ExportSlidesCommand, WritesOnePagePerPassWithTheClaimOfThePass) {
  TEXELSORT_NEED_GL();
  const TemporaryFolder folder;
  const auto slides = [&](const std::string& name) {
    const Outcome outcome = run_program({"export", "slides", "-d", "slides-bitonic", "-a", "bitonic/grouped-quads",
                                         "--passes", "1-6", "-o", folder / name});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return read_file(folder / name);
  };
  const std::string document = slides("a.pdf");
  EXPECT_EQ(document, slides("b.pdf"));
  EXPECT_TRUE(document.starts_with("%PDF-"));
  EXPECT_TRUE(contains(document, "/Count 6"));
  if (!is_installed("pdftotext")) GTEST_SKIP() << "needs pdftotext";
  ASSERT_EQ(std::system(("pdftotext -layout " + (folder / "a.pdf") + " " + (folder / "a.txt")).c_str()), 0);
  const std::string text = read_file(folder / "a.txt");
  for (const std::string words :
       {"stage 1, step 1 (distance 1)", "every block of 2 keys is sorted", "stage 3, step 1 (mirrored)",
        "after pass 6 of 6", "no key of the first half exceeds a key of the second half"}) {
    EXPECT_TRUE(contains(text, words)) << words << text;
  }
  EXPECT_EQ(tests::occurrences(text, "\f"), 6u);
}

}  // namespace
}  // namespace texelsort::app
