#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/gui/window/offscreen.h"
#include "app/session/lesson_player.h"
#include "app/session/options/view_state_options.h"
#include "tests/app/text_audit.h"
#include "tests/app/window_items.h"
#include "tests/support/gl.h"

/// Tests of the window in front of a class: which texts are secret, how a question is answered, and how votes look.
namespace texelsort::app {
namespace {

constexpr auto worked_example = "-d slides-bitonic -a bitonic/grouped-quads --pass 0 --view network";

/// Sizes of the windows and projectors in which a lesson must be readable.
constexpr std::array projectors{gpu::Extent{900, 600}, gpu::Extent{1280, 720}, gpu::Extent{1920, 1080},
                                gpu::Extent{3840, 2160}};

/// Returns the text of the frame that contains `part`, or null.
const DrawnText* text_with(const TextLog& log, std::string_view part) {
  const auto found = std::ranges::find_if(
      log.texts(), [&](const DrawnText& one) { return one.whole.find(part) != std::string::npos; });
  return found == log.texts().end() ? nullptr : &*found;
}

bool has_text(const TextLog& log, std::string_view part) {
  return text_with(log, part) != nullptr;
}

bool has_card(const TextLog& log, const std::string& name) {
  return std::ranges::find(log.cards(), name, &DrawnCard::name) != log.cards().end();
}

/// Returns whether all of a text is on the screen without scrolling.
bool is_whole(const TextLog& log, std::string_view part) {
  const DrawnText* text = text_with(log, part);
  if (text == nullptr) return false;
  const Ink ink = ink_of(*text);
  return ink.top >= text->clip_low.y && ink.bottom <= text->clip_high.y;
}

bool is_whole_item(const TextLog& log, std::string_view name) {
  const DrawnItem* item = item_of(log, name);
  return item != nullptr && item->low.y >= item->clip_low.y - 1 && item->high.y <= item->clip_high.y + 1;
}

Key letter(std::size_t choice) {
  constexpr std::array letters{Key::letter_a, Key::letter_b, Key::letter_c, Key::letter_d};
  return letters.at(choice);
}

/// A session whose lesson is at its first step with a question, in a window without a display.
class ClassWindow : public testing::Test {
 protected:
  void SetUp() override {
    TEXELSORT_NEED_GL();
    session = std::make_unique<Session>(&gpu::test_device());
    session->open({}, "std/sort@cpu");
    window = std::make_unique<OffscreenWindow>(gpu::test_device(), *session, gpu::Extent{1280, 720});
    player = &workspace<LessonPlayer>(*session);
    ASSERT_TRUE(player->open(*session, "bitonic-merge-sort"));
    while (!player->step().question) player->go_on(*session, 1);
  }

  /// Shows the worked example with a question about its first pass, without a lesson.
  void ask_about_example() {
    player->close();
    show(*session, in_window(read_view_state(worked_example)));
    player->quiz.turn(*session, true);
    window->texts();
    while (player->quiz.asked()->question.asked != Asked::swaps) player->quiz.ask_another();
  }

  std::unique_ptr<Session> session;
  std::unique_ptr<OffscreenWindow> window;
  LessonPlayer* player = nullptr;
};

TEST_F(ClassWindow, HidesNotesUntilAskedFor) {
  EXPECT_FALSE(has_card(window->texts(), "notes"));
  EXPECT_TRUE(has_text(window->texts(), "Notes for the teacher: press I."));
  window->press(Key::letter_i);
  EXPECT_TRUE(has_card(window->texts(), "notes"));
  EXPECT_FALSE(has_text(window->texts(), "Notes for the teacher: press I."));
  EXPECT_TRUE(has_text(window->texts(), player->step().question->hint));
  window->press(Key::letter_p);
  EXPECT_FALSE(has_card(window->texts(), "notes"));
  EXPECT_FALSE(has_text(window->texts(), player->step().question->hint));
  window->press(Key::letter_i);
  EXPECT_FALSE(has_card(window->texts(), "notes"));
  EXPECT_TRUE(has_text(window->texts(), "The teacher's window shows them"));
  window->press(Key::letter_p);
  EXPECT_FALSE(has_card(window->texts(), "notes")) << "notes reappear on the projector";
  window->press(Key::letter_i);
  ASSERT_TRUE(player->open(*session, "radix-sort"));
  EXPECT_FALSE(has_card(window->texts(), "notes")) << "each lesson starts without notes";
}

TEST_F(ClassWindow, ShowsNotesInWindowsOfEverySize) {
  player->notes = true;
  for (const auto& [size, scale] : {std::pair(gpu::Extent{450, 300}, 1.0f), std::pair(gpu::Extent{1280, 720}, 2.0f),
                                    std::pair(gpu::Extent{900, 600}, 1.0f), std::pair(gpu::Extent{700, 1200}, 1.0f)}) {
    SCOPED_TRACE(size.width);
    OffscreenWindow other(gpu::test_device(), *session, size, scale);
    EXPECT_TRUE(has_card(other.texts(), "notes"));
    EXPECT_EQ(listed_faults(other.texts()), "");
  }
}

TEST_F(ClassWindow, AnswersByLettersAndIgnoresDigits) {
  const std::uint64_t before = session->player().position();
  for (const Key digit : {Key::digit_1, Key::digit_2, Key::digit_3}) window->press(digit);
  EXPECT_TRUE(player->quiz.waits());
  const Focus focus = session->look.focus;
  window->press(letter(player->quiz.asked()->right));
  EXPECT_TRUE(player->quiz.revealed() && player->quiz.was_right());
  EXPECT_EQ(session->player().position(), before + 1);
  EXPECT_EQ(session->look.focus, focus);
  // Without a question, letters and digits do what they always do.
  const bool by_value = session->look.value_colours;
  window->press(Key::letter_b);
  EXPECT_NE(session->look.value_colours, by_value);
  window->press(Key::digit_2);
  EXPECT_EQ(session->look.focus, Focus::bars);
}

TEST_F(ClassWindow, LabelsChoicesByLetters) {
  const TextLog& log = window->texts();
  for (std::size_t i = 0; i < player->quiz.asked()->choices.size(); ++i) {
    const DrawnItem* item = item_of(log, fmt::format("choice {}", i + 1));
    ASSERT_NE(item, nullptr);
    const bool labelled = std::ranges::any_of(log.texts(), [&](const DrawnText& text) {
      return text.shown == choice_letter(i) && text.low.x >= item->low.x && text.high.x <= item->high.x &&
             text.low.y >= item->low.y - 2 && text.high.y <= item->high.y + 2;
    });
    EXPECT_TRUE(labelled) << choice_letter(i);
  }
}

TEST_F(ClassWindow, ShowsTheAnswerOnlyAtTheSecondStepForward) {
  const std::uint64_t before = session->player().position();
  for (const Key key : {Key::right, Key::space, Key::end, Key::letter_r}) {
    SCOPED_TRACE(static_cast<int>(key));
    player->go_to(*session, player->step_number());
    window->press(key);
    EXPECT_TRUE(player->quiz.waits());
    EXPECT_EQ(session->player().position(), before);
    EXPECT_TRUE(has_text(window->texts(), "Answer first, or press Right again for the answer."));
    EXPECT_EQ(listed_faults(window->texts()), "");
    window->press(key);
    EXPECT_TRUE(player->quiz.revealed());
    EXPECT_EQ(session->player().position(), before + 1);
    EXPECT_TRUE(has_text(window->texts(),
                         fmt::format("The right answer is {} ({}).", choice_letter(player->quiz.asked()->right),
                                     player->step().question->answer)));
    EXPECT_FALSE(has_text(window->texts(), "You chose"));
  }
  EXPECT_EQ(player->quiz.of_run().given, 0u) << "an answer that was shown has no score";
}

TEST_F(ClassWindow, KeepsThePassWhenAClickMissesTheComparators) {
  ask_about_example();
  const TextLog& log = window->texts();
  const auto card = std::ranges::find(log.cards(), "network", &DrawnCard::name);
  ASSERT_NE(card, log.cards().end());
  // Finds the comparator 4:5 by the mouse, and then clicks to the left and to the right of it.
  std::vector<float> hits;
  const DrawnText* wire = nullptr;
  for (const DrawnText& text : log.texts()) {
    if (text.shown == "4" && text.low.x > card->low.x && text.low.x < card->low.x + 40) wire = &text;
  }
  ASSERT_NE(wire, nullptr);
  const float y = wire->high.y + 12;
  for (float x = wire->high.x; x < wire->high.x + 150; x += 2) {
    window->move_mouse(x, y);
    window->click();
    if (player->quiz.marked() == std::vector{network::Comparator{4, 5}}) hits.push_back(x);
    while (!player->quiz.marked().empty()) player->quiz.mark(player->quiz.marked().front());
    ASSERT_EQ(session->player().position(), 0u) << "a click at " << x << " runs the pass";
    ASSERT_TRUE(player->quiz.waits());
  }
  ASSERT_FALSE(hits.empty());
  EXPECT_GE(hits.back() - hits.front(), 40) << "the comparator is hard to hit";
  for (float x = wire->high.x + 150; x < card->high.x - 20; x += 40) {
    window->move_mouse(x, y);
    window->click();
    ASSERT_EQ(session->player().position(), 0u) << "a click at " << x << " runs a pass";
  }
}

TEST_F(ClassWindow, ShowsVotesOnlyAfterTheVote) {
  window->press(Key::letter_u);
  session->look.presenter = true;
  const Picture none = window->picture();
  window->press(letter(0));
  EXPECT_TRUE(has_text(window->texts(), "Votes: 1."));
  const Picture first = window->picture();
  window->press(Key::backspace);
  window->press(letter(1));
  EXPECT_EQ(window->picture(), first) << "the picture shows which answer got the vote";
  EXPECT_NE(first, none);
  window->press(letter(1));
  EXPECT_TRUE(has_text(window->texts(), "Votes: 2."));
  window->press(Key::enter);
  EXPECT_TRUE(player->quiz.revealed());
  const TextLog& log = window->texts();
  const DrawnItem* second = item_of(log, "choice 2");
  ASSERT_NE(second, nullptr);
  EXPECT_TRUE(std::ranges::any_of(log.texts(), [&](const DrawnText& text) {
    return text.shown == "2" && text.low.y > second->low.y && text.high.y < second->high.y + 2 &&
           text.low.x > 0.5f * (second->low.x + second->high.x) && text.high.x <= second->high.x;
  }));
}

TEST_F(ClassWindow, SaysHowAVoteEnds) {
  session->look.presenter = true;
  window->press(Key::letter_u);
  EXPECT_TRUE(has_text(window->texts(), "Votes: 0. Press A to D to vote, U stops voting."));
  window->press(letter(1));
  window->press(Key::right);
  EXPECT_TRUE(player->quiz.waits());
  EXPECT_TRUE(has_text(window->texts(), "Votes: 1. Enter ends the vote, U stops voting."));
  window->press(Key::backspace);
  EXPECT_TRUE(has_text(window->texts(), "Votes: 0. Right shows the answer, U stops voting."));
}

TEST_F(ClassWindow, EndsVoteAndScoreWithTheLesson) {
  window->press(Key::letter_u);
  window->press(letter(player->quiz.asked()->right));
  window->press(Key::enter);
  const std::string file = player->lesson()->file, name = short_name_of(*player->lesson());
  EXPECT_EQ(player->quiz.of_lesson(file), (Score{1, 1}));
  player->close();
  EXPECT_FALSE(player->quiz.in_class());
  ASSERT_TRUE(player->open(*session, name));
  EXPECT_EQ(player->quiz.of_lesson(file), Score{});
  player->quiz.set_in_class(true);
  ASSERT_TRUE(player->open(*session, short_name_of(lessons().back())));
  EXPECT_FALSE(player->quiz.in_class());
}

TEST_F(ClassWindow, ShowsWholePicturesOfLessonsInPresenterMode) {
  const auto shows = [&](const std::string& words) {
    return std::ranges::any_of(window->texts().texts(), [&](const DrawnText& text) { return text.shown == words; });
  };
  const auto open_step = [&](const char* lesson, std::size_t step) {
    player->open(*session, lesson);
    player->go_to(*session, step);
    session->look.presenter = true;
    window->texts();
  };
  open_step("bitonic-merge-sort", 3);
  for (const char* mark : {"smaller", "larger", "swapped", "kept"}) EXPECT_TRUE(shows(mark)) << mark;
  for (const auto& [lesson, step] : {std::pair("folding", 1u), std::pair("from-quads-to-passes", 1u)}) {
    open_step(lesson, step);
    for (const char* mark : {"smaller key", "larger key"}) EXPECT_TRUE(shows(mark)) << lesson << ": " << mark;
  }
  for (const std::size_t step : {3u, 4u}) {
    open_step("multiway-merging", step);
    for (const char* sequence : {"sequence 0", "sequence 1", "sequence 2", "sequence 3"}) {
      EXPECT_TRUE(shows(sequence)) << sequence;
    }
    for (int key = 1; key <= 16; ++key) EXPECT_TRUE(shows(std::to_string(key))) << "step " << step << ", key " << key;
  }
  open_step("multiway-merging", 6);
  EXPECT_FALSE(shows("A")) << "no merger reads the merged array";
  open_step("moving-records", 1);
  const auto& fields = session->problem().fields;
  for (std::size_t field = 0; field < 3; ++field) {
    const std::string value = std::to_string(fields[field]);
    EXPECT_TRUE(has_text(window->texts(), value)) << "a field without its value";
  }
  for (const std::size_t step : {0u, 1u, 2u, 3u, 4u}) {
    open_step("moving-records", step);
    EXPECT_FALSE(has_text(window->texts(), " records shown")) << "step " << step;
    EXPECT_TRUE(shows("Keys with indices")) << "step " << step;
  }
  open_step("moving-records", 3);
  for (const char* column : {"before", "after", "key", "index"}) EXPECT_TRUE(shows(column)) << column;
  open_step("radix-sort", 4);
  EXPECT_TRUE(shows("digit 11")) << "the moves of the keys";
  EXPECT_FALSE(shows("exclusive scan")) << "tables without numbers leave their space to the moves";
  open_step("radix-sort", 1);
  for (const char* text : {"exclusive scan by column", "no sums yet"}) EXPECT_TRUE(shows(text)) << text;
}

TEST_F(ClassWindow, ShowsVotesAndVerdictsOfAllLessonsWithoutScrolling) {
  for (const gpu::Extent size : projectors) {
    OffscreenWindow projector(gpu::test_device(), *session, size);
    for (const Lesson& lesson : lessons()) {
      ASSERT_TRUE(player->open(*session, short_name_of(lesson)));
      for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
        SCOPED_TRACE(fmt::format("{} x {}, {}, step {}", size.width, size.height, lesson.file, step + 1));
        player->go_to(*session, step);
        session->look.presenter = true;
        const TextLog& log = projector.texts();
        if (!player->quiz.asked()) {
          EXPECT_TRUE(is_whole(log, player->step().caption));
          continue;
        }
        player->quiz.set_in_class(true);
        const std::size_t choices = player->quiz.asked()->choices.size();
        for (std::size_t vote = 0; vote < 25; ++vote) player->quiz.choose(*session, vote % choices);
        projector.texts();
        const auto expect_choices = [&] {
          EXPECT_TRUE(is_whole(log, player->quiz.asked()->question.text));
          for (std::size_t i = 0; i < choices; ++i) EXPECT_TRUE(is_whole_item(log, fmt::format("choice {}", i + 1)));
          for (const std::string& choice : player->quiz.asked()->choices) {
            EXPECT_TRUE(std::ranges::any_of(log.texts(), [&](const DrawnText& text) { return text.shown == choice; }))
                << choice << " is shortened";
          }
          EXPECT_EQ(listed_faults(log), "");
        };
        expect_choices();
        EXPECT_TRUE(is_whole(log, "Votes: 25."));
        projector.press(Key::enter);
        ASSERT_TRUE(player->quiz.revealed());
        projector.texts();
        expect_choices();
        EXPECT_TRUE(is_whole(log, "The right answer is "));
        const std::string& hint = player->quiz.asked()->question.hint;
        EXPECT_TRUE(hint.empty() || is_whole(log, hint));
        player->quiz.set_in_class(false);
      }
    }
  }
}

TEST_F(ClassWindow, ShowsTheTeacherAllThatTheClassMustNotSee) {
  OffscreenWindow teacher(gpu::test_device(), *session, {900, 600}, 1, FramePart("teacher"));
  session->look.presenter = true;
  for (const Lesson& lesson : lessons()) {
    ASSERT_TRUE(player->open(*session, short_name_of(lesson)));
    for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
      SCOPED_TRACE(fmt::format("{}, step {}", lesson.file, step + 1));
      player->go_to(*session, step);
      const TextLog& log = teacher.texts();
      EXPECT_EQ(listed_faults(log), "");
      const LessonStep& now = lesson.steps[step];
      EXPECT_TRUE(
          is_whole(log, fmt::format("step {} of {}, 0 of {} min", step + 1, lesson.steps.size(), lesson.minutes)));
      EXPECT_TRUE(now.notes.empty() || is_whole(log, now.notes));
      if (step + 1 < lesson.steps.size()) {
        EXPECT_TRUE(is_whole(log, lesson.steps[step + 1].caption));
      }
      if (!now.question) continue;
      const std::string letter = choice_letter(player->quiz.asked()->right);
      EXPECT_TRUE(is_whole(log, fmt::format("{}: {}.", letter, now.question->answer)));
      EXPECT_TRUE(is_whole(log, now.question->text));
    }
  }
}

TEST_F(ClassWindow, DrivesTheSessionAndCountsVotesInTheTeachersWindow) {
  OffscreenWindow teacher(gpu::test_device(), *session, {900, 600}, 1, FramePart("teacher"));
  const std::size_t step = player->step_number();
  teacher.press(Key::letter_u);
  teacher.press(Key::letter_a);
  teacher.press(Key::letter_b);
  teacher.press(Key::letter_b);
  EXPECT_TRUE(has_text(teacher.texts(), "A 1, B 2"));
  EXPECT_FALSE(has_text(window->texts(), "A 1, B 2"));
  teacher.press(Key::page_down);
  EXPECT_EQ(player->step_number(), step + 1);
  player->close();
  EXPECT_TRUE(has_text(teacher.texts(), "No lesson is open."));
  EXPECT_EQ(listed_faults(teacher.texts()), "");
}

TEST_F(ClassWindow, OpensTheTeachersWindowByKeyAndByCommandPalette) {
  EXPECT_FALSE(player->teacher_view);
  window->press(Key::control_t);
  EXPECT_TRUE(player->teacher_view);
  window->press(Key::control_t);
  EXPECT_FALSE(player->teacher_view);
  window->press(Key::control_p);
  window->texts();
  window->type("teacher's window");
  window->texts();
  window->strike(ImGuiKey_Enter);
  EXPECT_TRUE(player->teacher_view);
}

}  // namespace
}  // namespace texelsort::app
