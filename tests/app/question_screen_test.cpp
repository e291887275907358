#include <cctype>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "app/gui/window/offscreen.h"
#include "app/playback/models/selection_progress.h"
#include "app/session/lesson_player.h"
#include "app/session/threshold_text.h"
#include "tests/app/text_audit.h"
#include "tests/support/gl.h"

// Renders the questions of the lessons in presenter mode, as a class sees them. A class can answer a question only if
// the screen shows the data that it needs, and has to think only if the screen does not show the answer.
namespace texelsort::app {
namespace {

/// Returns whether `text` contains `part` as a whole: no letter or digit precedes or follows it.
bool has_word(const std::string& text, const std::string& part) {
  const auto is_word = [&](std::size_t at) {
    return at < text.size() && std::isalnum(static_cast<unsigned char>(text[at])) != 0;
  };
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    if ((at == 0 || !is_word(at - 1)) && !is_word(at + part.size())) return true;
  }
  return false;
}

/// Texts of a frame that are visible, without the choices of the question.
struct Screen {
  std::vector<std::string> texts;
  bool has(const std::string& part) const {
    return std::ranges::any_of(texts, [&](const std::string& text) { return has_word(text, part); });
  }
};

Screen screen_of(const TextLog& log, const Prediction& asked) {
  Screen screen;
  for (const DrawnText& text : log.texts()) {
    const Ink visible = seen_of(text);
    if (visible.left >= visible.right || visible.top >= visible.bottom) continue;
    const bool choice = std::ranges::any_of(log.items(), [&](const DrawnItem& item) {
      return item.name.starts_with("choice ") && text.low.x >= item.low.x && text.high.x <= item.high.x &&
             text.low.y >= item.low.y - 1 && text.high.y <= item.high.y + 1;
    });
    if (!choice) screen.texts.push_back(text.shown == text.whole ? text.whole : text.shown);
  }
  // The lines of a wrapped question are texts of their own, so a number can be at the end of one.
  screen.texts.push_back(asked.question.text);
  return screen;
}

/// Returns the data that a question needs and the screen lacks.
std::vector<std::string> missing_data(const Session& session, const Prediction& asked, const Screen& screen) {
  std::vector<std::string> missing;
  const auto need = [&](const std::string& text, const std::string& reason) {
    if (!screen.has(text)) missing.push_back(fmt::format("{} '{}'", reason, text));
  };
  const Player& player = session.player();
  const std::uint64_t n = session.problem().n();
  const LessonQuestion& question = asked.question;
  const auto need_all_keys = [&] {
    if (n > 32) return missing.push_back("more keys than a class can see");
    for (std::uint64_t i = 0; i < n; ++i) {
      need(key_text(session, code_of(session.problem().keys, i, session.problem().order)), "the key");
    }
  };
  switch (question.asked) {
    case Asked::swaps:
      for (const network::Comparator& one : asked.comparators) {
        need(player.key_text(one.low), "the key");
        need(player.key_text(one.high), "the key");
        need(std::to_string(one.low), "the index");
        need(std::to_string(one.high), "the index");
      }
      break;
    case Asked::key:
      // The answer is a key, so the screen or the question has to name the keys among which to choose.
      for (const std::string& choice : asked.choices) need(choice, "the key");
      break;
    case Asked::place:
      need(std::to_string(*question.index), "the index");
      break;
    case Asked::group:
      break;
    case Asked::count:
    case Asked::found:
      need_all_keys();
      break;
    case Asked::bit:
      need(fmt::format("k = {}", bit_table(player).ks.front()), "the wanted rank");
      break;
    case Asked::passes:
    case Asked::fewer:
    case Asked::sorted:
      if (n <= 32 && question.asked == Asked::sorted) need_all_keys();
      break;
  }
  return missing;
}

/// Returns the texts on the screen that tell the answer to a question.
std::vector<std::string> told_answers(const Prediction& asked, const Screen& screen) {
  const std::string& answer = asked.question.answer;
  std::vector<std::string> telling;
  switch (asked.question.asked) {
    case Asked::swaps:
      if (answer != "none") telling = {answer};
      break;
    case Asked::key:
      telling = {"holds " + answer, "then has " + answer};
      break;
    case Asked::place:
      if (answer != std::to_string(*asked.question.index))
        telling = {"moves to index " + answer, "is at index " + answer};
      break;
    case Asked::group:
      telling = {"goes to bucket " + answer, "goes to digit " + answer, "goes to part " + answer};
      break;
    case Asked::count:
      telling = {"counts " + answer};
      break;
    case Asked::bit:
      telling = {"is " + answer};
      break;
    case Asked::passes:
      telling = {"of " + answer, answer + " passes", "pass " + answer};
      break;
    case Asked::found:
      telling = {answer, "2nd largest = " + answer.substr(answer.find(": ") + 2)};
      break;
    case Asked::sorted:
      telling = {"Sorted", "Not sorted", "sorted:"};
      break;
    case Asked::fewer:
      telling = {"needs fewer"};
      break;
  }
  std::vector<std::string> told;
  for (const std::string& text : screen.texts) {
    if (text == asked.question.text) continue;
    for (const std::string& part : telling) {
      if (has_word(text, part)) told.push_back(text);
    }
  }
  return told;
}

struct QuestionFaults {
  std::vector<std::string> missing, told;
};

/// Opens a step of a lesson in presenter mode and returns the faults of its question.
QuestionFaults faults_of(Session& session, OffscreenWindow& window, const Lesson& lesson, std::size_t step) {
  LessonPlayer& lesson_player = workspace<LessonPlayer>(session);
  lesson_player.open(session, lesson);
  lesson_player.go_to(session, step);
  session.look.presenter = true;
  const TextLog& log = window.texts(2);
  EXPECT_EQ(lesson_player.trouble(), "");
  if (lesson_player.quiz.asked() == nullptr) return {{"the question is not asked"}, {}};
  const Prediction& asked = *lesson_player.quiz.asked();
  const Screen screen = screen_of(log, asked);
  return {missing_data(session, asked, screen), told_answers(asked, screen)};
}

QuestionFaults faults_of(const std::string& show, const std::string& question) {
  Session session(&gpu::test_device());
  session.open({}, "std/sort@cpu");
  OffscreenWindow window(gpu::test_device(), session, {1280, 720});
  const Lesson lesson =
      read_lesson("format = 1\ntitle = \"t\"\nlevel = \"beginner\"\nminutes = 5\nsource = \"s\"\n[[step]]\nshow = \"" +
                      show + "\"\ncaption = \"c\"\n[step.question]\nask = \"q\"\nanswer = \"a\"\n" + question,
                  "bad.toml");
  return faults_of(session, window, lesson, 0);
}

TEST(QuestionScreen, ShowsTheDataButNotTheAnswerOfEveryQuestion) {
  TEXELSORT_NEED_GL();
  for (const gpu::Extent size : {gpu::Extent{1280, 720}, gpu::Extent{900, 600}}) {
    Session session(&gpu::test_device());
    session.open({}, "std/sort@cpu");
    OffscreenWindow window(gpu::test_device(), session, size);
    std::size_t questions = 0, about_order = 0;
    for (const Lesson& lesson : lessons()) {
      for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
        EXPECT_FALSE(lesson.steps[i].name.empty()) << lesson.file << ":" << lesson.steps[i].line;
        if (!lesson.steps[i].question) continue;
        SCOPED_TRACE(fmt::format("{} pixels, {}:{}: {}", size.width, lesson.file, lesson.steps[i].line,
                                 lesson.steps[i].question->text));
        const QuestionFaults faults = faults_of(session, window, lesson, i);
        EXPECT_EQ(fmt::format("{}", fmt::join(faults.missing, "; ")), "") << "the screen lacks data";
        EXPECT_EQ(fmt::format("{}", fmt::join(faults.told, "; ")), "") << "the screen tells the answer";
        ++questions;
        about_order += lesson.steps[i].question->asked == Asked::sorted ? 1u : 0u;
      }
    }
    EXPECT_GE(questions, 36u) << "about every second step has one";
    EXPECT_LE(about_order, 3u);
  }
}

TEST(QuestionScreen, DetectsAQuestionAboutInvisibleKeys) {
  TEXELSORT_NEED_GL();
  const QuestionFaults faults =
      faults_of("-n 1000 -k 2 -a select/depth@fragment --pass 1 --view bits", "kind = \"count\"\n");
  EXPECT_FALSE(faults.missing.empty());
}

TEST(QuestionScreen, DetectsAnAnswerThatThePictureGivesAway) {
  TEXELSORT_NEED_GL();
  EXPECT_FALSE(
      faults_of("-d slides-kth-largest -k 2 -a select/depth@fragment --pass end --view bits", "kind = \"found\"\n")
          .told.empty());
  EXPECT_FALSE(faults_of("-d slides-bitonic -a bitonic/grouped-quads --pass end --view network", "kind = \"passes\"\n")
                   .told.empty());
}

TEST(QuestionScreen, HidesTheTotalWhileItIsAskedFor) {
  TEXELSORT_NEED_GL();
  EXPECT_TRUE(faults_of("-n 1024 -a bitonic/grouped-quads --pass 0 --view bars", "kind = \"passes\"\n").told.empty());
}

}  // namespace
}  // namespace texelsort::app
