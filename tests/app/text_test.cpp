#include "app/gui/window/text.h"

#include <gtest/gtest.h>

#include "app/gui/window/offscreen.h"
#include "app/gui/window/run_window.h"
#include "app/problem/short_number.h"
#include "tests/app/specs.h"
#include "tests/app/text_audit.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

TEST(ShortenedNumbers, AreExactOrVisiblyCut) {
  EXPECT_EQ(short_number("4096", 4), "4096");
  EXPECT_EQ(short_number("1048576", 5), "2^20");
  EXPECT_EQ(short_number("4294967295", 6), "2^32-1");
  EXPECT_EQ(short_number("4294967295", 5), "4294…");
  EXPECT_EQ(short_number("18446744073709551615", 7), "2^64-1");
  EXPECT_EQ(short_number("-9223372036854775808", 5), "-2^63");
  EXPECT_EQ(short_number("-9223372036854775808", 4), "-92…");
  EXPECT_EQ(short_number("12000000", 5), "12e6");
  EXPECT_EQ(short_number("1200", 3), "12…");
  EXPECT_EQ(short_number("12345", 2), "");
  EXPECT_EQ(short_number("1024", 3), "10…") << "2^10 is no shorter";
  EXPECT_EQ(short_number("0.123456", 5), "0.12…");
  EXPECT_EQ(short_number("-1.2345e-10", 9), "-1.2…e-10");
  EXPECT_EQ(short_number("-1.2345e-10", 5), "");
  EXPECT_EQ(short_number("-nan", 3), "");
}

TEST(ShortenedStageNames, KeepThePartThatDistinguishesTheStages) {
  using Forms = std::vector<std::string>;
  EXPECT_EQ(shorter_names("digit 1 of 16"), (Forms{"digit 1 of 16", "digit 1/16", "1/16", "1"}));
  EXPECT_EQ(shorter_names("stage 3"), (Forms{"stage 3", "3"}));
  EXPECT_EQ(shorter_names("level 2: 16 buckets"), (Forms{"level 2: 16 buckets", "2: 16 buckets", "level 2", "2"}));
  EXPECT_EQ(shorter_names("step 2 (distance 4)"), (Forms{"step 2 (distance 4)", "step 2", "2"}));
  EXPECT_EQ(shorter_names("from step 4, up to 8 steps"), (Forms{"from step 4, up to 8 steps"}));
  EXPECT_EQ(shorter_names("histograms"), (Forms{"histograms"}));
}

/// A session with a problem and an algorithm, which a window shows.
struct Shown {
  explicit Shown(const ProblemSpec& problem, const char* algorithm = default_window_algorithm)
      : session(&gpu::test_device()) {
    session.open(problem, algorithm);
  }
  Session session;
};

TEST(TextLayoutCheck, FindsCutAndOverlappingTexts) {
  const auto text = [](float x, float y, const char* shown, const char* whole) {
    return DrawnText{.whole = whole,
                     .shown = shown,
                     .low = {x, y},
                     .high = {x + 50, y + 16},
                     .clip_low = {0, 0},
                     .clip_high = {100, 100},
                     .height = 16};
  };
  const auto faults_of = [&](std::vector<DrawnText> texts) { return faults_among(texts).size(); };
  EXPECT_EQ(faults_of({text(10, 10, "a", "a"), text(10, 26, "b", "b")}), 0u);
  EXPECT_EQ(faults_of({text(10, 10, "a", "a"), text(30, 18, "b", "b")}), 1u) << "over one another";
  EXPECT_EQ(faults_of({text(60, 10, "a", "a")}), 1u) << "beyond the clip rectangle";
  EXPECT_EQ(faults_of({text(10, 92, "a", "a")}), 1u) << "below it";
  EXPECT_EQ(faults_of({text(10, 10, "a", "ab")}), 1u) << "shortened, and nothing tells the whole";
  DrawnText above = text(30, 18, "b", "b");
  above.layer = 1;
  EXPECT_EQ(faults_of({text(10, 10, "a", "a"), above}), 0u) << "a tooltip";
}

TEST(ShortenedText, IsShownCompletelyUnderTheMouse) {
  TEXELSORT_NEED_GL();
  Shown shown(uniform(16));
  OffscreenWindow window(gpu::test_device(), shown.session, {1280, 720});
  const std::vector<DrawnText> texts = window.texts().texts();
  const auto cut = std::ranges::find_if(texts, [](const DrawnText& text) { return text.shown != text.whole; });
  ASSERT_NE(cut, texts.end());
  const std::string whole = cut->whole;
  window.move_mouse(0.5f * (cut->low.x + cut->high.x), 0.5f * (cut->low.y + cut->high.y));
  const std::vector<DrawnText>& pointed = window.texts().texts();
  EXPECT_TRUE(std::ranges::any_of(pointed, [&](const DrawnText& text) {
    return text.layer > 0 && text.shown.find(whole) != std::string::npos;
  })) << whole;
}

TEST(WrappedText, BreaksLinesOnlyAtSpaces) {
  TEXELSORT_NEED_GL();
  Shown shown(uniform(16));
  OffscreenWindow window(gpu::test_device(), shown.session, {400, 300});
  window.texts();
  ImFont* font = ImGui::GetIO().Fonts->Fonts[0];
  const float line = line_height(font);
  const std::string number = "for 4,096 keys";
  const float narrow = text_width(font, "for 4,0"), wide = text_width(font, number) + 1;
  EXPECT_EQ(wrapped_height(font, number, wide), line);
  EXPECT_EQ(wrapped_height(font, number, narrow), 3 * line) << "for / 4,096 / keys";
  EXPECT_EQ(wrapped_height(font, "a\n\nb", wide), 3 * line);
}

TEST(TextLayoutCheck, FindsNoCutOrOverlappingTextInTheFirstWindow) {
  TEXELSORT_NEED_GL();
  Shown shown(default_window_problem());
  OffscreenWindow window(gpu::test_device(), shown.session, {1600, 900});
  EXPECT_EQ(listed_faults(window.texts()), "");
}

/// Returns the texts of a frame that are numbers, as cells of a texture show them.
std::vector<std::string> numbers_of(const TextLog& log) {
  std::vector<std::string> numbers;
  for (const DrawnText& text : log.texts()) {
    if (text.whole.find_first_not_of("0123456789") == std::string::npos) numbers.push_back(text.whole);
  }
  return numbers;
}

TEST(TexelValues, AreShownInAllTexelsOrInNone) {
  TEXELSORT_NEED_GL();
  ProblemSpec spec;
  for (int i = 1; i <= 64; ++i) spec.values += (i > 1 ? "," : "") + std::to_string(i);
  Shown shown(spec);
  for (const std::uint32_t side : {200u, 240u, 300u, 500u, 700u}) {
    OffscreenWindow window(gpu::test_device(), shown.session, {side, side}, 1, FramePart("texture"));
    const std::size_t numbers = numbers_of(window.texts()).size();
    EXPECT_TRUE(numbers == 0 || numbers == 64) << numbers << " at " << side;
    EXPECT_EQ(numbers == 64, side > 200) << side;
  }
}

TEST(TexelValues, AreShownWhenALargeTextureIsEnlarged) {
  TEXELSORT_NEED_GL();
  for (const std::uint64_t n : {std::uint64_t{1} << 12, std::uint64_t{1} << 17}) {
    Shown shown(uniform(n));
    OffscreenWindow window(gpu::test_device(), shown.session, {700, 700}, 1, FramePart("texture"));
    EXPECT_TRUE(numbers_of(window.texts()).empty()) << "too small";
    window.move_mouse(350, 380);
    for (int i = 0; i < 30 && numbers_of(window.texts()).empty(); ++i) window.turn_wheel(1);
    const std::vector<std::string> numbers = numbers_of(window.texts());
    ASSERT_FALSE(numbers.empty());
    ASSERT_TRUE(shown.session.hovered());
    EXPECT_NE(std::ranges::find(numbers, shown.session.player().key_text(shown.session.hovered()->index)),
              numbers.end());
  }
}

}  // namespace
}  // namespace texelsort::app
