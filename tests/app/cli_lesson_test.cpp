#include <gtest/gtest.h>

#include "app/session/session.h"
#include "app/session/session_file.h"
#include "tests/app/cli_support.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

TEST(CliLesson, PrintsTheTeachersNotesOnlyWithTheNotesOption) {
  const Outcome notes = run_program({"lesson", "show", "bitonic-merge-sort", "--notes"});
  EXPECT_EQ(notes.exit_code, 0);
  EXPECT_TRUE(contains(notes.out, "For the teacher: Let the class do the first pass by hand"));
  EXPECT_TRUE(contains(notes.out, "Answer: 1:2, 5:6"));
  EXPECT_FALSE(contains(notes.out, "Eight keys are on eight wires")) << "captions are the class's";
}

TEST(CliLesson, QuotesTheCommandOfEachStepForTheShell) {
  const TemporaryFolder folder;
  const std::string head = "format = 1\ntitle = \"t\"\nlevel = \"beginner\"\nminutes = 1\nsource = \"s\"\n";
  const auto shown = [&](const std::string& show) {
    write_file(folder / "l.toml", head + "[[step]]\nshow = \"" + show + "\"\ncaption = \"c\"\n");
    return run_program({"lesson", "show", folder / "l.toml"});
  };
  EXPECT_TRUE(contains(shown("-n 8; touch pwned").out, "texelsort render -n '8;' touch pwned -o step-1.png"));
  EXPECT_TRUE(contains(shown("-n $(touch pwned) `id` | sh > x").out,
                       "render -n '$(touch' 'pwned)' '`id`' '|' sh '>' x -o step-1.png"));
  EXPECT_TRUE(contains(shown("--input-values '3 1'").out, "render --input-values '3 1' -o step-1.png"));
  EXPECT_TRUE(contains(shown("-n 8\\ntouch pwned").out, "render -n 8 touch pwned -o step-1.png")) << "one line";
  expect_one_line_error(shown("-n '8"), 2, {"l.toml:6: ", "is not closed"});
}

TEST(CliLesson, RejectsDeeplyNestedKeys) {
  const TemporaryFolder folder;
  std::string dotted = "a";
  for (int level = 0; level < 100000; ++level) dotted += ".a";
  const std::vector<std::string> nested{dotted + " = 1\n", "[" + dotted + "]\nb = 1\n", "[[" + dotted + "]]\nb = 1\n",
                                        "a = {" + dotted + " = 1}\n",
                                        "a = " + std::string(100000, '[') + std::string(100000, ']') + "\n"};
  for (const std::string& text : nested) {
    write_file(folder / "deep.toml", "format = 1\n" + text);
    for (const auto& words : {std::vector<std::string>{"lesson", "show", folder / "deep.toml"},
                              {"lesson", "check", folder / "deep.toml"},
                              {"render", "--lesson", folder / "deep.toml", "-o", folder / "x.png"},
                              {"reproduce", folder / "deep.toml"}}) {
      expect_one_line_error(run_program(words), 2,
                            {"deep.toml:2: nested more than 64 levels deep, the limit, the limit"});
    }
    Session session(nullptr);
    session.open({}, "bitonic/reference@cpu");
    EXPECT_FALSE(take_file(session, folder / "deep.toml"));
    EXPECT_TRUE(contains(session.message(), "nested more than 64 levels deep")) << session.message();
  }
}

TEST(CliLesson, RejectsInvalidOptions) {
  const TemporaryFolder folder;
  const auto refused = [&](std::vector<std::string> words, const std::vector<std::string>& parts) {
    words.insert(words.begin(), "render");
    words.insert(words.end(), {"-o", folder / "refused.png"});
    expect_one_line_error(run_program(words), 2, parts);
  };
  refused({"--lesson", "radix-srot"}, {"did you mean 'radix-sort'"});
  refused({"--lesson", "radix-sort", "--step", "8"}, {"--step 8", "steps 1 to 7"});
  refused({"--lesson", "radix-sort", "-n", "8"}, {"--lesson", "leave out input"});
  refused({"--step", "2"}, {"--step requires --lesson"});
  const Outcome window = run_program({"--lesson", "radix-sort"}, "", without_display);
  expect_one_line_error(window, 3, {"texelsort render --lesson radix-sort -o window.png"});
}

TEST(CliLesson, RendersALessonStepAndAQuestion) {
  TEXELSORT_NEED_GL();
  const TemporaryFolder folder;
  const auto picture = [&](const std::vector<std::string>& more) {
    const std::string path = folder / "lesson.png";
    std::vector<std::string> words{"render", "--size", "900x600", "-o", path};
    words.insert(words.end(), more.begin(), more.end());
    EXPECT_EQ(run_program(words).exit_code, 0);
    return read_file(path);
  };
  const std::string first = picture({"--lesson", "bitonic-merge-sort"});
  EXPECT_EQ(picture({"--lesson", "bitonic-merge-sort", "--step", "1"}), first);
  EXPECT_NE(picture({"--lesson", "bitonic-merge-sort", "--step", "2"}), first);
  EXPECT_NE(picture({"--lesson", "bitonic-merge-sort", "--step", "2", "--view", "teacher"}),
            picture({"--lesson", "bitonic-merge-sort", "--step", "2"}));
  EXPECT_NE(picture({"-d", "slides-bitonic", "--pass", "1", "--predict"}),
            picture({"-d", "slides-bitonic", "--pass", "1"}));
  EXPECT_NE(picture({"--view", "start"}), first);
}

}  // namespace
}  // namespace texelsort::app
