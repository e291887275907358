#include "app/playback/index_history.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/gui/window/offscreen.h"
#include "app/session/session.h"
#include "app/session/view_state.h"
#include "tests/app/specs.h"
#include "tests/app/text_audit.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

ProblemSpec slides_problem() {
  ProblemSpec spec;
  spec.values = "3 7 4 8 6 2 1 5";
  return spec;
}

std::string text(const HistoryRow& row) {
  const ElementHistory& story = row.story;
  return fmt::format("{}: {} -> {}{}, {}", story.place, *story.before, *story.after,
                     row.compared ? fmt::format(", with {} at {}", row.compared->key, row.compared->place) : "",
                     outcome_text(row));
}

std::vector<std::string> texts(const std::vector<HistoryRow>& rows) {
  std::vector<std::string> all;
  for (const HistoryRow& row : rows) all.push_back(text(row));
  return all;
}

/// Returns the text of a line in a file below shaders/ or compute/.
std::string line_of(const std::string& file, std::uint32_t number) {
  const std::filesystem::path root = TEXELSORT_SOURCE_DIR;
  const auto path = root / (std::filesystem::exists(root / "shaders" / file) ? "shaders" : "compute") / file;
  std::ifstream in(path);
  std::string line;
  for (std::uint32_t i = 0; i < number && std::getline(in, line); ++i) continue;
  return line;
}

void expect_store(const HistoryRow& row) {
  ASSERT_FALSE(row.file.empty()) << text(row);
  const std::string line = line_of(row.file, row.line);
  EXPECT_EQ(line.substr(0, row.code.size()), row.code) << row.file << ":" << row.line;
  const bool stores = line.find("writes") != std::string::npos || line.find("copies") != std::string::npos ||
                      line.find("sorts") != std::string::npos;
  EXPECT_TRUE(stores) << line;
}

TEST(IndexHistory, ListsThePassesOfTheSlidesForOneIndex) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  session.open(slides_problem(), "bitonic/single-quad");
  seek_to(session, "6");
  session.pin(pair_of(session.player(), 7));
  const std::vector<HistoryRow> rows = session.history();
  EXPECT_EQ(texts(rows), (std::vector<std::string>{
                             "7: 5 -> 5, with 1 at 6, kept",
                             "7: 5 -> 5, with 2 at 4, kept",
                             "7: 5 -> 6, with 6 at 6, swapped",
                             "7: 6 -> 6, with 3 at 0, kept",
                             "7: 6 -> 7, with 7 at 5, swapped",
                             "7: 7 -> 8, with 8 at 6, swapped",
                         }));
  for (const HistoryRow& row : rows) expect_store(row);
}

TEST(IndexHistory, FollowsTheKeyThroughItsPlaces) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  session.open(slides_problem(), "bitonic/single-quad");
  seek_to(session, "6");
  session.look.history_of_key = true;
  session.pin(pair_of(session.player(), 7));
  std::vector<std::string> compared;
  for (const HistoryRow& row : session.history()) {
    EXPECT_EQ(row.story.after, "8") << row.pass;
    ASSERT_TRUE(row.compared && row.story.from) << row.pass;
    compared.push_back(fmt::format("{} to {}, with {} at {}, {}", *row.story.from, row.story.place, row.compared->key,
                                   row.compared->place, outcome_text(row)));
  }
  EXPECT_EQ(compared, (std::vector<std::string>{
                          "3 to 3, with 4 at 2, kept",
                          "3 to 3, with 3 at 0, kept",
                          "3 to 3, with 7 at 2, kept",
                          "3 to 4, with 1 at 4, swapped",
                          "4 to 6, with 5 at 6, swapped",
                          "6 to 7, with 7 at 7, swapped",
                      }));
}

TEST(IndexHistory, KeepsTheIndexFromPassToPassWhileItIsShown) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  session.open(slides_problem(), "bitonic/single-quad");
  seek_to(session, "6");
  session.pin(pair_of(session.player(), 7));
  OffscreenWindow window(gpu::test_device(), session, {1280, 720});
  window.press(Key::letter_d);
  window.picture();
  EXPECT_EQ(session.history().front().story.place, 7u);
  EXPECT_EQ(session.look.follow, Follow::value);
  session.seek(3);
  window.picture();
  EXPECT_EQ(session.pinned()->index, 7u);
  // Without the history, the pin follows the key again: 6, which the third pass moved to index 7.
  window.press(Key::letter_d);
  session.look.history_of_key = true;
  window.press(Key::letter_d);
  session.seek(2);
  window.picture();
  EXPECT_EQ(session.pinned()->index, 6u);
}

TEST(IndexHistory, NamesTheLineThatScattersTheKeysOfARadixSort) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  session.open(slides_problem(), "radix/srts@compute");
  seek_to(session, "3");
  session.pin(pair_of(session.player(), 0));
  const std::vector<HistoryRow> rows = session.history();
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(texts(rows), (std::vector<std::string>{"0: 3 -> 3, not written", "0: 3 -> 3, not written",
                                                   "0: 3 -> 1, moved from index 6"}));
  expect_store(rows[2]);
}

TEST(IndexHistory, NamesTheLineOfAKernel) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device(), cpu_kernels);
  session.open(slides_problem(), "radix/grs@cuda");
  seek_to(session, "3");
  session.pin(pair_of(session.player(), 0));
  ASSERT_EQ(session.history().size(), 3u);
  expect_store(session.history()[2]);
}

TEST(IndexHistory, HasNoRowsAtTheInputAndWithoutAPin) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  session.open(slides_problem(), "bitonic/single-quad");
  seek_to(session, "2");
  EXPECT_TRUE(session.history().empty());
  session.pin(pair_of(session.player(), 7));
  EXPECT_EQ(session.history().size(), 2u);
  seek_to(session, "0");
  EXPECT_TRUE(session.history().empty());
}

TEST(HistoryView, GoesToThePassOfAClickedRow) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  session.open(slides_problem(), "bitonic/single-quad");
  seek_to(session, "6");
  session.pin(pair_of(session.player(), 7));
  OffscreenWindow window(gpu::test_device(), session, {900, 600}, 1, FramePart("history"));
  window.picture();
  EXPECT_EQ(listed_faults(window.texts()), "");
  const auto& items = window.texts().items();
  const auto row = std::ranges::find(items, "pass 2", &DrawnItem::name);
  ASSERT_NE(row, items.end());
  window.move_mouse(0.5f * (row->low.x + row->high.x), 0.5f * (row->low.y + row->high.y));
  window.click();
  window.picture();
  EXPECT_EQ(session.player().position(), 2u);
}

TEST(PseudocodeView, StandsNextToThePictureInPresenterMode) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  session.open(slides_problem(), "bitonic/single-quad");
  seek_to(session, "4");
  session.look.presenter = true;
  OffscreenWindow window(gpu::test_device(), session, {1280, 720});
  window.press(Key::letter_z);
  window.picture();
  EXPECT_EQ(listed_faults(window.texts()), "");
  const auto has = [&](std::string_view name) {
    const auto& cards = window.texts().cards();
    return std::ranges::find(cards, name, &DrawnCard::name) != cards.end();
  };
  EXPECT_TRUE(has("pseudocode"));
  EXPECT_TRUE(has("network"));
  window.press(Key::letter_z);
  window.picture();
  EXPECT_FALSE(has("pseudocode"));
}

}  // namespace
}  // namespace texelsort::app
