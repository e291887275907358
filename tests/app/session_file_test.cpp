#include "app/session/session_file.h"

#include <algorithm>

#include "app/gui/window/offscreen.h"
#include "app/problem/json_lines.h"
#include "app/problem/plain_message.h"
#include "app/problem/shell.h"
#include "app/session/lesson_player.h"
#include "app/session/options/view_state_options.h"
#include "app/session/recent.h"
#include "compute/data/error.h"
#include "tests/app/cli_support.h"
#include "tests/support/environment.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

/// Separate XDG folders and a separate working folder for a process.
struct FreshPlace {
  TemporaryFolder folder;

  Outcome run(const std::vector<std::string>& words, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> environment{"XDG_CONFIG_HOME=" + (folder / "config"), "XDG_DATA_HOME=" + (folder / "data"),
                                         "XDG_STATE_HOME=" + (folder / "state"), "HOME=" + (folder / "home")};
    environment.insert(environment.end(), more.begin(), more.end());
    return run_program(words, "", environment);
  }
  std::string drawn(std::vector<std::string> words) const {
    words.insert(words.begin(), "render");
    words.insert(words.end(), {"--size", "960x640", "-o", folder / "drawn.png"});
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return read_file(folder / "drawn.png");
  }
};

ProblemSpec keys(std::uint64_t n) {
  ProblemSpec spec;
  spec.n = n;
  return spec;
}

std::string fault_of(const std::string& view_state, const std::string& more = "") {
  const TemporaryFolder folder;
  write_file(folder / "s.texelsort", "{\n  \"schema\": \"texelsort/session/1\",\n  \"view_state\": {\n" + view_state +
                                         "\n  }" + (more.empty() ? "" : ",\n" + more) + "\n}\n");
  try {
    Session session(nullptr);
    show(session, read_view_state(folder / "s.texelsort"));
  } catch (const UsageError& error) {
    const std::string message = error.what();
    return message.substr(message.find("s.texelsort"));
  }
  return "";
}

TEST(WindowMessage, ReplacesOptionNamesByWords) {
  EXPECT_EQ(plain_message("--input-values:1:4: found 'x', expected a u32 number"),
            "values, column 4: found 'x', expected a u32 number");
  EXPECT_EQ(plain_message("--layout by-field applies only to records: also give --payload record:M"),
            "layout by-field applies only to records: also give payload record:M");
  EXPECT_EQ(plain_message("-n 5: choose -t f32, not - or a-b"), "n 5: choose key type f32, not - or a-b");
}

TEST(JsonLineNumbers, AreKnownForEveryKey) {
  const auto lines = json_lines("{\n\"a\": {\"b\":\n 1,\n \"c\\\"\": [\n{\"d\": 1}]},\n\"e\": \"x:\"}", "f");
  EXPECT_EQ(lines, (std::map<std::string, std::size_t>{{"a", 2}, {"a.b", 2}, {"a.c\"", 4}, {"e", 6}}));
  EXPECT_THROW(json_lines("{\"a\": 1, \"a\": 2}", "f"), UsageError);
}

TEST(SessionFile, NamesTheLineOfAnErrorAndSuggestsTheNearestName) {
  const std::string reference = "\"algorithm\": \"bitonic/reference@cpu\"";
  EXPECT_EQ(fault_of(reference + ",\n\"count\": 8,\n\"pass\": 2"), "");
  EXPECT_EQ(fault_of(reference + ",\n\"coun\": 8"), "s.texelsort:5: a view state has no 'coun', did you mean 'count'?");
  EXPECT_TRUE(fault_of("\"count\": 8,\n\"algorithm\": \"bitonik/reference@cpu\"").starts_with("s.texelsort:5: "));
  EXPECT_TRUE(contains(fault_of("\"algorithm\": \"bitonik/reference@cpu\""), "bitonic/reference@cpu"));
  EXPECT_TRUE(
      fault_of(reference + ",\n\"focus\": \"textur\"").starts_with("s.texelsort:5: focus textur: there is no such"));
  EXPECT_TRUE(contains(fault_of(reference + ",\n\"focus\": \"textur\""), "did you mean texture?"));
  EXPECT_EQ(fault_of(reference + ",\n\"count\": 8,\n\"pass\": 99"),
            "s.texelsort:6: pass 99: this run has passes 0 (the input) to 6");
  EXPECT_EQ(fault_of(reference + ",\n\"count\": 8,\n\"pin\": 8,\n\"pass\": 0"),
            "s.texelsort:6: pin 8: the input has 8 keys, numbered from 0");
  EXPECT_TRUE(fault_of(reference + ",\n\"parameter\": {\n\"digit\": 4}").starts_with("s.texelsort:6: "));
  EXPECT_TRUE(fault_of(reference + ",\n\"trail\": 1").starts_with("s.texelsort:5: 'trail' must be true or false"));
  EXPECT_TRUE(contains(fault_of(reference + ",\n\"input\": \"-\""), "5: a session cannot contain standard input"));
  EXPECT_TRUE(contains(fault_of(reference, "\"layuot\": {}"), "6: a session has no 'layuot', did you mean 'layout'?"));
  EXPECT_TRUE(contains(fault_of(reference, "\"layout\": {\n\"arrangement\": \"row\"}"),
                       "7: unknown arrangement 'row', did you mean 'rows'?"));
  EXPECT_TRUE(contains(fault_of(reference, "\"layout\": {\"across\": \"x\"}"), "wrong type"));
  EXPECT_TRUE(contains(fault_of(reference + "\n\"count\": 8"), "s.texelsort:5: not a session, because it is not JSON"));
}

TEST(SessionFile, IsRejectedWhenItHasAnotherVersion) {
  const TemporaryFolder folder;
  for (const auto& [text, said] :
       {std::pair{"{\"schema\": \"texelsort/session/2\", \"view_state\": {}}", "expected texelsort/session/1"},
        std::pair{"{\"view_state\": {}}", "not a session"}, std::pair{"[1]", "not a session"},
        std::pair{"", "not JSON"}}) {
    write_file(folder / "s.texelsort", text);
    Session session(nullptr);
    session.open(keys(5), "bitonic/reference@cpu");
    EXPECT_FALSE(open_session(session, folder / "s.texelsort"));
    EXPECT_TRUE(contains(session.message(), "s.texelsort:1: ")) << session.message();
    EXPECT_TRUE(contains(session.message(), said)) << session.message();
    EXPECT_EQ(session.problem().n(), 5u) << "it is as it was";
  }
}

TEST(SessionFile, RestoresTheStateAndItsInputFileAfterAMove) {
  const TemporaryFolder folder;
  write_file(folder / "keys.txt", "5 3 9 1");
  Session session(nullptr);
  ProblemSpec in;
  in.input = folder / "keys.txt";
  session.open(in, "odd-even-transposition/reference@cpu");
  session.player().seek(2);
  session.pin(pair_of(session.player(), 1));
  session.look.views.arrangement = Arrangement::rows;
  session.look.panels.left = false;
  const std::string path = save_session(session, folder / "mine");
  EXPECT_EQ(path, folder / "mine.texelsort");
  EXPECT_TRUE(contains(read_file(path), "\"input\": \"keys.txt\"")) << read_file(path);
  EXPECT_EQ(session.file, path);
  Session other(nullptr);
  other.open(keys(8), "bitonic/reference@cpu");
  ASSERT_TRUE(take_file(other, path)) << other.message();
  EXPECT_EQ(other.problem().n(), 4u);
  EXPECT_EQ(other.algorithm().info().id, "odd-even-transposition/reference@cpu");
  EXPECT_EQ(other.player().position(), 2u);
  EXPECT_EQ(other.pinned()->index, 1u);
  EXPECT_EQ(other.look.views.arrangement, Arrangement::rows);
  EXPECT_FALSE(other.look.panels.left);
  ASSERT_TRUE(other.undo());
  EXPECT_EQ(other.algorithm().info().id, "bitonic/reference@cpu") << "opening a file can be taken back";
}

TEST(SessionFile, StoresPathsOfFilesBelowItsFolderAsRelativePaths) {
  const TemporaryFolder folder;
  const tests::WorkingFolder there(folder / "");
  write_file(folder / "keys.txt", "5 3 9 1");
  write_file(folder / "net.txt", "0:1,2:3;0:2,1:3;1:2");
  for (const char* saved : {"s.texelsort", "./s.texelsort"}) {
    Session session(nullptr);
    show(session,
         read_view_state("keys.txt -a net.txt/reference@cpu --pass 1 --compare-with 'net.txt#1/reference@cpu'"));
    const std::string text = read_file(save_session(session, saved));
    EXPECT_TRUE(contains(text, "\"input\": \"keys.txt\"")) << text;
    EXPECT_TRUE(contains(text, "\"algorithm\": \"net.txt/reference@cpu\"")) << text;
    EXPECT_TRUE(contains(text, "net.txt#1/reference@cpu")) << text;
    EXPECT_FALSE(contains(text, folder / "")) << "the folder can be moved: " << text;
  }
  const ViewState view_state = read_view_state(std::vector<std::string>{folder / "s.texelsort"});
  EXPECT_EQ(view_state.problem.input, folder / "keys.txt");
  EXPECT_EQ(view_state.algorithm, folder / "net.txt/reference@cpu");
  ASSERT_EQ(view_state.lanes.size(), 1u);
  EXPECT_EQ(view_state.lanes[0], "'" + (folder / "net.txt#1/reference@cpu") + "'");
}

TEST(SessionFile, NamesTheFolderOfASortRelativeToItsOwnFolder) {
  const TemporaryFolder folder;
  const tests::WorkingFolder there(folder / "");
  folder.write("mine/sort.lua", R"(return sort {
    id = "mine", title = "Mine", source = "a test", passes = function(n, p, problem) end
  })");
  const ViewState shown = read_view_state("-n 4 -a mine --pass 0 --compare-with mine/");
  EXPECT_EQ(shown.algorithm, "mine/");
  const std::string text = session_text(shown, folder / "");
  EXPECT_TRUE(contains(text, "\"algorithm\": \"mine/\"")) << text;
  EXPECT_FALSE(contains(text, folder / "")) << "the folder can be moved: " << text;
  write_file(folder / "s.texelsort", text);
  const ViewState again = read_view_state(std::vector<std::string>{folder / "s.texelsort"});
  EXPECT_EQ(again.algorithm, folder / "mine/");
  EXPECT_EQ(again.lanes, std::vector<std::string>{folder / "mine/"});
  std::filesystem::remove_all(folder / "mine");
  const TemporaryFolder elsewhere;
  write_file(elsewhere / "s.texelsort", text);
  Session session(nullptr);
  session.open(keys(5), "bitonic/reference@cpu");
  EXPECT_FALSE(open_session(session, elsewhere / "s.texelsort"));
  EXPECT_TRUE(contains(session.message(), "there is no folder '" + (elsewhere / "mine/") + "'")) << session.message();
}

TEST(SessionFile, ContinuesTheLessonAtTheSameStep) {
  const TemporaryFolder folder;
  Session session(nullptr);
  session.open(keys(8), "bitonic/reference@cpu");
  ASSERT_TRUE(workspace<LessonPlayer>(session).open(session, "multiway-merging"));
  workspace<LessonPlayer>(session).go_to(session, 2);
  const std::string path = save_session(session, folder / "class");
  EXPECT_TRUE(contains(read_file(path), "\"name\": \"multiway-merging\",\n    \"step\": 3")) << read_file(path);
  Session other(nullptr);
  other.open(keys(8), "bitonic/reference@cpu");
  ASSERT_TRUE(take_file(other, path)) << other.message();
  ASSERT_NE(workspace<LessonPlayer>(other).lesson(), nullptr);
  EXPECT_EQ(workspace<LessonPlayer>(other).step_number(), 2u);
  EXPECT_EQ(command_line(view_state_of(other)), command_line(view_state_of(session)));
  const std::string reference = "\"algorithm\": \"bitonic/reference@cpu\"";
  EXPECT_TRUE(contains(fault_of(reference, "\"lesson\": {\n\"name\": \"multiway-mergin\"}"),
                       "7: no built-in lesson or file has the name 'multiway-mergin', did you mean "
                       "'multiway-merging'?"))
      << fault_of(reference, "\"lesson\": {\n\"name\": \"multiway-mergin\"}");
  EXPECT_TRUE(contains(fault_of(reference, "\"lesson\": {\"name\": \"multiway-merging\",\n\"step\": 99}"),
                       "7: the lesson has steps 1 to"));
}

TEST(SessionFile, IsNeverWrittenIncompletely) {
  const TemporaryFolder folder;
  Session session(nullptr);
  session.open(keys(8), "bitonic/reference@cpu");
  EXPECT_THROW(save_session(session, folder / "nowhere/s.texelsort"), UsageError);
  EXPECT_THROW(save_session(session, "/dev/full/s.texelsort"), UsageError);
  EXPECT_EQ(folder.count(), 0u);
  EXPECT_EQ(session.file, "");
}

TEST(SessionFile, IsRenderedLikeTheCommandLineThatItStores) {
  TEXELSORT_NEED_GL();
  const FreshPlace place;
  const std::vector<std::string> line{"--input-values", "3,7,4,8,6,2,1,5", "--pass", "4", "--pin", "2",
                                      "--focus",        "network",         "--trail"};
  std::vector<std::string> saving = line;
  saving.insert(saving.begin(), "render");
  saving.insert(saving.end(), {"-o", place.folder / "s.texelsort"});
  EXPECT_EQ(place.run(saving).exit_code, 0);
  const std::string drawn = place.drawn(line);
  EXPECT_TRUE(drawn == place.drawn({place.folder / "s.texelsort"}));
  EXPECT_FALSE(drawn == place.drawn({place.folder / "s.texelsort", "--pass", "3"})) << "an option wins";
  EXPECT_EQ(place.folder.count(), 2u) << "nothing but what was asked for is written";
}

TEST(UndoCommand, RestoresTheAlgorithmTheInputAndThePass) {
  Session session(nullptr);
  session.open(keys(8), "bitonic/reference@cpu");
  session.player().seek(3);
  ASSERT_TRUE(session.change_algorithm("odd-even-transposition/reference@cpu"));
  ProblemSpec other = session.spec();
  other.n = 5;
  ASSERT_TRUE(session.change_problem(other));
  EXPECT_FALSE(session.change_algorithm("std/nosuch@cpu"));
  ASSERT_TRUE(session.undo());
  EXPECT_EQ(session.problem().n(), 8u);
  ASSERT_TRUE(session.undo());
  EXPECT_EQ(session.algorithm().info().id, "bitonic/reference@cpu");
  EXPECT_EQ(session.player().target(), 3u);
  EXPECT_FALSE(session.undo());
  ASSERT_TRUE(session.redo());
  ASSERT_TRUE(session.redo());
  EXPECT_EQ(session.problem().n(), 5u);
  EXPECT_FALSE(session.redo());
  ASSERT_TRUE(session.undo());
  ASSERT_TRUE(session.change_algorithm("bitonic/reference@cpu"));
  EXPECT_FALSE(session.redo()) << "another change ends what could be made again";
}

/// Key presses and typing in the window, with a separate folder for saved states.
class CommandPaletteDialog : public testing::Test {
 protected:
  TemporaryFolder folder_;
  tests::Environment state_home_{"XDG_STATE_HOME", folder_ / "state"};
};

bool says(OffscreenWindow& window, const std::string& text) {
  const TextLog& log = window.texts();
  return std::ranges::any_of(log.texts(), [&](const DrawnText& one) { return contains(one.whole, text); });
}

/// Presses a key between two frames. A field accepts text one frame after opening, and frees the keyboard one frame
/// after closing.
void press(OffscreenWindow& window, Key key) {
  window.texts();
  window.press(key);
  window.texts();
}

TEST_F(CommandPaletteDialog, FindsAlgorithmsViewsAndCommands) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  show(session, read_view_state("-n 64 --pass 0"));
  OffscreenWindow window(gpu::test_device(), session, {1280, 720});
  press(window, Key::control_p);
  window.type("grs@compute");
  EXPECT_TRUE(says(window, "radix/grs@compute"));
  window.strike(ImGuiKey_Enter);
  EXPECT_EQ(session.algorithm().info().id, "radix/grs@compute");
  press(window, Key::control_p);
  window.type("view: bars");
  window.strike(ImGuiKey_Enter);
  EXPECT_EQ(session.look.focus, Focus::bars);
  press(window, Key::control_p);
  window.type("light and the dark");
  window.strike(ImGuiKey_Enter);
  EXPECT_EQ(session.look.theme, ThemeName::light);
  press(window, Key::control_p);
  window.type("run the next pass");
  window.strike(ImGuiKey_DownArrow);
  window.strike(ImGuiKey_UpArrow);
  window.strike(ImGuiKey_Enter);
  EXPECT_EQ(session.player().target(), 1u);
  press(window, Key::control_p);
  window.type("lesson: radix");
  window.strike(ImGuiKey_Enter);
  ASSERT_NE(workspace<LessonPlayer>(session).lesson(), nullptr);
  EXPECT_TRUE(contains(workspace<LessonPlayer>(session).lesson()->title, "adix"));
  workspace<LessonPlayer>(session).close();
  press(window, Key::control_z);
  press(window, Key::control_p);
  window.strike(ImGuiKey_Escape);
  EXPECT_FALSE(says(window, "Search commands, algorithms"));
  press(window, Key::control_z);
  EXPECT_EQ(session.algorithm().info().id, "bitonic/grouped-quads");
  window.press(Key::control_shift_z);
  EXPECT_EQ(session.algorithm().info().id, "radix/grs@compute");
}

TEST_F(CommandPaletteDialog, SavesAndOpensSessionsAndListsRecentFiles) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  show(session, read_view_state("-n 64 --pass 7"));
  OffscreenWindow window(gpu::test_device(), session, {1280, 720});
  press(window, Key::control_s);
  EXPECT_TRUE(says(window, "Save the session"));
  window.strike(ImGuiKey_Escape);
  session.file = folder_ / "seven.texelsort";
  press(window, Key::control_s);
  EXPECT_TRUE(says(window, "Saved: " + session.file));
  note_recent_session(session.file);
  note_recent_input(folder_ / "gone.txt");
  session.seek(0);
  press(window, Key::control_o);
  EXPECT_TRUE(says(window, "gone.txt"));
  window.type("gone");
  window.strike(ImGuiKey_Enter);
  EXPECT_TRUE(says(window, "file not found"));
  window.strike(ImGuiKey_Escape);
  press(window, Key::control_o);
  window.type("seven");
  window.strike(ImGuiKey_Enter);
  EXPECT_TRUE(says(window, "Opened: " + session.file));
  EXPECT_EQ(session.player().position(), 7u);
}

TEST_F(CommandPaletteDialog, RemembersTheLastSessionAndListsTheNewestFileFirst) {
  EXPECT_FALSE(last_state());
  Session session(nullptr);
  session.open(keys(8), "bitonic/reference@cpu");
  session.player().seek(4);
  keep_last_state(session);
  ASSERT_TRUE(last_state());
  EXPECT_EQ(read_view_state(std::vector<std::string>{*last_state()}).pass, "4");
  const TemporaryFolder elsewhere;
  write_file(elsewhere / "keys.txt", "5 3 9 1");
  show(session, read_view_state(elsewhere / "keys.txt" + std::string(" -a bitonic/reference@cpu --pass 1")));
  keep_last_state(session);
  EXPECT_EQ(read_view_state(std::vector<std::string>{*last_state()}).problem.input, elsewhere / "keys.txt");
  for (const char* path : {"/a", "/b", "/a"}) note_recent_input(path);
  EXPECT_EQ(load_recent().inputs, (std::vector<std::string>{"/a", "/b"}));
  EXPECT_TRUE(load_recent().sessions.empty());
}

}  // namespace
}  // namespace texelsort::app
