#include "compute/data/text/source_text.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "compute/data/error.h"

namespace texelsort::data {
namespace {

std::optional<std::int64_t> value(std::string_view expression) {
  return evaluate(expression, [](std::string_view name, std::optional<std::int64_t> index) {
    if (name == "n") return std::optional<std::int64_t>(10);
    if (name == "words" && index == 1) return std::optional<std::int64_t>(7);
    return std::optional<std::int64_t>();
  });
}

TEST(PreprocessorExpressions, FollowTheRulesOfC) {
  EXPECT_EQ(value("2 + 3 * 4 % 5 - 1"), 3);
  EXPECT_EQ(value("(n - 2) / 4 << 3 | 1"), 17);
  EXPECT_EQ(value("n - 3 & 6"), 6) << "differences bind closer than bits";
  EXPECT_EQ(value("words[n - 9] == 0x7u && !0"), 1);
  EXPECT_EQ(value("n > 9 ? ~0 : unknown"), -1);
  EXPECT_EQ(value("0 && unknown"), 0) << "one side decides";
  EXPECT_EQ(value("unknown + 1"), std::nullopt);
  EXPECT_EQ(value("1 / (n - 10)"), std::nullopt);
  EXPECT_EQ(value("1 +"), std::nullopt);
  EXPECT_EQ(value("n 2"), std::nullopt);
}

const char* shader =
    "#version 430 core\n"
    "#define PAYLOAD 0\n"
    "#define STEPS TWO(1)\n"
    "#line 1 0\n"
    "#line 1 1\n"
    "int used(int a) { return a; }  //: reads a=own\n"
    "int unused(int a) {\n"
    "  return a;  //: compares\n"
    "}\n"
    "#line 2 0\n"
    "#define ONE(x) used(x)  //: writes\n"
    "#define TWO(x)        \\\n"
    "  used(x) /*: finds */ \\\n"
    "  + 1\n"
    "#if PAYLOAD && defined(STEPS)\n"
    "int left_out;  //: writes\n"
    "#elif !defined OTHER && __VERSION__ >= 430\n"
    "int kept;\n"
    "#else\n"
    "int left_out_too;\n"
    "#endif\n"
    "void main() {\n"
    "  int a = STEPS;  //: compares, writes a=other b.c=own -- told to people\n"
    "}\n";

const SourceLine& line_of(const SourceText& source, std::string_view text) {
  const auto found = std::ranges::find_if(
      source.lines, [&](const SourceLine& line) { return line.text.find(text) != std::string::npos; });
  if (found == source.lines.end()) throw InternalError("no such line");
  return *found;
}

TEST(ShaderSource, ShowsWhichLinesAreCompiledAndUsed) {
  const SourceText source = read_source(shader, {"a.comp", "b.glsl"});
  EXPECT_TRUE(line_of(source, "int kept").counts());
  EXPECT_FALSE(line_of(source, "int left_out;").compiled);
  EXPECT_FALSE(line_of(source, "left_out_too").compiled);
  EXPECT_TRUE(line_of(source, "int used").counts());
  EXPECT_FALSE(line_of(source, "int unused").reached);
  EXPECT_FALSE(line_of(source, "  return a;").reached) << "a function's body goes with it";
  EXPECT_FALSE(line_of(source, "#define ONE").reached);
  EXPECT_TRUE(line_of(source, "used(x) ").counts()) << "a generated define uses the macro";
  EXPECT_EQ(source.defines, (std::map<std::string, std::string>{{"PAYLOAD", "0"}, {"STEPS", "TWO(1)"}}));
}

TEST(ShaderSource, KeepsFileNamesAndLineNumbersOfIncludedFiles) {
  const SourceText source = read_source(shader, {"a.comp", "b.glsl"});
  EXPECT_EQ(source.lines.front().text, "#include \"b.glsl\"");
  EXPECT_EQ(source.lines.front().number, 1u);
  const SourceLine& last = line_of(source, "int a = STEPS;");
  EXPECT_EQ(last.file, 0u);
  EXPECT_EQ(last.number, 14u);
  EXPECT_EQ(line_of(source, "  return a;").file, 1u);
  EXPECT_EQ(line_of(source, "  return a;").number, 3u);
}

TEST(ShaderSource, ReadsMarksFromCommentsAtTheEndsOfLines) {
  const SourceText source = read_source(shader, {"a.comp", "b.glsl"});
  const auto& mark = line_of(source, "int a = STEPS;").mark;
  ASSERT_TRUE(mark);
  EXPECT_EQ(mark->roles, (std::vector{LineRole::compares, LineRole::writes}));
  ASSERT_EQ(mark->bindings.size(), 2u);
  EXPECT_EQ(mark->bindings[1], std::pair(std::string("b.c"), std::string("own")));
  EXPECT_EQ(mark->note, "told to people");
  EXPECT_EQ(line_of(source, "int a = STEPS").text, "  int a = STEPS;") << "the mark is no part of the line";
  EXPECT_TRUE(line_of(source, "used(x) ").mark->has(LineRole::finds)) << "in the middle of a macro";
  EXPECT_THROW(read_source("#line 1 0\nint a;  //: raeds\n", {"a.comp"}), InternalError);
}

TEST(KernelSource, ContainsOnlyTheMarksOfTheChosenLaunch) {
  const char* text =
      "void shared() {}  //: reads\n//: launch GRS move\nvoid a() {}  //: writes\n//: launch other\n"
      "void b() {}  //: compares\n";
  const SourceText source = read_kernel(text, "grs.cuh", "GRS move");
  EXPECT_TRUE(line_of(source, "shared").mark);
  EXPECT_TRUE(line_of(source, "void a").mark);
  EXPECT_FALSE(line_of(source, "void b").mark);
  EXPECT_TRUE(line_of(source, "void b").counts());
}

TEST(SourceLine, ShowsValuesInPlaceOfWholeVariableNames) {
  const std::map<std::string, std::string> values{{"own", "3"}, {"other.code", "7"}, {"n", "8"}};
  EXPECT_EQ(substituted("bool a = own < other.code && n.x > on + n;  // own", values),
            "bool a = 3 < 7 && n.x > on + 8;  // own");
  EXPECT_EQ(substituted("at(own).n", values), "at(3).8") << "a macro may stand for a member";
  EXPECT_EQ(substituted("Code own = code_at(n);", values), "Code own = code_at(8);")
      << "what is assigned keeps its name";
}

}  // namespace
}  // namespace texelsort::data
