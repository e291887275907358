#include "app/session/lesson_player.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/gui/window/offscreen.h"
#include "app/session/options/view_state_options.h"
#include "compute/data/error.h"
#include "tests/app/text_audit.h"
#include "tests/support/gl.h"
#include "tests/support/temporary_folder.h"

namespace texelsort::app {
namespace {

constexpr auto slides = "-d slides-bitonic -a bitonic/grouped-quads --pass 0";

bool says(const TextLog& log, const std::string& text) {
  return std::ranges::any_of(log.texts(),
                             [&](const DrawnText& one) { return one.whole.find(text) != std::string::npos; });
}

bool shows_card(const TextLog& log, const std::string& name) {
  return std::ranges::find(log.cards(), name, &DrawnCard::name) != log.cards().end();
}

void click(OffscreenWindow& window, const std::string& name) {
  const TextLog& log = window.texts();
  const auto item = std::ranges::find(log.items(), name, &DrawnItem::name);
  ASSERT_NE(item, log.items().end()) << name;
  window.move_mouse(0.5f * (item->low.x + item->high.x), 0.5f * (item->low.y + item->high.y));
  window.click();
  window.move_mouse(1, 1);
}

/// Returns the letter on the keyboard that selects answer number `place`.
Key letter(std::size_t place) {
  constexpr std::array letters{Key::letter_a, Key::letter_b, Key::letter_c, Key::letter_d};
  return letters.at(place);
}

void answer_by_key(OffscreenWindow& window, const Quiz& quiz, bool right) {
  const std::size_t place = quiz.asked()->right;
  window.press(letter(right ? place : (place + 1) % quiz.asked()->choices.size()));
}

TEST(LessonPlayer, ShowsEveryStepOfEveryLessonByThePageDownKey) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  session.open({}, "std/sort@cpu");
  OffscreenWindow small(gpu::test_device(), session, {900, 600}), large(gpu::test_device(), session, {1280, 720});
  for (const Lesson& lesson : lessons()) {
    SCOPED_TRACE(lesson.file);
    LessonPlayer& lesson_player = workspace<LessonPlayer>(session);
    ASSERT_TRUE(lesson_player.open(session, short_name_of(lesson)));
    for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
      SCOPED_TRACE(step + 1);
      ASSERT_EQ(lesson_player.step_number(), step);
      EXPECT_EQ(lesson_player.trouble(), "");
      const LessonStep& now = lesson.steps[step];
      for (OffscreenWindow* window : {&small, &large}) {
        const TextLog& log = window->texts();
        EXPECT_EQ(listed_faults(log), "");
        EXPECT_TRUE(says(log, now.caption));
        EXPECT_FALSE(shows_card(log, "notes"));
      }
      session.look.presenter = true;
      const TextLog& log = large.texts();
      EXPECT_EQ(listed_faults(log), "");
      EXPECT_TRUE(says(log, now.caption));
      EXPECT_FALSE(shows_card(log, "notes")) << "on the projector";
      if (!now.notes.empty()) {
        EXPECT_FALSE(says(log, now.notes));
      }
      session.look.presenter = false;
      ASSERT_EQ(lesson_player.quiz.asked() != nullptr, now.question.has_value());
      if (now.question) {
        EXPECT_TRUE(says(large.texts(1), now.question->text));
        answer_by_key(large, lesson_player.quiz, true);
        EXPECT_TRUE(lesson_player.quiz.was_right());
        EXPECT_EQ(lesson_player.quiz.given(), now.question->answer);
        EXPECT_EQ(listed_faults(small.texts()), "");
        EXPECT_TRUE(says(
            small.texts(1),
            fmt::format("Right: {} ({}).", choice_letter(lesson_player.quiz.asked()->right), now.question->answer)));
      }
      large.press(Key::page_down);
    }
    EXPECT_TRUE(lesson_player.at_last());
    large.press(Key::page_up);
    EXPECT_EQ(lesson_player.step_number(), lesson.steps.size() - 2);
  }
  // Before Esc closes the lesson, it first clears the pin, and then the enlarged view.
  for (int i = 0; i < 3 && workspace<LessonPlayer>(session).lesson() != nullptr; ++i) large.press(Key::escape);
  EXPECT_EQ(workspace<LessonPlayer>(session).lesson(), nullptr);
}

TEST(LessonPlayer, OpensAnyStepFromTheTableOfContents) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  session.open({}, "std/sort@cpu");
  OffscreenWindow window(gpu::test_device(), session, {1280, 720});
  LessonPlayer& lesson_player = workspace<LessonPlayer>(session);
  ASSERT_TRUE(lesson_player.open(session, "bitonic-merge-sort"));
  click(window, "next step");
  click(window, "next step");
  EXPECT_EQ(lesson_player.step_number(), 2u);
  EXPECT_EQ(session.player().position(), 1u);
  click(window, "previous step");
  EXPECT_EQ(lesson_player.step_number(), 1u);
  click(window, "##steps");
  const TextLog& open = window.texts();
  const auto fourth = std::ranges::find_if(open.texts(), [](const DrawnText& text) {
    return text.layer > 0 && text.whole.starts_with("4  Merge the halves");
  });
  ASSERT_NE(fourth, open.texts().end());
  window.move_mouse(fourth->low.x + 5, fourth->low.y + 5);
  window.click();
  EXPECT_EQ(lesson_player.step_number(), 3u);
  EXPECT_EQ(session.player().position(), 3u);
  click(window, "notes");
  EXPECT_TRUE(shows_card(window.texts(), "notes"));
  click(window, "notes");
  EXPECT_FALSE(shows_card(window.texts(), "notes"));
  click(window, "close lesson");
  EXPECT_EQ(lesson_player.lesson(), nullptr);
  EXPECT_FALSE(shows_card(window.texts(), "lesson"));
  window.press(Key::home);
  window.press(Key::page_down);
  EXPECT_EQ(session.player().position(), 1u) << "without a lesson it goes on by stages";
}

constexpr auto head = "format = 1\ntitle = \"t\"\nlevel = \"beginner\"\nminutes = 5\nsource = \"s\"\n";

TEST(LessonPlayer, NamesTheLineOfAnErrorAndContinuesTheSession) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  show(session, read_view_state(slides));
  OffscreenWindow window(gpu::test_device(), session, {1280, 720});
  LessonPlayer& lesson_player = workspace<LessonPlayer>(session);
  const tests::TemporaryFolder folder;
  const std::string field =
      folder.write("field.toml", std::string(head) + "note = \"x\"\n[[step]]\nshow = \"-n 8\"\ncaption = \"c\"\n");
  EXPECT_FALSE(lesson_player.open(session, field));
  EXPECT_EQ(lesson_player.lesson(), nullptr);
  const std::string said = field + ":6: a lesson has no key 'note', did you mean 'notes'?";
  EXPECT_EQ(session.message(), said);
  EXPECT_TRUE(says(window.texts(), said));
  EXPECT_EQ(session.algorithm().info().id, "bitonic/grouped-quads") << "what was there is";
  EXPECT_FALSE(lesson_player.open(session, folder.write("version.toml", "format = 9\n")));
  EXPECT_NE(session.message().find("version.toml:1: lessons of format 9 are not supported"), std::string::npos);
  EXPECT_FALSE(lesson_player.open(session, "radix-srot"));
  EXPECT_NE(session.message().find("did you mean 'radix-sort'"), std::string::npos);

  const auto step = [](const std::string& show) { return "[[step]]\nshow = \"" + show + "\"\ncaption = \"c\"\n"; };
  const std::string steps =
      folder.write("steps.toml", head + step("-n 8 --pass 0") + step("-a radix/gsr@compute") + step("--view networc") +
                                     step("-n 8 --pass 7") + step("-n 16 --pass 2"));
  ASSERT_TRUE(lesson_player.open(session, steps));
  EXPECT_EQ(session.message(), "");
  for (const char* wrong : {":9: step 2: ", ":12: step 3: ", ":15: step 4: "}) {
    window.press(Key::page_down);
    EXPECT_NE(lesson_player.trouble().find(steps + wrong), std::string::npos) << lesson_player.trouble();
    EXPECT_TRUE(says(window.texts(), lesson_player.trouble()));
    EXPECT_EQ(listed_faults(window.texts()), "");
  }
  lesson_player.go_to(session, 1);
  EXPECT_NE(lesson_player.trouble().find("did you mean 'radix/grs@compute'"), std::string::npos)
      << lesson_player.trouble();
  lesson_player.go_to(session, 2);
  EXPECT_NE(lesson_player.trouble().find("did you mean network"), std::string::npos) << lesson_player.trouble();
  lesson_player.go_to(session, 3);
  EXPECT_NE(lesson_player.trouble().find("passes 0 (the input) to 6"), std::string::npos) << lesson_player.trouble();
  window.press(Key::page_down);
  EXPECT_EQ(lesson_player.trouble(), "");
  EXPECT_EQ(session.problem().n(), 16u);
  EXPECT_EQ(session.player().position(), 2u);
}

/// Command line of a view state, and the kind of question that is asked after its pass.
struct Case {
  const char* line;
  Asked asked;
};
constexpr std::array cases{
    Case{slides, Asked::swaps},
    Case{"-d slides-bitonic -a bitonic/grouped-quads --pass 2 --pin 5", Asked::place},
    Case{"-d slides-kth-largest -k 2 -a select/depth@fragment --pass 1", Asked::count},
    Case{"-d slides-kth-largest -k 2 -a select/depth@fragment --pass 1", Asked::bit},
    Case{"--input-values 7,2,1,4 -a radix/grs@compute -p digit=1 --pass 0", Asked::group},
    Case{"-n 256 -a sample/randomized@compute -p k2=16 -p a2=4 --pass 3", Asked::place},
};

/// Steps through the passes to a question of this kind. Returns false if no pass has one.
bool find_question(OffscreenWindow& window, Session& session, Asked asked) {
  Quiz& quiz = workspace<LessonPlayer>(session).quiz;
  for (int i = 0; i < 5 && quiz.asked() != nullptr && quiz.asked()->question.asked != asked; ++i) {
    click(window, "Another question");
  }
  return quiz.asked() != nullptr && quiz.asked()->question.asked == asked;
}

TEST(Quiz, AcceptsRightAndWrongAnswersByKeysAndClicks) {
  TEXELSORT_NEED_GL();
  for (const Case& one : cases) {
    SCOPED_TRACE(std::string(one.line) + ": " + std::string(name(one.asked)));
    Session session(&gpu::test_device());
    Quiz& quiz = workspace<LessonPlayer>(session).quiz;
    OffscreenWindow window(gpu::test_device(), session, {1280, 720});
    Score expected;
    for (const bool by_click : {false, true}) {
      for (const bool right : {true, false}) {
        // Restart the run, because only the first answer to a question counts.
        show(session, read_view_state(one.line));
        const std::uint64_t before = session.player().position();
        if (!quiz.on()) window.press(Key::letter_q);
        ASSERT_TRUE(quiz.on());
        window.texts();
        ASSERT_TRUE(find_question(window, session, one.asked));
        ASSERT_TRUE(quiz.waits());
        EXPECT_TRUE(says(window.texts(), quiz.asked()->question.text));
        EXPECT_EQ(listed_faults(window.texts()), "");
        const std::size_t place = quiz.asked()->right;
        const std::size_t given = right ? place : (place + 1) % quiz.asked()->choices.size();
        if (by_click) {
          click(window, fmt::format("choice {}", given + 1));
        } else {
          window.press(letter(given));
        }
        ASSERT_TRUE(quiz.revealed());
        EXPECT_EQ(quiz.was_right(), right);
        EXPECT_EQ(session.player().position(), before + 1) << "the step has run";
        const std::string answer = fmt::format("{} ({}).", choice_letter(place), quiz.asked()->question.answer);
        EXPECT_EQ(says(window.texts(), "Right: " + answer), right);
        EXPECT_EQ(says(window.texts(), "Wrong. The right answer is " + answer), !right);
        EXPECT_EQ(says(window.texts(), "You chose " + choice_letter(given) + " ("), !right);
        EXPECT_EQ(listed_faults(window.texts()), "");
        ++expected.given;
        expected.right += right ? 1 : 0;
        EXPECT_EQ(quiz.of_algorithm(session.algorithm().info().id), expected);
        EXPECT_EQ(quiz.by_pass().at(before), (Score{right ? 1u : 0u, 1}));
      }
    }
  }
}

TEST(Quiz, LetsTheUserMarkComparatorsInTheNetwork) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  Quiz& quiz = workspace<LessonPlayer>(session).quiz;
  for (const bool right : {true, false}) {
    show(session, in_window(read_view_state(std::string(slides) + " --view network")));
    OffscreenWindow window(gpu::test_device(), session, {1280, 720});
    quiz.turn(session, true);
    window.texts();
    ASSERT_TRUE(find_question(window, session, Asked::swaps));
    const TextLog& log = window.texts();
    const auto card = std::ranges::find(log.cards(), "network", &DrawnCard::name);
    ASSERT_NE(card, log.cards().end());
    // Finds the number of a wire at its left end.
    const auto wire = [&](const char* number) {
      const auto found = std::ranges::find_if(log.texts(), [&](const DrawnText& text) {
        return text.shown == number && text.low.x > card->low.x && text.low.x < card->low.x + 40 &&
               text.low.y > card->low.y && text.high.y < card->high.y;
      });
      return found == log.texts().end() ? ImVec2{} : ImVec2{found->high.x, 0.5f * (found->low.y + found->high.y)};
    };
    // 6 and 2 are in the wrong order; 3 and 7 are in the right order.
    const ImVec2 low = wire(right ? "4" : "0"), high = wire(right ? "5" : "1");
    ASSERT_GT(high.y, low.y);
    for (float x = low.x + 20; x < low.x + 200 && quiz.marked().empty(); x += 4) {
      window.move_mouse(x, 0.5f * (low.y + high.y));
      window.texts(1);
      window.click();
    }
    ASSERT_EQ(swaps_text(quiz.marked()), right ? "4:5" : "0:1");
    EXPECT_EQ(session.player().position(), 0u) << "a click that answers goes nowhere";
    window.press(Key::enter);
    ASSERT_TRUE(quiz.revealed());
    EXPECT_EQ(quiz.was_right(), right);
    EXPECT_EQ(session.player().position(), 1u);
  }
  EXPECT_EQ(quiz.of_algorithm("bitonic/grouped-quads"), (Score{1, 2}));
}

TEST(Quiz, CountsTheVotesOfAClassAndRevealsThem) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  show(session, read_view_state(slides));
  OffscreenWindow window(gpu::test_device(), session, {1280, 720});
  Quiz& quiz = workspace<LessonPlayer>(session).quiz;
  window.press(Key::letter_q);
  window.press(Key::letter_u);
  ASSERT_TRUE(quiz.in_class());
  const std::size_t right = quiz.asked()->right, wrong = right == 0 ? 1 : 0;
  for (int i = 0; i < 3; ++i) window.press(letter(right));
  for (int i = 0; i < 3; ++i) window.press(letter(wrong));
  window.press(Key::backspace);
  EXPECT_EQ(quiz.votes()[right], 3u);
  EXPECT_EQ(quiz.votes()[wrong], 2u);
  EXPECT_EQ(session.player().position(), 0u) << "not before they are revealed";
  EXPECT_EQ(listed_faults(window.texts()), "");
  EXPECT_TRUE(says(window.texts(), "Reveal"));
  window.press(Key::enter);
  EXPECT_TRUE(quiz.revealed() && quiz.was_right());
  EXPECT_EQ(session.player().position(), 1u);
  EXPECT_EQ(quiz.of_run(), (Score{3, 5}));
  // Continuing without an answer shows the answer at the second press, and does not count.
  window.press(Key::right);
  EXPECT_TRUE(quiz.waits());
  EXPECT_EQ(session.player().position(), 1u);
  window.press(Key::right);
  EXPECT_TRUE(quiz.waits());
  EXPECT_EQ(session.player().position(), 1u);
  window.press(Key::right);
  EXPECT_TRUE(quiz.revealed());
  EXPECT_EQ(session.player().position(), 2u);
  EXPECT_EQ(quiz.of_run(), (Score{3, 5}));
  window.press(Key::home);
  window.press(letter(0));
  window.press(Key::enter);
  EXPECT_EQ(quiz.of_run(), (Score{3, 5})) << "a pass counts once";
  window.press(Key::right);
  window.press(Key::end);
  window.press(Key::end);
  window.press(Key::end);
  EXPECT_TRUE(says(window.texts(), "The run is over"));
  window.press(Key::letter_q);
  EXPECT_FALSE(shows_card(window.texts(), "quiz"));
  window.press(Key::digit_1);
  EXPECT_EQ(session.look.focus, Focus::texture) << "digits enlarge views again";
}

TEST(Quiz, FitsIntoWindowsOfEverySize) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  for (const char* line :
       {slides, "-n 64 -a bitonic/grouped-quads --pass 3", "-n 100 -k 2 -k 50 -a select/depth@fragment --pass 1",
        "-n 1000 -a std/sort@cpu --pass end"}) {
    SCOPED_TRACE(line);
    show(session, read_view_state(line));
    workspace<LessonPlayer>(session).quiz.turn(session, true);
    for (const auto& [size, scale] :
         {std::pair(gpu::Extent{450, 300}, 1.0f), std::pair(gpu::Extent{900, 600}, 1.0f),
          std::pair(gpu::Extent{1280, 720}, 2.0f), std::pair(gpu::Extent{700, 1200}, 1.0f)}) {
      SCOPED_TRACE(size.width);
      OffscreenWindow window(gpu::test_device(), session, size, scale);
      EXPECT_EQ(listed_faults(window.texts()), "");
      session.look.presenter = true;
      EXPECT_EQ(listed_faults(window.texts()), "");
      session.look.presenter = false;
    }
  }
}

TEST(StartPage, OpensALessonTypedNumbersOrAFile) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  show(session, read_view_state(slides));
  OffscreenWindow window(gpu::test_device(), session, {1280, 720});
  const auto type_into = [&](const char* field, const std::string& text) {
    window.press(Key::letter_h);
    ASSERT_EQ(session.look.workspace, "start");
    click(window, field);
    window.type(text);
    window.strike(ImGuiKey_Enter);
    window.texts();
  };
  type_into("numbers", "9,4,7");
  EXPECT_EQ(session.look.workspace, "");
  ASSERT_EQ(session.problem().n(), 3u);
  EXPECT_EQ(session.player().key_text(0), "9");
  type_into("path", TEXELSORT_SOURCE_DIR "/assets/lessons/warpsort.toml");
  ASSERT_NE(workspace<LessonPlayer>(session).lesson(), nullptr);
  EXPECT_EQ(workspace<LessonPlayer>(session).lesson()->title, "Warpsort's four steps");
  type_into("path", "no-such-file.txt");
  EXPECT_EQ(session.look.workspace, "start") << "what is refused says why, and the page stays";
  EXPECT_TRUE(says(window.texts(), session.message()));
  EXPECT_NE(session.message().find("no-such-file.txt"), std::string::npos);
  EXPECT_EQ(listed_faults(window.texts()), "");
  click(window, "lesson radix-sort");
  EXPECT_EQ(session.look.workspace, "");
  EXPECT_EQ(workspace<LessonPlayer>(session).lesson()->title, "Radix sort in three phases");
  // By keyboard: keys move from field to field of the start page.
  workspace<LessonPlayer>(session).close();
  window.press(Key::letter_h);
  window.press(Key::tab);
  window.texts();
  window.type("5,1");
  window.strike(ImGuiKey_Enter);
  window.texts();
  EXPECT_EQ(session.look.workspace, "");
  EXPECT_EQ(session.problem().n(), 2u) << session.message();
  window.press(Key::letter_h);
  window.press(Key::tab);
  window.texts();
  window.strike(ImGuiKey_Tab);
  window.texts();
  window.type("also-not-there.txt");
  window.strike(ImGuiKey_Enter);
  window.texts();
  EXPECT_NE(session.message().find("also-not-there.txt"), std::string::npos);
  window.press(Key::escape);
  // By keyboard: keys select the second lesson of the start page.
  window.press(Key::letter_h);
  window.press(Key::right);
  window.press(Key::enter);
  EXPECT_EQ(workspace<LessonPlayer>(session).lesson()->title, lessons()[1].title);
  window.press(Key::letter_h);
  window.press(Key::escape);
  EXPECT_EQ(session.look.workspace, "");
}

TEST(StartPage, FitsIntoWindowsOfEverySize) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  show(session, read_view_state(slides));
  session.look.workspace = "start";
  for (const auto& [size, scale] : {std::pair(gpu::Extent{450, 300}, 1.0f), std::pair(gpu::Extent{900, 600}, 0.5f),
                                    std::pair(gpu::Extent{1280, 720}, 3.0f), std::pair(gpu::Extent{700, 1200}, 1.0f),
                                    std::pair(gpu::Extent{3840, 2160}, 2.0f)}) {
    SCOPED_TRACE(size.width);
    OffscreenWindow window(gpu::test_device(), session, size, scale);
    const TextLog& log = window.texts();
    EXPECT_EQ(listed_faults(log), "");
    for (const Lesson& lesson : lessons()) EXPECT_TRUE(says(log, lesson.title)) << lesson.title;
    EXPECT_EQ(letters_not_noted(log), 0u);
  }
}

}  // namespace
}  // namespace texelsort::app
