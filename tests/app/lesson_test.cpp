#include <gtest/gtest.h>

#include "app/session/lessons/lesson_check.h"
#include "app/session/options/view_state_options.h"
#include "compute/data/error.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

constexpr auto lesson_head = R"(format = 1
title = "t"
level = "beginner"
minutes = 5
source = "s"
)";

std::string step_of(const std::string& show, const std::string& more = "") {
  return lesson_head + ("[[step]]\nshow = \"" + show + "\"\ncaption = \"c\"\n" + more);
}

std::string refusal(const std::string& text) {
  try {
    read_lesson(text, "mine.toml");
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(LessonFile, StatesOnlyTrueClaimsAndAnswers) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  ASSERT_EQ(lessons().size(), 12u);
  for (const Lesson& lesson : lessons()) {
    bool asks = false;
    for (const LessonStep& step : lesson.steps) {
      const StepCheck check = check_step(session, step);
      for (const std::string& fault : check.faults) {
        ADD_FAILURE() << lesson.file << ":" << step.line << ": " << fault;
      }
      asks |= step.question.has_value();
    }
    EXPECT_TRUE(asks) << lesson.file;
  }
}

/// A comparator network's next pass, by hand: 3 7 4 8 6 2 1 5 with neighbours compared becomes 3 7 4 8 2 6 1 5.
TEST(LessonQuestion, ComputesItsAnswerFromTheRun) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  const auto ask = [&session](const char* line, LessonQuestion question) {
    show(session, read_view_state(line));
    const std::uint64_t before = session.player().position();
    std::string found =
        answer(session, question, question.other.empty() ? ViewState{} : read_view_state(question.other));
    EXPECT_EQ(session.player().position(), before) << "the view state stays";
    return found;
  };
  const auto input = "-d slides-bitonic -a bitonic/grouped-quads --pass 0";
  EXPECT_EQ(ask(input, {.asked = Asked::swaps}), "4:5");
  EXPECT_EQ(ask("-d sorted -n 8 --pass 0", {.asked = Asked::swaps}), "none");
  EXPECT_EQ(ask(input, {.asked = Asked::key, .index = 5}), "6");
  EXPECT_EQ(ask(input, {.asked = Asked::place, .index = 5}), "4");
  EXPECT_EQ(ask(input, {.asked = Asked::passes}), "6");
  EXPECT_EQ(ask(input, {.asked = Asked::sorted}), "yes");
  EXPECT_EQ(ask("--input-values 3,2,1 -a '[(0,1)] [(1,2)]/single-quad' --pass 0", {.asked = Asked::sorted}), "no");
  EXPECT_EQ(ask("-n 64 -a bitonic/grouped-quads --pass 0", {.asked = Asked::fewer, .other = "-n 64 -a bitonic/fused"}),
            "bitonic/fused");
  EXPECT_EQ(ask(input, {.asked = Asked::fewer, .other = input}), "both");
  const auto second = "-d slides-kth-largest -k 2 -a select/depth@fragment --pass 1";
  EXPECT_EQ(ask(second, {.asked = Asked::count}), "3") << "13, 11 and 10 are at least 8";
  EXPECT_EQ(ask(second, {.asked = Asked::bit}), "kept");
  EXPECT_EQ(ask(second, {.asked = Asked::found}), "2nd largest: 11");
  const auto digits = "--input-values 7,2,1,4 -a radix/grs@compute -p digit=1 --pass 2";
  EXPECT_EQ(ask(digits, {.asked = Asked::group, .index = 0}), "0") << "2 stands there";
  EXPECT_EQ(ask(digits, {.asked = Asked::group, .index = 3}), "1");
}

TEST(LessonQuestion, IsRejectedWhenItHasNoAnswer) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  const auto fault = [&session](const std::string& show, const std::string& question) {
    const Lesson lesson = read_lesson(step_of(show, "[step.question]\nask = \"q\"\nanswer = \"a\"\n" + question), "f");
    const StepCheck check = check_step(session, lesson.steps.front());
    return check.faults.empty() ? std::string() : check.faults.front();
  };
  EXPECT_NE(fault("-n 8 --pass end", "kind = \"swaps\"").find("the run is at its end"), std::string::npos);
  EXPECT_NE(fault("-n 8 --pass 0", "kind = \"count\"").find("counts no keys"), std::string::npos);
  EXPECT_NE(fault("-n 8 --pass 0", "kind = \"key\"\nindex = 8").find("8 keys"), std::string::npos);
  EXPECT_NE(fault("-n 8 -d zero --pass 0", "kind = \"place\"\nindex = 1").find("more than one key is 0"),
            std::string::npos);
  EXPECT_NE(fault("-n 8 --pass 0", "kind = \"passes\"").find("is 'a', but that of the run is '6'"), std::string::npos);
  EXPECT_NE(fault("-n 8 --pass 7", "kind = \"passes\"").find("passes 0 (the input) to 6"), std::string::npos);
  EXPECT_NE(fault("-a bitonic/computed", "kind = \"passes\"").find("did you mean 'bitonic/compute'"),
            std::string::npos);
  EXPECT_NE(fault("--view networc", "kind = \"passes\"").find("did you mean network"), std::string::npos);
  EXPECT_NE(fault("--veiw network", "kind = \"passes\"").find("did you mean '--view'"), std::string::npos);
}

TEST(LessonCaption, IsRejectedWhenItNamesAStageThatThePassDoesNotHave) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  const auto fault = [&session](const std::string& caption, const std::string& pass) {
    LessonStep step{.show = "-d slides-bitonic -a bitonic/grouped-quads --pass " + pass, .caption = caption};
    const StepCheck check = check_step(session, step);
    return check.faults.empty() ? std::string() : check.faults.front();
  };
  EXPECT_EQ(fault("Stage 2: pairs are merged.", "2"), "");
  EXPECT_EQ(fault("Stage 1: neighbours.", "0"), "") << "the first pass follows the input";
  EXPECT_EQ(fault("Stage 3 follows. Step 1 is mirrored.", "2"), "") << "the run has these passes";
  EXPECT_EQ(fault("Stage 2: pairs are merged.", "4"),
            "the caption begins with 'stage 2', but pass 4 is 'stage 3, step 1 (mirrored)'");
  EXPECT_EQ(fault("Later, stage 4 follows.", "2"), "the caption names 'stage 4', but no pass of the run has this name");
  EXPECT_EQ(fault("Stage 30 is no stage 3.", "4"),
            "the caption names 'stage 30', but no pass of the run has this name");
}

TEST(LessonFile, IsRejectedWithTheLineOfTheError) {
  EXPECT_EQ(refusal(step_of("-n 8")), "");
  EXPECT_EQ(refusal("format = 2\n"), "mine.toml:1: lessons of format 2 are not supported, expected format 1");
  EXPECT_EQ(refusal(step_of("-n 8", "note = \"n\"\n")), "mine.toml:9: a step has no key 'note', did you mean 'notes'?");
  EXPECT_NE(
      refusal(std::string(lesson_head) + "[[step]]\nshow = \"-n 8\"\ncapton = \"c\"\n").find("a similar key 'capton'"),
      std::string::npos);
  EXPECT_NE(refusal(lesson_head).find("a lesson has no 'step'"), std::string::npos);
  EXPECT_NE(refusal("format = 1\ntitle = 7\n").find("mine.toml:2: 'title': expected a non-empty string in quotes"),
            std::string::npos);
  EXPECT_NE(refusal("format = \"1\n").find("mine.toml:1: "), std::string::npos);
  const auto question = [](const std::string& lines) {
    return refusal(step_of("-n 8", "[step.question]\nask = \"q\"\nanswer = \"a\"\n" + lines));
  };
  EXPECT_EQ(question("kind = \"passes\"\n"), "");
  EXPECT_NE(question("kind = \"passses\"\n")
                .find("mine.toml:12: unknown kind of question 'passses', did you mean "
                      "'passes'?"),
            std::string::npos);
  EXPECT_NE(question("kind = \"key\"\n").find("has an 'index'"), std::string::npos);
  EXPECT_NE(question("kind = \"sorted\"\nindex = 1\n").find("has no 'index'"), std::string::npos);
  EXPECT_NE(question("kind = \"fewer\"\n").find("has an 'other' view state"), std::string::npos);
}

TEST(LessonFile, IsFoundByNameOrPath) {
  EXPECT_EQ(find_lesson("bitonic-merge-sort").title, "Bitonic merge sort on eight values");
  EXPECT_THROW(find_lesson("bitonic-merge-srot"), UsageError);
  const Lesson file = find_lesson(TEXELSORT_SOURCE_DIR "/assets/lessons/warpsort.toml");
  EXPECT_EQ(short_name_of(file), "warpsort");
}

}  // namespace
}  // namespace texelsort::app
