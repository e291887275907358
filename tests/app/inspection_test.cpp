#include "app/session/inspection.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/gui/window/offscreen.h"
#include "app/playback/models/buckets.h"
#include "app/playback/models/selection_progress.h"
#include "tests/app/specs.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

using data::LineRole;

ProblemSpec eight_keys() {
  ProblemSpec spec;
  spec.values = "3 7 4 8 6 2 1 5";
  return spec;
}

const DrawnText* find_text(const TextLog& log, std::string_view part) {
  const auto found = std::ranges::find_if(
      log.texts(), [&](const DrawnText& text) { return text.whole.find(part) != std::string::npos; });
  return found == log.texts().end() ? nullptr : &*found;
}

/// Window that shows only the texture. It clicks the texel of a key, and returns the texts of the inspector.
class ClickedKey {
 public:
  ClickedKey(Session& session, std::uint64_t place) : window_(gpu::test_device(), session, {1600, 900}) {
    window_.press(Key::letter_s);
    window_.press(Key::digit_1);
    window_.picture();
    const auto keys = session.player().run().views();
    const std::uint32_t width = find_view(keys, algorithms::tables::Keys{})->width;
    click_texel(place % width, place / width, width, (session.problem().n() + width - 1) / width);
    window_.press(Key::digit_1);
    window_.move_mouse(2, 2);
    window_.picture();
  }

  OffscreenWindow& window() { return window_; }
  bool says(std::string_view part) { return find_text(window_.texts(), part) != nullptr; }

 private:
  /// Clicks a texel. The texture is in the middle of its view, and each texel has a cell of at most 104 pixels.
  void click_texel(std::uint64_t x, std::uint64_t y, std::uint64_t columns, std::uint64_t rows) {
    const auto& cards = window_.texts().cards();
    const auto card = std::ranges::find(cards, "texture", &DrawnCard::name);
    ASSERT_NE(card, cards.end());
    const auto& texts = window_.texts().texts();
    const auto title = std::ranges::find(texts, "Texture", &DrawnText::whole);
    ASSERT_NE(title, texts.end());
    const float left = card->low.x + 16, right = card->high.x - 16;
    const float top = title->high.y + 10, bottom = card->high.y - 14;
    const float fitting =
        std::min((right - left) / static_cast<float>(columns), (bottom - top) / static_cast<float>(rows));
    const float cell = std::floor(std::min(104.0f, fitting));
    window_.move_mouse(
        0.5f * (left + right) + cell * (static_cast<float>(x) + 0.5f - 0.5f * static_cast<float>(columns)),
        0.5f * (top + bottom) + cell * (static_cast<float>(y) + 0.5f - 0.5f * static_cast<float>(rows)));
    window_.picture();
    window_.click();
    window_.picture();
  }

  OffscreenWindow window_;
};

struct Method {
  const char* algorithm;
  std::uint64_t place, pass;
  /// Shader or source file of the line that compares keys, or of the line that reads keys if no line compares.
  const char* file;
  const char* line;    ///< part of the source line that the inspector must show
  const char* values;  ///< part of the same line with values that the inspector must show
  const char* where;   ///< text of the key's position that the inspector must show
  const char* worker;
};

class InspectedSourceLine : public ::testing::TestWithParam<Method> {};

TEST_P(InspectedSourceLine, ProcessesTheClickedKeyForEveryMethod) {
  TEXELSORT_NEED_GL();
  const Method& method = GetParam();
  Session session(&gpu::test_device(), cpu_kernels);
  session.open(eight_keys(), method.algorithm);
  session.player().seek(method.pass);
  ClickedKey clicked(session, method.place);
  ASSERT_TRUE(session.pinned());
  ASSERT_EQ(session.pinned()->index, method.place);
  const Inspection inspection = inspect(session, method.place);
  ASSERT_TRUE(inspection.reading);
  const auto telling = telling_line(*inspection.reading);
  ASSERT_TRUE(telling);
  EXPECT_EQ(telling->file->name, method.file);
  EXPECT_NE(telling->line->line->text.find(method.line), std::string::npos) << telling->line->line->text;
  EXPECT_NE(telling->line->values.find(method.values), std::string::npos) << telling->line->values;
  EXPECT_NE(key_place_text(inspection.where).find(method.where), std::string::npos) << key_place_text(inspection.where);
  EXPECT_NE(inspection.worker.find(method.worker), std::string::npos) << inspection.worker;
  EXPECT_TRUE(clicked.says(method.where)) << "in the inspector";
  EXPECT_TRUE(clicked.says(inspection.worker)) << "in the inspector";
  EXPECT_TRUE(clicked.says(method.line)) << "in the source view";
}

// After two of the six passes of a bitonic sort, the keys are 3 4 7 8 2 1 6 5. Pass 3 exchanges 2 with 1, and 6 with 5.
// Position 5 gets the larger key of 2 and 1.
INSTANTIATE_TEST_SUITE_P(
    Methods, InspectedSourceLine,
    ::testing::Values(Method{"bitonic/single-quad", 5, 3, "networks/single_quad.frag", "bool take_other = gets_smaller",
                             "take_other = false ? precedes(2, 1) : precedes(1, 2);", "texel (1, 1)",
                             "fragment (1, 1) of quad 1 of 1, 4 \u00d7 2 texels from (0, 0)"},
                      Method{"bitonic/grouped-quads", 5, 3, "common/texel_arrays.glsl", "maximum ? greater(own, other)",
                             "true ? greater(1, 2) : lesser(1, 2)", "texel (1, 1)", "writes the larger keys"},
                      Method{"bitonic/blend", 5, 3, "networks/blend.frag", "lists_out = texture(lists_in, COORDINATE)",
                             "texture(lists_in, partner_coordinate).rgba", "texel (1, 0), channel b",
                             "writes the larger keys"},
                      Method{"bitonic/fused", 5, 1, "networks/fused.frag", "uvec4 smaller = min(a.code, b.code);", "",
                             "channel ", "fragment (0, 0)"},
                      Method{"bitonic/compute", 5, 3, "networks/step.comp", "if (precedes(encode(b), encode(a)))",
                             "precedes(encode(1), encode(2))", "buffer, no texel",
                             "workgroup 0 of 1, invocation 2 of "},
                      Method{"select/depth@fragment", 5, 3, "selection/plane.frag", "void main() {}", "",
                             "texel (1, 1)", "fragment (1, 1)"},
                      Method{"radix/grs@compute", 5, 3, "radix/move_serial.comp", "keys_out[to] = key;",
                             "keys_out[5] = 6;", "buffer, no texel", "workgroup 0 of 1"},
                      Method{"radix/grs@cuda", 5, 3, "algorithms/radix/cuda/grs.cuh", "tile.write(arguments.out,", "",
                             "buffer, no texel", "which wrote it"}),
    [](const auto& info) {
      std::string name = info.param.algorithm;
      for (char& letter : name) letter = std::isalnum(static_cast<unsigned char>(letter)) ? letter : '_';
      return name;
    });

TEST(Inspection, ShowsBothKeysOfAClickedComparatorBeforeAndAfterThePass) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  session.open(eight_keys(), "bitonic/grouped-quads");
  session.player().seek(3);
  OffscreenWindow window(gpu::test_device(), session, {1600, 900});
  const auto& cards = window.texts().cards();
  const auto card = std::ranges::find(cards, "network", &DrawnCard::name);
  ASSERT_NE(card, cards.end());
  const auto low = card->low, high = card->high;
  // The program draws the number of a key on its wire after the comparators of the pass.
  std::optional<ImVec2> token;
  for (const DrawnText& text : window.texts().texts()) {
    const bool inside = text.low.x > low.x + 60 && text.high.x < high.x && text.low.y > low.y && text.high.y < high.y;
    if (inside && text.whole == "1" && text.height > 0) token = ImVec2{text.low.x, 0.5f * (text.low.y + text.high.y)};
  }
  ASSERT_TRUE(token);
  for (float back = 24; back < 100 && !session.pinned(); back += 4) {
    window.move_mouse(token->x - back, token->y + 12);
    window.picture();
    if (session.hovered() && session.hovered() == Pair{4, 5}) window.click();
  }
  ASSERT_TRUE(session.pinned());
  EXPECT_EQ(*session.pinned(), (Pair{4, 5}));
  window.picture();
  EXPECT_EQ(session.player().position(), 3u) << "the comparator's pass is the present one";
  const ElementHistory story = story_of(session.player(), 4);
  EXPECT_EQ(story.before, "2");
  EXPECT_EQ(story.after, "1");
  EXPECT_EQ(story.partner_before, "1");
  EXPECT_EQ(story.partner_after, "2");
  EXPECT_EQ(story.from, 5u);
  EXPECT_TRUE(story.gets_smaller);
  for (const char* said : {"index 4, texel (0, 1)", "index 5, texel (1, 1)", "before: 2", "before: 1",
                           "compared and swapped", "writes the smaller keys"}) {
    EXPECT_NE(find_text(window.texts(), said), nullptr) << said;
  }
}

DrawnCard card_of(OffscreenWindow& window, const char* name) {
  const auto& cards = window.texts().cards();
  const auto card = std::ranges::find(cards, name, &DrawnCard::name);
  if (card == cards.end()) throw std::out_of_range(name);
  return *card;
}

TEST(Inspection, SelectsTheFirstKeyOfAClickedHistogramBin) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  ProblemSpec spec = uniform(200);
  spec.questions = {{.kind = algorithms::Question::Kind::largest, .k = 100}};
  session.open(spec, "select/histogram@compute", {{"digit", "4"}});
  while (digit_histograms(session.player()).empty()) ASSERT_TRUE(session.player().step_forward());
  OffscreenWindow window(gpu::test_device(), session, {1600, 900});
  const DrawnCard card = card_of(window, "histogram");
  for (float x = card.low.x + 20; x < card.high.x && !session.pinned(); x += 12) {
    window.move_mouse(x, card.high.y - 45);
    window.picture();
    if (session.hovered()) window.click();
  }
  ASSERT_TRUE(session.pinned());
  const auto histogram = digit_histograms(session.player()).front();
  const auto codes = data::codes(session.player().state()->keys, session.problem().order);
  const std::uint64_t bin = (codes[session.pinned()->index] - histogram.low) >> histogram.shift;
  EXPECT_EQ(histogram.first_key(codes, bin), session.pinned()->index);
  window.picture();
  EXPECT_NE(find_text(window.texts(), fmt::format("({}): {}", bin, histogram.bins[bin])), nullptr);
}

TEST(Inspection, SelectsAKeyThatEqualsAClickedSplitter) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  session.open(uniform(60), "sample/randomized@compute");
  while (bucket_tables(session.player()) == nullptr) ASSERT_TRUE(session.player().step_forward());
  OffscreenWindow window(gpu::test_device(), session, {1600, 900});
  const DrawnCard card = card_of(window, "splitters");
  std::optional<DrawnText> node;
  for (const DrawnText& text : window.texts().texts()) {
    const bool inside = text.low.x > card.low.x && text.high.x < card.high.x && text.low.y > card.low.y + 40 &&
                        text.high.y < card.high.y;
    if (inside && text.whole.size() > 2 && std::ranges::all_of(text.whole, [](char c) { return c >= '0' && c <= '9'; }))
      node = text;
  }
  ASSERT_TRUE(node);
  window.move_mouse(0.5f * (node->low.x + node->high.x), 0.5f * (node->low.y + node->high.y));
  window.picture();
  window.click();
  window.picture();
  ASSERT_TRUE(session.pinned());
  EXPECT_EQ(session.player().key_text(session.pinned()->index), node->whole);
}

TEST(Inspection, ShowsThePartnerOfTheSelectedKeyInThePresentPass) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  session.open(eight_keys(), "bitonic/single-quad");
  session.player().seek(3);
  OffscreenWindow window(gpu::test_device(), session, {1600, 900});
  session.pin(pair_of(session.player(), 1));
  EXPECT_EQ(outcome_of(session.player(), *session.pinned()), CompareOutcome::kept);
  EXPECT_NE(find_text(window.texts(), "compared, kept"), nullptr);
  window.press(Key::right);  // steps to the pass that compares keys 1 and 6
  EXPECT_EQ(*session.pinned(), (Pair{1, 6}));
  EXPECT_EQ(outcome_of(session.player(), Pair{1, 0}), CompareOutcome::apart);
}

TEST(Inspection, MovesTheSelectionToNeighboursByArrowKeys) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  session.open(eight_keys(), "bitonic/single-quad");
  session.player().seek(1);
  OffscreenWindow window(gpu::test_device(), session, {1280, 720});
  const auto pinned_after = [&](Key key) {
    window.press(key);
    window.texts();
    return session.pinned()->index;
  };
  EXPECT_EQ(pinned_after(Key::down), 0u) << "the first key, if none is selected";
  EXPECT_EQ(pinned_after(Key::up), 0u) << "there is none before";
  EXPECT_EQ(pinned_after(Key::down), 1u);
  EXPECT_EQ(session.pinned()->partner, 0u);
  EXPECT_EQ(pinned_after(Key::shift_down), 5u) << "the texel below, in rows of 4";
  EXPECT_EQ(pinned_after(Key::shift_right), 6u);
  EXPECT_EQ(pinned_after(Key::shift_up), 2u);
  EXPECT_EQ(pinned_after(Key::shift_left), 1u);
}

TEST(KeyTrail, FollowsAPinnedKeyThroughAllPasses) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  session.open(eight_keys(), "bitonic/single-quad");
  OffscreenWindow window(gpu::test_device(), session, {1600, 900});
  session.pin(pair_of(session.player(), 6));  // pins key 1, which the sort moves to the front
  window.press(Key::end);
  window.texts();
  EXPECT_EQ(session.pinned()->index, 0u);
  const auto& stops = session.trail();
  ASSERT_EQ(stops.size(), 7u);
  EXPECT_EQ(stops.front().place, 6u);
  EXPECT_EQ(stops.back().place, 0u);
  for (const PathStop& stop : stops) EXPECT_EQ(stop.key, "1");
  const Picture without = window.picture();
  window.press(Key::letter_w);
  EXPECT_NE(window.picture(), without);
  EXPECT_NE(find_text(window.texts(), "input: index 6, 1"), nullptr) << "in the inspector";
  window.press(Key::home);
  window.texts();
  EXPECT_EQ(session.pinned()->index, 6u) << "and back";
}

TEST(KeyTrail, ListsTheKeysThatAPinnedPositionHoldsAfterEachPass) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  session.open(eight_keys(), "bitonic/single-quad");
  session.player().seek(6);
  session.look.follow = Follow::place;
  session.pin(pair_of(session.player(), 6));
  const auto& stops = session.trail();
  ASSERT_EQ(stops.size(), 7u);
  EXPECT_EQ(stops.front().key, "1");
  EXPECT_EQ(stops.back().key, "7");
  for (const PathStop& stop : stops) EXPECT_EQ(stop.place, 6u);
}

TEST(DigitTableView, SelectsAKeyOfTheClickedCell) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  session.open(uniform(64), "radix/grs@compute", {{"digit", "2"}, {"tile", "16"}});
  session.player().seek(3);
  OffscreenWindow window(gpu::test_device(), session, {1200, 800}, 1, FramePart("digits"));
  const DrawnText* row = find_text(window.texts(), "tile 1");
  const DrawnText* column = find_text(window.texts(), "00");
  ASSERT_NE(row, nullptr);
  ASSERT_NE(column, nullptr);
  window.move_mouse(0.5f * (column->low.x + column->high.x), 0.5f * (row->low.y + row->high.y));
  window.picture();
  window.click();
  window.picture();
  ASSERT_TRUE(session.pinned());
  const ElementHistory story = story_of(session.player(), session.pinned()->index);
  ASSERT_TRUE(story.from);
  EXPECT_EQ(*story.from / 16, 1u) << "it stood in tile 1";
  EXPECT_EQ(symbols_of(session.player(), story).at("digit"), "0");
}

}  // namespace
}  // namespace texelsort::app
