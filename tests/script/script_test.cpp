#include "compute/script/script.h"

#include <chrono>
#include <string>

#include <gtest/gtest.h>

#include "compute/data/error.h"

namespace texelsort::script {
namespace {

const Script::Names names{{"sort"}, {"pass", "read"}};

Value result_of(const std::string& text) {
  const Script script(text, "mine/sort.lua", names);
  return script.result();
}

/// Returns the error of a script with these limits.
std::string error_of(const std::string& text, const Limits& limits = {}) {
  try {
    const Script script(text, "mine/sort.lua", names, limits);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(Script, ReturnsNumbersTextsAndTables) {
  const Value value = result_of("return {7, 2^24, 0.5, 'x', true, {a = 1}, b = 2, [0] = 'zero'}");
  const Table& table = *value.table();
  ASSERT_EQ(table.elements.size(), 6u);
  EXPECT_EQ(table.elements[0].integer(), 7);
  EXPECT_EQ(table.elements[1].integer(), std::int64_t{1} << 24);  // a float in Lua
  EXPECT_FALSE(table.elements[2].integer());
  EXPECT_EQ(table.elements[2].number(), 0.5);
  EXPECT_EQ(*table.elements[3].text(), "x");
  EXPECT_TRUE(*table.elements[4].boolean());
  EXPECT_EQ(table.elements[5].table()->find("a")->integer(), 1);
  ASSERT_EQ(table.members.size(), 2u);
  EXPECT_EQ(table.members[0].first.integer(), 0);
  EXPECT_EQ(table.find("b")->integer(), 2);
}

TEST(Script, RoundsAsTheLibraryOfTheSandboxSays) {
  const Value value =
      result_of("return {ceil(7 / 2), floor(7 / 2), ceil(4), log2(1), log2(1023), log2(1024), max(2, 3)}");
  const std::vector<std::int64_t> expected{4, 3, 4, 0, 9, 10, 3};
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(value.table()->elements[i].integer(), expected[i]) << i;
}

TEST(Script, NamesFileAndLineOfErrors) {
  EXPECT_EQ(error_of("\n\nlocal x = nil + 1"), "mine/sort.lua:3: attempt to perform arithmetic on a nil value");
  EXPECT_EQ(error_of("return {\n"), "mine/sort.lua:2: unexpected symbol near <eof>");
  EXPECT_EQ(error_of("\nerror('too small')"), "mine/sort.lua:2: too small");
}

class ForbiddenName : public ::testing::TestWithParam<const char*> {};

TEST_P(ForbiddenName, DoesNotExist) {
  const std::string name = GetParam();
  const bool global = name.find_first_of(".(") == std::string::npos;
  const std::string error = error_of("return {" + name + " == nil}");
  EXPECT_EQ(error, global ? "mine/sort.lua:1: there is no function or variable '" + name + "'" : "");
  if (!global) {
    EXPECT_TRUE(*result_of("return {" + name + " == nil}").table()->elements[0].boolean());
  }
}

// Functions that reach files, processes, the clock or other scripts, or that let a script continue after a limit.
INSTANTIATE_TEST_SUITE_P(Names, ForbiddenName,
                         ::testing::Values("io", "os", "require", "package", "debug", "dofile", "loadfile", "load",
                                           "pcall", "xpcall", "coroutine", "setmetatable", "getmetatable",
                                           "collectgarbage", "print", "_G", "math.random", "math.randomseed",
                                           "string.dump", "string.find", "string.gsub", "string.match", "string.gmatch",
                                           "table.move", "utf8", "('').find", "('').gsub"));

TEST(Script, RefusesBytecode) {
  EXPECT_EQ(error_of("\x1bLua"), "mine/sort.lua: attempt to load a binary chunk (mode is 't')");
}

TEST(Script, EndsALoopThatNeverEnds) {
  EXPECT_EQ(error_of("\nwhile true do end", {.instructions = 10'000'000}),
            "mine/sort.lua:2: executes more than 10 million instructions: does a loop never end?");
}

TEST(Script, EndsSlowLibraryCallsByTime) {
  const auto start = std::chrono::steady_clock::now();
  const std::string error = error_of(
      "local t = {}\nfor i = 1, 200000 do t[i] = i end\nwhile true do table.insert(t, 1, 0) table.remove(t, 1) end",
      {.seconds = 1});
  EXPECT_EQ(error, "mine/sort.lua:3: takes more than 1 s");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

TEST(Script, EndsAtItsLimitOfMemory) {
  const std::string message = "mine/sort.lua: needs more than 8 MiB of memory: does a loop never end?";
  const Limits limits{.bytes = 8 << 20};
  EXPECT_EQ(error_of("local t = {}\nfor i = 1, 10^9 do t[i] = i end", limits), message);
  EXPECT_EQ(error_of("local s = ('x'):rep(10^9)", limits), message);
  EXPECT_EQ(error_of("local s = 'x'\nwhile true do s = s .. s end", limits), message);
  EXPECT_EQ(error_of("return 1", limits), "");
}

TEST(Script, EndsEndlessRecursion) {
  EXPECT_EQ(error_of("local function f() return 1 + f() end\nf()"),
            "mine/sort.lua: needs more than 64 MiB of memory: does a loop never end?");
}

TEST(Script, RefusesTablesThatContainThemselves) {
  EXPECT_EQ(error_of("local t = {}\nt.t = t\nreturn t"), "mine/sort.lua: a table is nested more than 16 levels deep");
}

TEST(Script, CallsFunctionsThatItHasReturned) {
  const Script script("return {double = function(x) return 2 * x end, two = function() return 'why', 3 end}", "s",
                      names);
  const Table& table = *script.result().table();
  EXPECT_EQ(script.call(*table.find("double")->function(), {std::int64_t{21}}).integer(), 42);
  const Value two = script.call(*table.find("two")->function(), {});
  EXPECT_EQ(*two.table()->elements[0].text(), "why");
  EXPECT_EQ(two.table()->elements[1].integer(), 3);
}

TEST(Script, CountsInstructionsOfEachCallAnew) {
  const Script script("return {f = function() for i = 1, 10^6 do end end}", "s", names, {.instructions = 5'000'000});
  for (int i = 0; i < 20; ++i) script.call(*script.result().table()->find("f")->function(), {});
}

TEST(Script, MarksTablesOfMakersWithNameAndLine) {
  const Value value = result_of("\nreturn sort { a = 1 }");
  EXPECT_EQ(*value.table()->find("made_by")->text(), "sort");
  EXPECT_EQ(value.table()->find("line")->integer(), 2);
}

TEST(Routine, HandsOverRequestsAndGetsAnswers) {
  const Script script(
      "return {f = function(n)\n"
      "  pass{ k = n }\n"
      "  local sum = 0\n"
      "  for _, word in ipairs(read('keys', 0, 2)) do sum = sum + word end\n"
      "  pass{ k = sum }\n"
      "end}",
      "s", names);
  Routine routine(script, *script.result().table()->find("f")->function(), {std::int64_t{5}});
  auto request = routine.resume();
  ASSERT_TRUE(request);
  EXPECT_EQ(request->name, "pass");
  EXPECT_EQ(request->line, 2);
  EXPECT_EQ(request->arguments.at(0).table()->find("k")->integer(), 5);
  request = routine.resume();
  ASSERT_TRUE(request);
  EXPECT_EQ(request->name, "read");
  EXPECT_EQ(*request->arguments.at(0).text(), "keys");
  request = routine.resume(Table{{std::int64_t{30}, std::int64_t{12}}, {}});
  ASSERT_TRUE(request);
  EXPECT_EQ(request->arguments.at(0).table()->find("k")->integer(), 42);
  EXPECT_FALSE(routine.resume());
  EXPECT_FALSE(routine.resume());
}

TEST(Script, RefusesMembersThatANamedTableLacks) {
  const Script script("return {f = function(p)\n return p.groop end}", "s", names);
  Table parameters;
  parameters.name = "p";
  parameters.members = {{"group", std::int64_t{64}}};
  try {
    script.call(*script.result().table()->find("f")->function(), {parameters});
    FAIL();
  } catch (const ScriptError& error) {
    EXPECT_EQ(std::string(error.what()), "s:2: p has no 'groop'");
  }
}

TEST(Routine, MayEndBeforeItsFunction) {
  const Script script("return {f = function() pass{} pass{} end}", "s", names);
  {
    Routine routine(script, *script.result().table()->find("f")->function(), {});
    ASSERT_TRUE(routine.resume());
  }
  Routine again(script, *script.result().table()->find("f")->function(), {});
  EXPECT_TRUE(again.resume());
}

TEST(Routine, CountsInstructionsOfAllRequestsWithoutAnswers) {
  const Script script("return {f = function()\n while true do for i = 1, 10^5 do end pass{} end end}", "s", names,
                      {.instructions = 5'000'000});
  Routine routine(script, *script.result().table()->find("f")->function(), {});
  int requests = 0;
  EXPECT_THROW(
      {
        while (routine.resume()) ++requests;
      },
      ScriptError);
  EXPECT_LE(requests, 50);
}

TEST(Routine, IsTheOnlyPlaceOfRequests) {
  EXPECT_EQ(error_of("\npass{}"), "mine/sort.lua:2: pass may be called only while `passes` runs");
}

}  // namespace
}  // namespace texelsort::script
