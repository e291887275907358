#include "app/gui/window/window_export.h"

#include <algorithm>
#include <filesystem>
#include <regex>

#include <gtest/gtest.h>

#include "app/gui/window/picture_export.h"
#include "app/session/lesson_player.h"
#include "app/session/options/view_state_options.h"
#include "compute/data/error.h"
#include "tests/app/cli_support.h"
#include "tests/app/window_items.h"
#include "tests/support/environment.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

TEST(LessonStops, ShowAQuestionBeforeItsAnswer) {
  Lesson lesson;
  lesson.steps = {{.show = "", .caption = "a"}, {.show = "", .caption = "b", .question = LessonQuestion{}}};
  EXPECT_EQ(lesson_stops(lesson, 3), (std::vector<ExportStop>{{0}, {1}, {1, true}}));
  EXPECT_THROW(lesson_stops(lesson, 2), UsageError);
}

/// Window on the worked example, whose exports go to a folder of the test.
class WindowExports : public testing::Test {
 protected:
  void SetUp() override {
    TEXELSORT_NEED_GL();
    session_ = std::make_unique<Session>(&gpu::test_device());
    show(*session_, read_view_state("-d slides-bitonic -a bitonic/grouped-quads --pass 3"));
    session_->file = folder_ / "example.texelsort";
    window_ = std::make_unique<OffscreenWindow>(gpu::test_device(), *session_, gpu::Extent{1280, 720});
  }
  void press(Key key) {
    window_->texts();
    window_->press(key);
    window_->texts();
  }
  bool says(const std::string& words) {
    return std::ranges::any_of(window_->texts().texts(),
                               [&](const DrawnText& text) { return contains(text.whole, words); });
  }
  /// Chooses the command with a title in the palette, and accepts the proposed file.
  void choose(const std::string& title) {
    press(Key::control_p);
    window_->type("export " + title);
    window_->texts();
    window_->strike(ImGuiKey_Enter);
    window_->texts();
    EXPECT_TRUE(says("Export: name the file"));
    window_->strike(ImGuiKey_Enter);
    window_->picture();
  }

  TemporaryFolder folder_;
  tests::Environment state_home_{"XDG_STATE_HOME", folder_ / "state"};
  std::unique_ptr<Session> session_;
  std::unique_ptr<OffscreenWindow> window_;
};

TEST_F(WindowExports, PaletteListsAllKindsAndSaysWhenNothingIsFound) {
  press(Key::control_p);
  window_->type("export");
  for (const char* kind : {"Export a page", "Export slides", "Export a film", "Export a picture"}) {
    EXPECT_TRUE(says(kind)) << kind;
  }
  window_->type(" qqqq");
  EXPECT_TRUE(says("Nothing found for"));
}

TEST_F(WindowExports, WriteTheSameFilmAsTheCommandAndNameItsPath) {
  choose("film");
  for (int frame = 0; frame < 20; ++frame) window_->texts(1);
  const std::string file = folder_ / "bitonic-grouped-quads.gif";
  EXPECT_TRUE(says("Saved: " + file));
  ASSERT_TRUE(std::filesystem::exists(file));
  const Outcome outcome = run_program(
      {"export", "film", "-d", "slides-bitonic", "-a", "bitonic/grouped-quads", "-o", folder_ / "command.gif"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(read_file(file), read_file(folder_ / "command.gif"));
}

TEST_F(WindowExports, ProposeANewNameBesideAnExistingFile) {
  for (const char* name : {"bitonic-grouped-quads.html", "bitonic-grouped-quads-2.html"}) {
    choose("page");
    EXPECT_TRUE(says("Saved: " + (folder_ / name)));
    EXPECT_TRUE(read_file(folder_ / name).starts_with("<!DOCTYPE html>")) << name;
  }
}

TEST_F(WindowExports, DrawThePictureOfTheWindow) {
  choose("picture");
  EXPECT_TRUE(read_file(folder_ / "bitonic-grouped-quads.png").starts_with("\x89PNG"));
}

TEST_F(WindowExports, EndWithoutAFileAfterEsc) {
  show(*session_, read_view_state("-n 256 -a bitonic/grouped-quads --pass 3"));
  choose("film");
  EXPECT_TRUE(says("of 37 pictures"));
  window_->press(Key::escape);
  EXPECT_FALSE(session_->busy());
  EXPECT_FALSE(cancel_export(*session_)) << "no export is left to cancel";
  EXPECT_FALSE(says("Saved: "));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "bitonic-grouped-quads.gif"));
}

TEST_F(WindowExports, WriteALessonWhileItIsOpen) {
  ASSERT_TRUE(workspace<LessonPlayer>(*session_).open(*session_, "bitonic-merge-sort"));
  const std::size_t stops = lesson_stops(*workspace<LessonPlayer>(*session_).lesson(), most_slides).size();
  choose("slides");
  for (int frame = 0; frame < 40; ++frame) window_->texts(1);
  const std::string document = read_file(folder_ / "bitonic-merge-sort.pdf");
  EXPECT_TRUE(contains(document, "/Count " + std::to_string(stops)));
  EXPECT_EQ(workspace<LessonPlayer>(*session_).step_number(), 0u) << "the lesson of the window stays at its step";
}

TEST(ExportSlidesCommand, ShowsEachAnswerOfALessonAfterItsQuestion) {
  TEXELSORT_NEED_GL();
  const TemporaryFolder folder;
  const std::string file = folder / "lesson.pdf";
  const Outcome outcome = run_program({"export", "slides", "--lesson", "bitonic-merge-sort", "-o", file});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  if (!is_installed("pdftotext")) GTEST_SKIP() << "needs pdftotext";
  ASSERT_EQ(std::system(("pdftotext -layout " + file + " " + (folder / "a.txt")).c_str()), 0);
  const std::string text = read_file(folder / "a.txt");
  std::vector<std::string> pages(1);
  for (const char letter : text) {
    if (letter == '\f') {
      pages.emplace_back();
    } else {
      pages.back() += letter;
    }
  }
  const Lesson lesson = find_lesson("bitonic-merge-sort");
  std::size_t page = 0;
  for (const LessonStep& step : lesson.steps) {
    ASSERT_LT(page, pages.size());
    EXPECT_FALSE(contains(pages[page], "The right answer is "));
    EXPECT_FALSE(contains(pages[page++], "Score"));
    if (!step.question) continue;
    ASSERT_LT(page, pages.size());
    EXPECT_TRUE(std::regex_search(pages[page], std::regex("The right answer is [A-D] \\("))) << pages[page];
    EXPECT_FALSE(contains(pages[page++], "Score"));
  }
}

TEST(ExportSlidesCommand, RejectsARunNextToALesson) {
  for (const char* kind : {"slides", "film"}) {
    const std::string file = std::string("out") + (kind == std::string("film") ? ".gif" : ".pdf");
    const Outcome outcome = run_program({"export", kind, "--lesson", "bitonic-merge-sort", "-n", "8", "-o", file});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_TRUE(contains(outcome.err, "--lesson: the steps of the lesson choose input and algorithm")) << outcome.err;
  }
}

}  // namespace
}  // namespace texelsort::app
