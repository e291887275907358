#include "app/gui/window/layout.h"

#include <numeric>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "app/gui/views/workspaces.h"
#include "app/gui/window/offscreen.h"
#include "app/gui/window/run_window.h"
#include "app/gui/window/shortcuts.h"
#include "app/gui/window/views_area.h"
#include "app/session/lesson_player.h"
#include "compute/algorithms/registry.h"
#include "tests/app/contrast.h"
#include "tests/app/specs.h"
#include "tests/app/text_audit.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

/// Algorithm with an input that is small enough for a class to read.
struct Example {
  const char* algorithm;
  std::uint64_t n = 8;
  std::uint32_t fields = 0;
  const char* parameters = "";  ///< parameter values, such as "digit=2,tile=16"
};

/// Examples of every family of algorithms and of every view. Tests skip algorithms that are not available on this
/// machine.
constexpr std::array examples{Example{"bitonic/grouped-quads"},
                              Example{"odd-even-merge/blend", 16},
                              Example{"pairwise/compute", 64},
                              Example{"bitonic/fused", 32},
                              Example{"std/sort@cpu", 1000},
                              Example{"std/sort@cpu", 12, 3},
                              Example{"select/depth@fragment"},
                              Example{"select/histogram@compute", 4096},
                              Example{"merge/multiway@cpu", 64},
                              Example{"merge/path@cuda", 64},
                              Example{"merge/sort@cuda", 64},
                              Example{"radix/grs@compute", 64, 0, "digit=2,tile=16"},
                              Example{"radix/onesweep@cuda", 64},
                              Example{"sample/randomized@compute", 256, 0, "k2=16,a2=4"},
                              Example{"sample/deterministic@compute", 256},
                              Example{"sample/ordered@cuda", 256},
                              Example{"quick/parallel@cuda", 64},
                              Example{"merge/warpsort@cuda", 64}};

/// Largest number of keys that a class can read in a view.
constexpr std::uint64_t most_readable = 256;

/// Returns a random permutation of 1 to n as text.
std::string permutation(std::uint64_t n) {
  std::vector<std::uint64_t> keys(n);
  std::iota(keys.begin(), keys.end(), std::uint64_t{1});
  std::mt19937 random(1);
  std::ranges::shuffle(keys, random);
  return fmt::format("{}", fmt::join(keys, ","));
}

std::map<std::string, std::string> parameters_of(const Example& example) {
  std::map<std::string, std::string> values;
  std::stringstream text(example.parameters);
  for (std::string one; std::getline(text, one, ',');)
    values[one.substr(0, one.find('='))] = one.substr(one.find('=') + 1);
  return values;
}

/// Opens an example halfway through its passes, with a key pinned. Returns false if its algorithm is not available.
bool open_example(Session& session, const Example& example) {
  const auto& algorithm = algorithms::find_algorithm(example.algorithm);
  if (!algorithm.availability(session.device_info(), {}).available) return false;
  ProblemSpec spec = uniform(example.n);
  if (example.n == 8) spec = default_window_problem();
  if (example.fields > 0) spec = records(example.n, example.fields, data::Layout::hybrid);
  if (spec.n && example.n <= most_readable) spec.values = permutation(example.n);
  // Use floats for blending, because it does not sort 32-bit integers.
  if (std::string_view(example.algorithm).ends_with("blend")) spec.type = data::KeyType::f32;
  session.open(spec, example.algorithm, parameters_of(example));
  if (!session.player().total()) {
    session.to_end();
    while (session.player().advance(std::chrono::hours(1))) {
    }
  }
  session.seek((session.player().total().value_or(1) + 1) / 2);
  while (session.player().advance(std::chrono::hours(1))) {
  }
  session.pin(pair_of(session.player(), 3));
  return true;
}

struct WindowForm {
  gpu::Extent size;
  float scale;
};

void PrintTo(const WindowForm& form, std::ostream* out) {
  *out << form.size.width << "x" << form.size.height << " at " << form.scale;
}

class WindowLayouts : public testing::TestWithParam<WindowForm> {};

/// Shows all views of an example one after another, and calls check(texts) for each.
template <class Check>
void walk_views(OffscreenWindow& window, Session& session, const Check& check) {
  check(window.texts(2));
  for (std::size_t view = 0; view < run_views(session).size(); ++view) {
    window.press(Key::tab);
    SCOPED_TRACE(fmt::format("view {} {}", static_cast<int>(session.look.focus), session.look.diagram));
    check(window.texts(1));
  }
  session.look.focus = Focus::none;
  session.look.diagram.clear();
}

template <class Check>
void walk_examples(OffscreenWindow& window, Session& session, const Check& check) {
  for (const Example& example : examples) {
    if (!open_example(session, example)) continue;
    SCOPED_TRACE(fmt::format("{}, {} keys", example.algorithm, example.n));
    walk_views(window, session, check);
  }
}

/// Returns the height of the lowest view, in pixels.
float lowest_view(const TextLog& log) {
  float lowest = 1e9f;
  for (const DrawnCard& card : log.cards()) {
    const bool diagram = std::ranges::find(diagrams(), card.name, &Diagram::name) != diagrams().end();
    if (diagram || card.name == "texture" || card.name == "bars") lowest = std::min(lowest, card.high.y - card.low.y);
  }
  return lowest;
}

TEST_P(WindowLayouts, NeitherCutNorOverlapTextsAtAnySize) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  ASSERT_TRUE(open_example(session, examples[0]));
  OffscreenWindow window(gpu::test_device(), session, GetParam().size, GetParam().scale);
  for (const bool presenter : {false, true}) {
    SCOPED_TRACE(presenter ? "presenter" : "window");
    session.look.presenter = presenter;
    const ImVec2 size{static_cast<float>(GetParam().size.width), static_cast<float>(GetParam().size.height)};
    const float scale = presenter ? presenter_scale(GetParam().scale, size) : fitted_scale(GetParam().scale, size);
    walk_examples(window, session, [&](const TextLog& log) {
      EXPECT_EQ(listed_faults(log), "");
      EXPECT_GE(lowest_view(log) / scale, 88) << "a view has no room for a picture";
    });
  }
}

// 1920 x 1080 pixels at scale 3 have the layout of 1280 x 720 at scale 2.
INSTANTIATE_TEST_SUITE_P(Sizes, WindowLayouts,
                         testing::Values(WindowForm{{900, 600}, 1}, WindowForm{{900, 600}, 2},
                                         WindowForm{{1280, 720}, 1}, WindowForm{{1280, 720}, 2},
                                         WindowForm{{1280, 720}, 3}, WindowForm{{1920, 1080}, 1},
                                         WindowForm{{1920, 1080}, 2}));

/// Returns the texts and cards of a frame, with the coordinates of their corners.
std::vector<std::string> places_of(const TextLog& log) {
  std::vector<std::string> places;
  for (const DrawnText& text : log.texts()) places.push_back(shown_at(text));
  for (const DrawnCard& card : log.cards()) {
    places.push_back(
        fmt::format("{} from {} {} to {} {}", card.name, card.low.x, card.low.y, card.high.x, card.high.y));
  }
  return places;
}

// A theme changes colours, not lengths. The other tests of layouts therefore use one theme.
TEST(WindowLayout, IsTheSameInTheLightThemeAsInTheDarkTheme) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  ASSERT_TRUE(open_example(session, examples[0]));
  OffscreenWindow window(gpu::test_device(), session, {1280, 720});
  walk_examples(window, session, [&](const TextLog&) {
    const std::vector<std::string> dark = places_of(window.texts(1));
    session.look.theme = ThemeName::light;
    EXPECT_EQ(places_of(window.texts(1)), dark);
    session.look.theme = ThemeName::dark;
  });
}

// A projector in a bright room needs more contrast than a screen. The limit is just below that of WCAG 2.1 for large
// texts, because thin strokes of small letters do not reach their full colour.
TEST(WindowLayout, GivesTextsContrastInBothThemes) {
  TEXELSORT_NEED_GL();
  constexpr float least = 2.8f;
  Session session(&gpu::test_device());
  ASSERT_TRUE(open_example(session, examples[0]));
  OffscreenWindow window(gpu::test_device(), session, {1280, 720});
  for (const ThemeName name : {ThemeName::dark, ThemeName::light}) {
    session.look.theme = name;
    walk_examples(window, session, [&](const TextLog& log) {
      const Picture picture = window.picture();
      EXPECT_EQ(faint_texts(picture, log, least), "") << (name == ThemeName::dark ? "dark" : "light");
    });
  }
}

/// Returns whether a text is cut off, instead of replaced by a shorter text. Ignores long numbers, because tables with
/// many numbers of ten digits cut them everywhere.
bool is_cut(const DrawnText& text) {
  constexpr std::size_t most_digits = 6;
  if (text.whole.size() > most_digits && text.whole.find_first_not_of("0123456789") == std::string::npos) return false;
  return text.shown != text.whole && text.shown.find("\u2026") != std::string::npos;
}

TEST(PresenterMode, ShowsValuesInTextOfAtLeast27PixelsWithoutCuts) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  ASSERT_TRUE(open_example(session, examples[0]));
  session.look.presenter = true;
  OffscreenWindow window(gpu::test_device(), session, {1280, 720});
  walk_examples(window, session, [&](const TextLog& log) {
    for (const DrawnText& text : log.texts()) {
      EXPECT_GE(text.height, 27) << text.shown;
      // only command lines may be cut off, because users copy them
      EXPECT_TRUE(!is_cut(text) || text.whole.starts_with("texelsort ")) << text.shown << " of " << text.whole;
    }
    EXPECT_EQ(log.cards().size(), 3u) << "stages, one view, the claim";
  });
}

TEST(TextLog, ContainsAllTextOfAFrame) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  ASSERT_TRUE(open_example(session, examples[0]));
  OffscreenWindow window(gpu::test_device(), session, {1280, 720});
  walk_examples(window, session, [](const TextLog& log) { EXPECT_EQ(letters_not_noted(log), 0u); });
  window.press(Key::f1);
  EXPECT_EQ(letters_not_noted(window.texts()), 0u);
}

TEST(WindowLayout, ReportsWhenASmallWindowLowersTheScale) {
  EXPECT_EQ(fitted_scale(1, {900, 600}), 1);
  EXPECT_EQ(fitted_scale(2, {900, 600}), 2);
  EXPECT_FLOAT_EQ(fitted_scale(3, {900, 600}), 2);
  EXPECT_FLOAT_EQ(fitted_scale(3, {1280, 720}), 2.4f);
  EXPECT_FLOAT_EQ(presenter_scale(1, {1280, 720}), 2);
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  ASSERT_TRUE(open_example(session, examples[0]));
  const auto says_so = [&](float scale) {
    OffscreenWindow window(gpu::test_device(), session, {900, 600}, scale);
    return std::ranges::any_of(window.texts().texts(),
                               [](const DrawnText& text) { return text.whole.find("too small") != std::string::npos; });
  };
  EXPECT_TRUE(says_so(3));
  EXPECT_FALSE(says_so(2));
}

TEST(WindowLayout, FitsTheHelpPageIntoWindowsOfEverySize) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  ASSERT_TRUE(open_example(session, examples[0]));
  for (const auto& [size, scale] : {WindowForm{{450, 300}, 1}, WindowForm{{900, 600}, 1}, WindowForm{{1280, 720}, 2},
                                    WindowForm{{1920, 1080}, 1}}) {
    SCOPED_TRACE(size.width);
    OffscreenWindow window(gpu::test_device(), session, size, scale);
    window.press(Key::f1);
    const TextLog& log = window.texts();
    EXPECT_EQ(listed_faults(log), "");
    for (const Shortcut& key : shortcuts()) {
      const auto says = [&](const DrawnText& text) { return text.layer > 0 && text.shown == key.help; };
      EXPECT_TRUE(std::ranges::any_of(log.texts(), says)) << key.help;
    }
  }
}

TEST(PresenterMode, ShowsTheHelpOnPagesThatDoNotScroll) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  ASSERT_TRUE(open_example(session, examples[0]));
  session.look.presenter = true;
  for (const gpu::Extent size : {gpu::Extent{900, 600}, gpu::Extent{1280, 720}, gpu::Extent{3840, 2160}}) {
    OffscreenWindow window(gpu::test_device(), session, size);
    std::set<std::string> seen;
    bool open = true;
    for (int page = 1; open; ++page) {
      ASSERT_LT(page, 20);
      window.press(Key::f1);
      open = false;
      for (const DrawnText& text : window.texts().texts()) {
        if (text.layer == 0) continue;
        SCOPED_TRACE(fmt::format("{} pixels, page {}: {}", size.width, page, text.shown));
        open = true;
        EXPECT_LE(ink_of(text).bottom, text.clip_high.y);
        seen.insert(text.shown);
      }
    }
    for (const Shortcut& key : shortcuts()) EXPECT_TRUE(seen.contains(key.help)) << key.help;
  }
}

TEST(WindowLayout, FitsSearchDialogsIntoWindowsOfEverySize) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  ASSERT_TRUE(open_example(session, examples[0]));
  for (const auto& [size, scale] : {WindowForm{{450, 300}, 1}, WindowForm{{900, 600}, 1}, WindowForm{{1280, 720}, 2},
                                    WindowForm{{1920, 1080}, 3}}) {
    OffscreenWindow window(gpu::test_device(), session, size, scale);
    for (const Key key : {Key::control_p, Key::control_o, Key::control_s}) {
      SCOPED_TRACE(fmt::format("{} pixels at {}, key {}", size.width, scale, static_cast<int>(key)));
      window.press(key);
      EXPECT_EQ(listed_faults(window.texts()), "");
      EXPECT_EQ(letters_not_noted(window.texts()), 0u);
      window.strike(ImGuiKey_Escape);
      window.texts();
    }
    window.press(Key::control_c);
    EXPECT_EQ(listed_faults(window.texts()), "");
  }
}

TEST(WindowLayout, FitsIntoWindowsOfRandomSizesAndScales) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  std::vector<WindowForm> forms{{{900, 600}, 0.5f}, {{3840, 2160}, 0.5f}, {{3840, 2160}, 3}, {{450, 300}, 1}};
  std::mt19937 random(7);
  const auto between = [&random](std::uint32_t low, std::uint32_t high) {
    return low + static_cast<std::uint32_t>(random() % (high - low + 1));
  };
  for (int i = 0; i < 14; ++i) {
    const gpu::Extent size{between(900, 1700), between(600, 1000)};
    forms.push_back({size, 0.1f * static_cast<float>(between(5, 30))});
  }
  std::size_t example = 0;
  for (const WindowForm& form : forms) {
    while (!open_example(session, examples[example++ % examples.size()])) {
    }
    SCOPED_TRACE(
        fmt::format("{} x {} at {}: {}", form.size.width, form.size.height, form.scale, session.algorithm().info().id));
    OffscreenWindow window(gpu::test_device(), session, form.size, form.scale);
    EXPECT_EQ(listed_faults(window.texts(2)), "");
    window.press(Key::bracket_left);
    EXPECT_EQ(listed_faults(window.texts(2)), "");
    window.press(Key::bracket_left);
    window.press(Key::letter_p);
    EXPECT_EQ(listed_faults(window.texts(2)), "");
    session.look.presenter = false;
  }
}

TEST(WindowLayout, FitsEveryWorkspaceIntoWindowsOfEverySize) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  ASSERT_TRUE(open_example(session, examples[0]));
  for (const WindowForm& form : {WindowForm{{900, 600}, 1}, WindowForm{{1280, 720}, 1}, WindowForm{{1280, 720}, 2}}) {
    OffscreenWindow window(gpu::test_device(), session, form.size, form.scale);
    for (const WorkspaceView& view : workspace_views()) {
      SCOPED_TRACE(fmt::format("{}, {} x {} at {}", view.name, form.size.width, form.size.height, form.scale));
      session.look.workspace = view.name;
      EXPECT_EQ(listed_faults(window.texts()), "");
      session.look.presenter = true;
      EXPECT_EQ(listed_faults(window.texts()), "");
      session.look.presenter = false;
    }
    session.look.workspace.clear();
  }
}

bool has_card(const TextLog& log, const std::string& name) {
  return std::ranges::find(log.cards(), name, &DrawnCard::name) != log.cards().end();
}

DrawnCard card_of(const TextLog& log, const std::string& name) {
  const auto found = std::ranges::find(log.cards(), name, &DrawnCard::name);
  return found == log.cards().end() ? DrawnCard{} : *found;
}

TEST(WindowLayout, FitsEveryLessonIntoWindowsOfEverySize) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  ASSERT_TRUE(open_example(session, examples[0]));
  LessonPlayer& lesson_player = workspace<LessonPlayer>(session);
  for (const WindowForm& form : {WindowForm{{900, 600}, 1}, WindowForm{{1280, 720}, 1}, WindowForm{{1920, 1080}, 1},
                                 WindowForm{{3840, 2160}, 2}}) {
    OffscreenWindow window(gpu::test_device(), session, form.size, form.scale);
    for (const Lesson& lesson : lessons()) {
      ASSERT_TRUE(lesson_player.open(session, short_name_of(lesson))) << session.message();
      for (const std::size_t step : {std::size_t{0}, lesson.steps.size() / 2}) {
        lesson_player.go_to(session, step);
        for (const bool presenter : {false, true}) {
          SCOPED_TRACE(fmt::format("{}, step {}, {} x {}, presenter mode {}", lesson.file, step + 1, form.size.width,
                                   form.size.height, presenter));
          session.look.presenter = presenter;
          EXPECT_EQ(listed_faults(window.texts()), "");
        }
        session.look.presenter = false;
      }
    }
  }
}

TEST(WindowLayout, PlacesTheCaptionOfALessonNextToThePicture) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  ASSERT_TRUE(open_example(session, examples[0]));
  ASSERT_TRUE(workspace<LessonPlayer>(session).open(session, "bitonic-merge-sort"));
  OffscreenWindow window(gpu::test_device(), session, {1920, 1080});
  const auto expect_beside = [&] {
    const TextLog& log = window.texts();
    EXPECT_NEAR(card_of(log, "lesson").high.x + margin_length, card_of(log, "network").low.x, 1);
    EXPECT_EQ(listed_faults(log), "");
  };
  expect_beside();
  EXPECT_FALSE(has_card(window.texts(), "setup"));
  EXPECT_FALSE(has_card(window.texts(), "timing")) << "until something is measured";
  window.press(Key::bracket_left);
  EXPECT_TRUE(has_card(window.texts(), "setup"));
  EXPECT_GT(card_of(window.texts(), "setup").low.x, card_of(window.texts(), "network").high.x);
  expect_beside();
}

TEST(WindowLayout, KeepsTheViewsInPlaceFromPassToPass) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  ASSERT_TRUE(open_example(session, examples[0]));
  session.look.focus = Focus::bars;
  for (const bool presenter : {false, true}) {
    SCOPED_TRACE(presenter ? "presenter" : "window");
    session.look.presenter = presenter;
    OffscreenWindow window(gpu::test_device(), session, {900, 600});
    window.press(Key::home);
    const DrawnCard first = card_of(window.texts(), "bars");
    ASSERT_GT(first.high.y, 0);
    for (std::uint64_t pass = 1; pass <= session.player().total().value_or(0); ++pass) {
      window.press(Key::right);
      EXPECT_EQ(card_of(window.texts(), "bars").high.y, first.high.y) << "pass " << pass;
    }
  }
}

TEST(WindowLayout, KeepsTheNumberOfViewsWhenAQuestionIsAnswered) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  ASSERT_TRUE(open_example(session, examples[0]));
  session.look.panels.left = false;
  OffscreenWindow window(gpu::test_device(), session, {1280, 800});
  window.press(Key::home);
  window.press(Key::letter_q);
  const bool texture = has_card(window.texts(), "texture");
  for (int question = 0; question < 3; ++question) {
    window.press(Key::digit_1);
    EXPECT_EQ(has_card(window.texts(), "texture"), texture) << "answer " << question;
    window.press(Key::enter);
    EXPECT_EQ(has_card(window.texts(), "texture"), texture) << "question " << question;
  }
}

TEST(WindowLayout, ShowsBothKeysOfAPinnedPairAtOnce) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  ASSERT_TRUE(open_example(session, examples[0]));
  ASSERT_TRUE(session.pinned() && session.pinned()->partner);
  OffscreenWindow window(gpu::test_device(), session, {1280, 720});
  const TextLog& log = window.texts();
  for (const std::uint64_t index : {session.pinned()->index, *session.pinned()->partner}) {
    const std::string where = fmt::format("index {}, texel", index);
    const auto text = std::ranges::find_if(
        log.texts(), [&where](const DrawnText& one) { return one.whole.find(where) != std::string::npos; });
    ASSERT_NE(text, log.texts().end()) << where;
    EXPECT_LE(text->high.y, text->clip_high.y) << where;
  }
}

TEST(WindowLayout, GivesTheDiagramInRowsTheHeightOfItsNumbers) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  session.open(uniform(64), "radix/grs@compute", {{"digit", "2"}, {"tile", "16"}});
  session.seek(3);
  session.look.views.arrangement = Arrangement::rows;
  OffscreenWindow window(gpu::test_device(), session, {1280, 720});
  const TextLog& log = window.texts();
  EXPECT_TRUE(std::ranges::any_of(log.texts(), [](const DrawnText& text) { return text.whole == "tile 3"; }));
  EXPECT_EQ(listed_faults(log), "");
}

TEST(WindowScale, IsChangedByKeys) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  ASSERT_TRUE(open_example(session, examples[0]));
  OffscreenWindow window(gpu::test_device(), session, {3840, 2160});
  const auto height = [&] {
    const TextLog& log = window.texts();
    const auto title = std::ranges::find_if(log.texts(), [](const DrawnText& text) { return text.whole == "Texture"; });
    return title == log.texts().end() ? 0 : title->height;
  };
  const float usual = height();
  ASSERT_GT(usual, 0);
  for (int i = 0; i < 4; ++i) window.press(Key::control_plus);
  EXPECT_NEAR(height(), 2 * usual, 1.5f);
  const auto says = [&](std::string_view part) {
    return std::ranges::any_of(window.texts().texts(),
                               [part](const DrawnText& text) { return text.whole.find(part) != std::string::npos; });
  };
  EXPECT_TRUE(says("Scale: 2."));
  for (int i = 0; i < 12; ++i) window.press(Key::control_plus);
  EXPECT_TRUE(says("Scale: 4."));
  EXPECT_GT(height(), 3 * usual);
  EXPECT_EQ(listed_faults(window.texts()), "");
  window.press(Key::control_minus);
  EXPECT_FALSE(says("Scale: 4."));
  window.press(Key::control_0);
  EXPECT_NEAR(height(), usual, 0.5f);
  EXPECT_EQ(key_with_control('=', true), Key::control_plus) << "on a keyboard of the United States";
}

TEST(BarsView, WritesKeysBelowBarsAndExplainsItsMarks) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  session.open(default_window_problem(), "bitonic/grouped-quads");
  session.seek(3);
  for (const bool presenter : {false, true}) {
    session.look.presenter = presenter;
    session.look.focus = Focus::bars;
    OffscreenWindow window(gpu::test_device(), session, {1280, 720});
    const TextLog& log = window.texts();
    EXPECT_EQ(listed_faults(log), "");
    const DrawnCard bars = card_of(log, "bars");
    const auto shows = [&](std::string_view text) {
      return std::ranges::any_of(log.texts(), [&](const DrawnText& one) {
        return one.whole == text && one.low.x >= bars.low.x && one.high.x <= bars.high.x && one.low.y >= bars.low.y &&
               one.high.y <= bars.high.y;
      });
    };
    for (std::uint64_t i = 0; i < 8; ++i) EXPECT_TRUE(shows(session.player().key_text(i))) << i;
    EXPECT_TRUE(shows("swapped"));
    EXPECT_TRUE(shows("kept"));
  }
}

TEST(WindowLayout, TogglesSidePanelsByKey) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  ASSERT_TRUE(open_example(session, examples[0]));
  for (const auto& [size, left, right] :
       {std::tuple(gpu::Extent{1280, 720}, true, true), std::tuple(gpu::Extent{900, 600}, false, true),
        std::tuple(gpu::Extent{600, 400}, false, false)}) {
    SCOPED_TRACE(size.width);
    session.look.panels = {};
    OffscreenWindow window(gpu::test_device(), session, size);
    EXPECT_EQ(has_card(window.texts(), "setup"), left);
    EXPECT_EQ(has_card(window.texts(), "inspector"), right);
    window.press(Key::bracket_left);
    EXPECT_EQ(has_card(window.texts(), "setup"), !left);
    EXPECT_EQ(listed_faults(window.texts()), "");
    window.press(Key::bracket_right);
    EXPECT_EQ(has_card(window.texts(), "inspector"), size.width < 1000) << "it was there, or the other one was";
    EXPECT_EQ(listed_faults(window.texts()), "");
  }
}

TEST(WindowLayout, ArrangesMovesAndResetsViews) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  ASSERT_TRUE(open_example(session, examples[0]));
  OffscreenWindow window(gpu::test_device(), session, {1280, 720});
  const auto card = [&](const std::string& name) {
    const TextLog& log = window.texts();
    const auto found = std::ranges::find(log.cards(), name, &DrawnCard::name);
    return found == log.cards().end() ? DrawnCard{} : *found;
  };
  const DrawnCard texture = card("texture");
  EXPECT_LT(texture.low.x, card("bars").low.x);
  EXPECT_LT(texture.low.y, card("network").low.y);
  for (int i = 0; i < 3; ++i) {
    window.press(Key::letter_g);
    EXPECT_EQ(listed_faults(window.texts()), "") << i;
  }
  window.press(Key::letter_g);
  EXPECT_EQ(card("texture").high.x, texture.high.x) << "after all arrangements the first";
  const auto click_item = [&](const char* name) {
    const TextLog& log = window.texts();
    const auto item = std::ranges::find(log.items(), name, &DrawnItem::name);
    ASSERT_NE(item, log.items().end()) << name;
    window.move_mouse(0.5f * (item->low.x + item->high.x), 0.5f * (item->low.y + item->high.y));
    window.click();
    window.move_mouse(1, 1);
  };
  click_item("swap views");
  EXPECT_LT(card("bars").low.x, card("texture").low.x) << "they changed places";
  click_item("enlarge view");
  EXPECT_EQ(session.look.focus, Focus::bars);
  EXPECT_FALSE(has_card(window.texts(), "texture"));
  click_item("enlarge view");
  EXPECT_TRUE(has_card(window.texts(), "texture"));
  const DrawnCard before = card("bars");
  window.move_mouse(before.high.x + 5, before.high.y - 40);
  window.drag(before.high.x + 65, before.high.y - 40);
  EXPECT_NEAR(card("bars").high.x, before.high.x + 60, 3);
  EXPECT_EQ(listed_faults(window.texts()), "");
}

}  // namespace
}  // namespace texelsort::app
