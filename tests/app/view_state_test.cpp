#include "app/session/view_state.h"

#include <algorithm>

#include "app/export/png.h"
#include "app/gui/window/offscreen.h"
#include "app/problem/shell.h"
#include "app/session/options/view_state_options.h"
#include "app/session/run_timer.h"
#include "compute/data/error.h"
#include "tests/app/cli_support.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

constexpr gpu::Extent small_window{960, 640};

std::string png_of(const Picture& picture) {
  const TemporaryFolder folder;
  write_png(folder / "picture.png", picture);
  return read_file(folder / "picture.png");
}

/// Returns the picture that the program draws in a separate process, with separate XDG folders.
std::string rendered(const std::vector<std::string>& view_state) {
  const TemporaryFolder folder;
  std::vector<std::string> words{"render"};
  words.insert(words.end(), view_state.begin(), view_state.end());
  words.insert(words.end(), {"--size", "960x640", "-o", folder / "picture.png"});
  const Outcome outcome = run_program(words, "",
                                      {"XDG_CONFIG_HOME=" + (folder / "config"), "XDG_DATA_HOME=" + (folder / "data"),
                                       "XDG_STATE_HOME=" + (folder / "state")});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  return read_file(folder / "picture.png");
}

std::string error_of(const std::string& line) {
  try {
    read_view_state(line);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(ShellWords, AreReadBackAsTheyWereQuoted) {
  const std::vector<std::string> words{"plain", "two words", "it's", "", "a\"b\\c", "[(0,1)]/single-quad", "\t"};
  std::string line;
  for (const std::string& word : words) line += " " + shell_quoted(word);
  EXPECT_EQ(shell_words(line), words);
  EXPECT_EQ(shell_words(R"(one\ word "a \"b\" c" x''y)"), (std::vector<std::string>{"one word", "a \"b\" c", "xy"}));
  EXPECT_THROW(shell_words("not 'closed"), UsageError);
  const std::vector<std::string> bytes{"caf\xE9 's.csv", "\\\x1B[31m\xFF\x37", "a'$'b", "$"};
  EXPECT_EQ(shell_quoted(bytes[0]), R"($'caf\351 \047s.csv')");
  line.clear();
  for (const std::string& word : bytes) line += " " + shell_quoted(word);
  EXPECT_EQ(shell_words(line), bytes);
}

TEST(ViewState, GeneratesReadableKeysForUpToAHundredKeys) {
  EXPECT_EQ(command_line(read_view_state("-n 64 --pass 3")),
            "-d permutation -n 64 --seed 1 -t u32 -a bitonic/grouped-quads --pass 3");
  EXPECT_TRUE(contains(command_line(read_view_state("-n 101")), "-d uniform -n 101"));
  EXPECT_TRUE(contains(command_line(read_view_state("")), "-d slides-bitonic"));
}

TEST(ViewState, SuggestsTheNearestViewForAnUnknownOne) {
  EXPECT_TRUE(contains(error_of("--focus textur"), "did you mean texture?")) << error_of("--focus textur");
  EXPECT_TRUE(contains(error_of("--diagram bukets"), "did you mean buckets?"));
  EXPECT_TRUE(contains(error_of("--focus algorithms"), "there is no such view"));
  EXPECT_TRUE(contains(error_of("--fold 2"), "choose from 0"));
  EXPECT_TRUE(contains(error_of("--kernels wurds"), "threads, words"));
}

TEST(ViewState, IsReadBackFromTheCommandThatTheWindowCopies) {
  TEXELSORT_NEED_GL();
  for (const char* line :
       {"-n 64 --pass 12 --pin 21 --follow place --trail --focus texture", "-n 16 --pass 3 --pin 2 --history",
        "-n 16 --pass 3 --pseudocode --focus texture",
        "--input-values '5, 3,9 1' -t f32 --order desc -a bitonic/single-quad --pass end --source",
        "-k 2 --pass 1 --focus bits", "-n 40 -a merge/multiway@cpu --sequences 4 --pass 2 --diagram sequences",
        "-n 12 --payload record:3 --layout hybrid -a std/sort@cpu --pass 0 --own-picture",
        "-n 64 -a radix/grs@compute -p digit=2 -p tile=16 --pass 3 --value-colours --focus fold --fold 0.5",
        "-n 32 --compare-with 'radix/srts@compute digit=4' --compare-with bitonic/fused --clock bytes --pass 5",
        "-n 3 -a '[(0,1)] [(1,2)]/single-quad' --pass 1 --focus network-editor",
        "-n 1024 -a merge/warpsort@cuda --pass 1 --kernels words --warp 1"}) {
    Session session(&gpu::test_device());
    show(session, in_window(read_view_state(line)));
    const std::string copied = command_line(view_state_of(session));
    for (const std::string& word : shell_words(line)) {
      // The copied command omits lanes of a race, because they follow from other options. It quotes "5, 3,9 1" as the
      // user typed it.
      EXPECT_TRUE(contains(copied, word)) << word << " of " << line << " is not in " << copied;
    }
    Session again(&gpu::test_device());
    show(again, read_view_state(copied));
    EXPECT_EQ(command_line(view_state_of(again)), copied);
  }
}

TEST(ViewState, IsRenderedLikeTheWindowThatItsCommandWasCopiedFrom) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  workspace<RunTimer>(session).predicts = false;
  show(session, read_view_state("--input-values 3,7,4,8,6,2,1,5 --pass 0"));
  OffscreenWindow window(gpu::test_device(), session, small_window);
  window.press(Key::right);
  window.press(Key::right);
  session.pin(pair_of(session.player(), 3));
  window.press(Key::letter_w);
  window.press(Key::digit_3);
  window.press(Key::control_c);
  const std::string copied = ImGui::GetClipboardText();
  const TextLog& texts = window.texts();
  EXPECT_TRUE(std::ranges::any_of(texts.texts(), [&](const DrawnText& text) {
    return text.whole == "Copied: " + copied;
  })) << "it says so";
  for (int i = 0; i < 2; ++i) window.press(Key::letter_l);  // the second key press removes the message of the first
  std::vector<std::string> words = shell_words(copied);
  EXPECT_EQ(words.front(), "texelsort");
  words.erase(words.begin());
  const std::string here = png_of(window.picture());
  EXPECT_TRUE(here == rendered(words)) << copied;
  window.press(Key::left);
  EXPECT_FALSE(here == png_of(window.picture())) << "another view state has another picture";
}

}  // namespace
}  // namespace texelsort::app
