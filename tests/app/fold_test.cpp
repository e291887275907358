#include "app/playback/models/fold.h"

#include <gtest/gtest.h>

#include "app/gui/views/workspaces.h"
#include "app/gui/window/offscreen.h"
#include "app/session/session.h"
#include "tests/app/cli_support.h"
#include "tests/app/pixels.h"
#include "tests/app/specs.h"
#include "tests/app/text_audit.h"
#include "tests/support/gl.h"

/// Tests of the view that folds the line of keys into the texture's rows: kinds of passes, and the animation.
namespace texelsort::app {
namespace {

TEST(FoldedLine, ClassifiesComparatorsByWhetherTheyStayInARowOrAColumn) {
  EXPECT_EQ(kind_of({0, 7}, 8), PassKind::row);
  EXPECT_EQ(kind_of({7, 8}, 8), PassKind::across);
  EXPECT_EQ(kind_of({3, 11}, 8), PassKind::column);
  EXPECT_EQ(kind_of({3, 12}, 8), PassKind::across);
  EXPECT_EQ(kind_of({3, 12}, 16), PassKind::row);
}

/// Distances below the texture's width stay within a row. Multiples of the width stay within a column. A step that
/// compares with a reversal crosses rows and columns.
TEST(FoldedLine, ClassifiesThePassesOfBitonicSortByRowAndColumn) {
  Session session(nullptr);
  session.open(uniform(64), "bitonic/reference@cpu");
  const auto& kinds = kinds_of_passes(session.player(), 8);
  ASSERT_EQ(kinds.size(), 21u);
  using enum PassKind;
  for (std::size_t pass = 0; pass < 6; ++pass) EXPECT_EQ(kinds[pass], row) << pass;
  EXPECT_EQ(std::vector(kinds.begin() + 6, kinds.begin() + 10), (std::vector{across, row, row, row}))
      << "stage 4: 16 keys are two rows";
  EXPECT_EQ(std::vector(kinds.begin() + 15, kinds.end()), (std::vector{across, column, column, row, row, row}))
      << "stage 6: distances 63, 16, 8, 4, 2, 1";
  session.player().seek(17);
  EXPECT_EQ(distance_text(session.player(), 8), "partners are 2 rows apart in the same column");
  session.player().seek(21);
  EXPECT_EQ(distance_text(session.player(), 8), "partners are 1 texel apart in the same row");
}

TEST(FoldedLine, ContainsARectangleOfTexelsAsSeparatePieces) {
  EXPECT_EQ(runs_of({0, 2, 8, 2}, 8, 64), (std::vector<LineRun>{{16, 32}})) << "whole rows go on in one another";
  EXPECT_EQ(runs_of({2, 0, 2, 3}, 8, 64), (std::vector<LineRun>{{2, 4}, {10, 12}, {18, 20}}));
  EXPECT_EQ(runs_of({4, 1, 4, 2}, 8, 14), (std::vector<LineRun>{{12, 14}})) << "there are no keys past the last";
}

TEST(FoldAnimation, MovesRowsOneAfterTheOther) {
  for (const std::uint64_t rows : {1, 2, 8}) {
    for (std::uint64_t row = 0; row < rows; ++row) {
      EXPECT_EQ(row_progress(0, row, rows), 0.0);
      EXPECT_EQ(row_progress(1, row, rows), 1.0);
      if (row == 0) continue;
      EXPECT_LE(row_progress(0.4, row, rows), row_progress(0.4, row - 1, rows));
    }
  }
}

TEST(FoldView, AnimatesTheFoldAndThenStops) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  session.open(uniform(64), "bitonic/grouped-quads");
  session.player().seek(17);
  OffscreenWindow window(gpu::test_device(), session, {1280, 720});
  const Picture views = window.picture();
  EXPECT_FALSE(session.busy());
  window.press(Key::letter_o);
  ASSERT_NE(chosen_workspace(session), nullptr);
  EXPECT_TRUE(session.busy()) << "the window draws frames while it folds";
  const Picture line = window.picture();
  EXPECT_NE(line, views);
  EXPECT_EQ(listed_faults(window.texts()), "");
  double last = session.fold();
  EXPECT_EQ(last, 0.0);
  for (int frame = 0; frame < 100 && session.busy(); ++frame) {
    session.update(0.1);
    EXPECT_GT(session.fold(), last);
    last = session.fold();
    if (frame == 20) {
      EXPECT_NE(window.picture(), line);
      EXPECT_EQ(listed_faults(window.texts()), "") << "half way";
    }
  }
  EXPECT_FALSE(session.busy()) << "no frames are drawn once it is folded";
  EXPECT_EQ(session.fold(), 1.0);
  const Picture folded = window.picture();
  EXPECT_NE(folded, line);
  EXPECT_EQ(listed_faults(window.texts()), "");
  session.set_fold(0);
  const Picture unfolded = window.picture();
  EXPECT_NE(unfolded, folded);
  session.set_fold(0.5);
  EXPECT_NE(window.picture(), unfolded);
  session.set_fold(0);
  EXPECT_EQ(window.picture(), unfolded);
  session.set_fold(1);
  EXPECT_EQ(window.picture(), folded);
  window.press(Key::letter_o);
  EXPECT_EQ(window.picture(), views) << "back to the run's views";
}

/// In the folded texture, each quad is one rectangle in the colour of its role. On the line, the same quad has one
/// piece per run of adjacent positions.
TEST(FoldView, DrawsTheQuadsOfAPassAndGoesToAClickedPass) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  session.open(uniform(64), "bitonic/grouped-quads");
  session.player().seek(17);
  OffscreenWindow window(gpu::test_device(), session, {900, 700}, 1, FramePart("fold"));
  const Picture picture = window.picture();
  const Theme& colours = theme(session.look.theme);
  for (const ImU32 role : {colours.minimum, colours.maximum}) {
    EXPECT_GT(pixels_of(picture, glm::vec3(to_vec4(role))), 500u);
  }
  // The marks of passes are above the handle of the slider. The leftmost mark is that of the first pass.
  for (float y = 690; y > 560 && session.player().target() == 17; y -= 4) {
    window.move_mouse(32, y);
    window.click();
  }
  EXPECT_EQ(session.player().target(), 1u) << "a click on a mark goes to its pass";
}

TEST(FoldView, DrawsAnyStageOfTheFoldWithAnyNumberOfKeys) {
  TEXELSORT_NEED_GL();
  const TemporaryFolder folder;
  const auto render = [&](const std::string& position, const std::string& id) {
    const std::string file = folder / "fold.png";
    const auto drawn =
        run_program({"render", "-n", "16", "-t", "f32", "-a", id, "--view", "fold", "--fold", position, "-o", file});
    EXPECT_EQ(drawn.exit_code, 0) << drawn.err;
    return read_file(file);
  };
  const std::string line = render("0", "bitonic/grouped-quads"), way = render("0.5", "bitonic/grouped-quads");
  EXPECT_NE(line, way);
  EXPECT_EQ(way, render("0.5", "bitonic/grouped-quads")) << "deterministic";
  EXPECT_NE(way, render("1", "bitonic/grouped-quads"));
  for (const char* id : {"std/sort@cpu", "bitonic/fused", "bitonic/blend", "best-known/reference@cpu"})
    render("0.3", id);
  expect_one_line_error(run_program({"render", "--view", "fold", "--fold", "2", "-o", folder / "no.png"}), 2,
                        {"--fold"});
  Session session(&gpu::test_device());
  for (const std::uint64_t n : {0, 1, 2, 5, 5000}) {
    session.open(uniform(n), "bitonic/single-quad");
    OffscreenWindow window(gpu::test_device(), session, {500, 400}, 1, FramePart("fold"));
    EXPECT_FALSE(window.picture().rgba.empty());
    EXPECT_EQ(listed_faults(window.texts()), "") << n;
  }
}

}  // namespace
}  // namespace texelsort::app
