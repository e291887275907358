#include "app/session/predictions.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "app/session/lessons/lesson_check.h"
#include "app/session/options/view_state_options.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

/// Returns the question of this kind in the view state that `line` describes, or null if there is none.
std::optional<Prediction> asked(Session& session, const char* line, Asked kind) {
  show(session, read_view_state(line));
  const std::uint64_t before = session.player().position();
  const auto all = predictions(session);
  EXPECT_EQ(session.player().position(), before) << "the view state stays";
  const auto found = std::ranges::find_if(all, [kind](const Prediction& one) { return one.question.asked == kind; });
  return found == all.end() ? std::nullopt : std::optional(*found);
}

/// Checks that a class can answer the question from its choices, and that one of them is the run's answer.
void expect_sound(Session& session, const Prediction& one) {
  SCOPED_TRACE(one.question.text);
  EXPECT_GE(one.choices.size(), 2u);
  EXPECT_LE(one.choices.size(), 4u);
  EXPECT_EQ(std::set(one.choices.begin(), one.choices.end()).size(), one.choices.size()) << "each once";
  ASSERT_LT(one.right, one.choices.size());
  EXPECT_EQ(one.choices[one.right], one.question.answer);
  if (one.question.asked != Asked::swaps) {
    EXPECT_EQ(one.question.answer, answer(session, one.question));
  }
}

// By hand: 3 7 4 8 6 2 1 5 with neighbours compared becomes 3 7 4 8 2 6 1 5.
TEST(PredictionQuestions, AskAboutTheNextStepOfANetwork) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  const auto input = "-d slides-bitonic -a bitonic/grouped-quads --pass 0";
  const auto swaps = asked(session, input, Asked::swaps);
  ASSERT_TRUE(swaps);
  expect_sound(session, *swaps);
  EXPECT_EQ(swaps->question.answer, "4:5");
  EXPECT_EQ(swaps->comparators.size(), 4u);
  EXPECT_NE(swaps->question.text.find("compares wires 0 and 1, 2 and 3, 4 and 5, 6 and 7. "), std::string::npos);
  EXPECT_NE(swaps->question.hint.find("block of 2"), std::string::npos) << swaps->question.hint;
  const auto place = asked(session, "-d slides-bitonic -a bitonic/grouped-quads --pass 0 --pin 5", Asked::place);
  ASSERT_TRUE(place);
  expect_sound(session, *place);
  EXPECT_EQ(place->key, 5u) << "the pinned one";
  EXPECT_EQ(place->question.answer, "4");
  EXPECT_FALSE(asked(session, "-d slides-bitonic -a bitonic/grouped-quads --pass end", Asked::swaps));
}

TEST(PredictionQuestions, AskAboutOnlyFourOfManyComparators) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  const auto line = "-n 64 -a bitonic/grouped-quads --pass 3";
  const auto swaps = asked(session, line, Asked::swaps);
  ASSERT_TRUE(swaps);
  expect_sound(session, *swaps);
  EXPECT_EQ(swaps->comparators.size(), 4u);
  session.player().step_forward();
  std::vector<network::Comparator> swapping;
  for (const auto& one : swaps->comparators) {
    if (session.player().swapped(one).value()) swapping.push_back(one);
  }
  EXPECT_EQ(swaps->question.answer, swaps_text(swapping));
  EXPECT_EQ(asked(session, line, Asked::swaps)->choices, swaps->choices) << "who comes back finds the same question";
}

// On the slides, the second largest key of 13 3 11 8 ... is searched. Three of the nine keys reach the threshold 8.
TEST(PredictionQuestions, AskAboutTheThresholdOfASelection) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  const auto line = "-d slides-kth-largest -k 2 -a select/depth@fragment --pass 1";
  const auto count = asked(session, line, Asked::count), bit = asked(session, line, Asked::bit);
  ASSERT_TRUE(count && bit);
  expect_sound(session, *count);
  expect_sound(session, *bit);
  EXPECT_EQ(count->question.answer, "3");
  EXPECT_NE(count->question.text.find("m = 8, in bits 1000"), std::string::npos) << count->question.text;
  EXPECT_EQ(bit->question.answer, "kept");
  EXPECT_EQ(bit->choices, (std::vector<std::string>{"kept", "cleared"}));
  const auto several = asked(session, "-n 100 -k 2 -k 50 -a select/depth@fragment --pass 1", Asked::bit);
  ASSERT_TRUE(several);
  expect_sound(session, *several);
}

TEST(PredictionQuestions, AskAboutDigitsBucketsAndParts) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  const auto digit =
      asked(session, "--input-values 7,2,1,4 -a radix/grs@compute -p digit=1 --pass 0 --pin 1", Asked::group);
  ASSERT_TRUE(digit);
  expect_sound(session, *digit);
  EXPECT_NE(digit->question.text.find("Key 2 is at index 1. Into which digit"), std::string::npos)
      << digit->question.text;
  EXPECT_EQ(digit->question.answer, "0");
  const auto lands =
      asked(session, "--input-values 7,2,1,4 -a radix/grs@compute -p digit=1 --pass 2 --pin 1", Asked::place);
  ASSERT_TRUE(lands);
  expect_sound(session, *lands);
  EXPECT_EQ(lands->question.answer, "0") << "by the last bit 2 4 7 1";
  for (const char* line : {"-n 256 -a sample/randomized@compute -p k2=16 -p a2=4", "-n 64 -a quick/parallel@cuda",
                           "-n 64 -a merge/multiway@cpu --sequences 4"}) {
    SCOPED_TRACE(line);
    show(session, read_view_state(std::string(line) + " --pass end"));
    const std::uint64_t passes = session.player().position();
    std::set<Asked> kinds;
    for (std::uint64_t pass = 0; pass < passes; ++pass) {
      session.player().seek(pass);
      for (const Prediction& one : predictions(session)) {
        expect_sound(session, one);
        kinds.insert(one.question.asked);
      }
    }
    EXPECT_TRUE(kinds.contains(Asked::group)) << "which bucket or part";
    EXPECT_TRUE(kinds.contains(Asked::place));
  }
}

TEST(PredictionQuestions, IncludeEveryQuestionOfTheLessons) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  for (const Lesson& lesson : lessons()) {
    for (const LessonStep& step : lesson.steps) {
      if (!step.question) continue;
      SCOPED_TRACE(lesson.file + ": " + step.question->text);
      show(session, read_view_state(step.show));
      const LessonQuestion& question = *step.question;
      const Prediction one =
          prediction(session, question, question.other.empty() ? ViewState{} : read_view_state(question.other));
      EXPECT_EQ(one.question.answer, question.answer);
      EXPECT_GE(one.choices.size(), 2u);
      EXPECT_EQ(one.choices.at(one.right), question.answer);
    }
  }
}

}  // namespace
}  // namespace texelsort::app
