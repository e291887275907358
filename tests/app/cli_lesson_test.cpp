// Lessons and questions by options.
#include <gtest/gtest.h>

#include "tests/app/cli_support.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

TEST(CliLesson, NotesAreForTheTeacherAlone) {
  const Outcome notes = run_program({"lesson", "show", "bitonic-merge-sort", "--notes"});
  EXPECT_EQ(notes.exit_code, 0);
  EXPECT_TRUE(contains(notes.out, "For the teacher: Let the class do the first pass by hand"));
  EXPECT_TRUE(contains(notes.out, "Answer: 1:2, 5:6"));
  EXPECT_FALSE(contains(notes.out, "Eight keys stand on eight wires")) << "captions are the class's";
}

TEST(CliLesson, WhatCannotBeGivenIsRefused) {
  const TemporaryFolder folder;
  const auto refused = [&](std::vector<std::string> words, const std::vector<std::string>& parts) {
    words.insert(words.begin(), "render");
    words.insert(words.end(), {"-o", folder / "refused.png"});
    expect_one_line_error(run_program(words), 2, parts);
  };
  refused({"--lesson", "radix-srot"}, {"did you mean 'radix-sort'"});
  refused({"--lesson", "radix-sort", "--step", "6"}, {"--step 6", "steps 1 to 5"});
  refused({"--lesson", "radix-sort", "-n", "8"}, {"--lesson", "leave out input"});
  refused({"--step", "2"}, {"--step", "--lesson names"});
  const Outcome window = run_program({"--lesson", "radix-sort"}, "", without_display);
  expect_one_line_error(window, 3, {"texelsort render --lesson radix-sort -o window.png"});
}

TEST(CliLesson, ALessonAndAQuestionAreDrawn) {
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
  EXPECT_NE(picture({"-d", "slides-bitonic", "--pass", "1", "--predict"}),
            picture({"-d", "slides-bitonic", "--pass", "1"}));
  EXPECT_NE(picture({"--view", "start"}), first);
}

}  // namespace
}  // namespace texelsort::app
