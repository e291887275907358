// Tests of the program's messages on standard error, also if no process can read it.
#include <chrono>
#include <thread>

#include <pty.h>

#include "app/problem/messages.h"
#include "app/problem/progress.h"
#include "compute/gpu/first_use.h"
#include "tests/app/cli_support.h"
#include "tests/support/gl.h"
#include "tests/support/xml.h"

namespace texelsort::app {
namespace {

std::size_t count_of_lines(const std::string& text) {
  return tests::occurrences(text, "\n");
}

/// Runs a bash script, in which $T is the program. Returns its exit code and output.
Outcome run_script(const std::string& script) {
  const TemporaryFolder folder;
  const std::string whole = "cd '" + (folder / ".") + "'; T='" TEXELSORT_BINARY "'; { " + script + "; } >'" +
                            (folder / "out") + "' 2>'" + (folder / "err") + "'";
  write_file(folder / "script", whole);
  const int status = std::system(("bash '" + (folder / "script") + "'").c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_file(folder / "out"), read_file(folder / "err")};
}

TEST(MessageText, BecomesOneLineOfLimitedLength) {
  EXPECT_EQ(one_line("short\n"), "short");
  EXPECT_EQ(one_line("two\nlines\n\n"), "two; lines");
  EXPECT_EQ(one_line("bell\a and \x1b[31mred\r"), "bell\xEF\xBF\xBD and \xEF\xBF\xBD[31mred");
  const std::string text = one_line("begin " + std::string(5000, 'x') + " what to do");
  EXPECT_EQ(text.size(), most_message_characters);
  EXPECT_TRUE(text.starts_with("begin xxx"));
  EXPECT_TRUE(text.ends_with("xxx what to do")) << "the end says what to do";
  // A shortened message must end between characters, not within a multi-byte character.
  std::string accents;
  for (int i = 0; i < 600; ++i) accents += "\u00e9";
  const std::string cut = one_line(accents, 100);
  EXPECT_EQ(cut.size(), 2u * 95 + 5);
  EXPECT_EQ(cut.find(" ... ") % 2, 0u);
}

TEST(ProgressLine, FitsTheWidthOfTheTerminal) {
  EXPECT_EQ(progress_line("sorting", 3.2, 80), "sorting  3 s");
  EXPECT_EQ(progress_line(std::string(200, 'x'), 12, 80).size(), 79u);
}

TEST(CliMessages, LimitErrorLinesTo500Characters) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"sort", std::string(4000, 'f')},
        std::vector<std::string>{"sort", "-n", "5", "-a", std::string(4000, 'a')},
        std::vector<std::string>{"sort", "--input-values", std::string(3000, 'v')},
        std::vector<std::string>{"sort", "--" + std::string(3000, 'o')}}) {
    const Outcome outcome = run_program(words);
    expect_one_line_error(outcome, 2, {});
    EXPECT_LE(outcome.err.size(), 501u) << outcome.err;
  }
}

TEST(CliMessages, DoNotEndASortWhenStandardErrorCannotBeWritten) {
  for (const char* redirection : {"2>/dev/full", "2>&-"}) {
    SCOPED_TRACE(redirection);
    const std::string without_gl = "__EGL_VENDOR_LIBRARY_FILENAMES=/nonexistent ";
    // Without a readable standard error, the note is lost but the keys are written.
    const Outcome sorted = run_script(without_gl + "$T sort --input-values 3,1,2 " + redirection);
    EXPECT_EQ(sorted.exit_code, 0);
    EXPECT_EQ(sorted.out, "1\n2\n3\n");
    EXPECT_EQ(run_script(std::string("$T sort -a nonsense ") + redirection).exit_code, 2);
  }
}

TEST(CliMessages, DoNotGoToTheOutputFileWhenStandardErrorIsClosed) {
  const Outcome outcome = run_script("$T sort --input-values 3,1,2 -a std/sort@cpu -o out.txt 2>&-; cat out.txt");
  EXPECT_EQ(outcome.out, "1\n2\n3\n");
}

TEST(CliMessages, ReportThatStandardOutputCannotBeWritten) {
  for (const char* redirection : {">/dev/full", ">&-"}) {
    for (const char* command : {"$T sort -n 5 -a std/sort@cpu ", "$T list networks ", "$T sort --help ",
                                "$T sort -n 5 -a std/sort@cpu --timing --samples 1 "}) {
      const Outcome outcome = run_script(std::string(command) + redirection);
      EXPECT_EQ(outcome.exit_code, 2) << command << redirection;
      EXPECT_TRUE(contains(outcome.err, "standard output")) << outcome.err;
      EXPECT_EQ(count_of_lines(outcome.err), 1u) << outcome.err;
    }
  }
}

TEST(CliMessages, ReportAFileSizeLimitAndLeaveNoFiles) {
  const Outcome to_file = run_script(
      "(ulimit -f 1; $T sort -n 100000 -a std/sort@cpu -o keys.txt); code=$?; "
      "ls -A | grep -v '^out$\\|^err$\\|^script$'; exit $code");
  EXPECT_EQ(to_file.exit_code, 2) << to_file.err;
  EXPECT_EQ(to_file.out, "") << "files that are left";
  EXPECT_TRUE(contains(to_file.err, "keys.txt: cannot be written: the file size limit of 1024 bytes")) << to_file.err;
  EXPECT_EQ(count_of_lines(to_file.err), 1u);
  const Outcome printed = run_script("(ulimit -f 1; $T sort -n 100000 -a std/sort@cpu > keys.txt)");
  EXPECT_EQ(printed.exit_code, 2) << printed.err;
  EXPECT_TRUE(contains(printed.err, "file size limit of 1024 bytes")) << printed.err;
}

TEST(CliMessages, ReportAMissingDriverInOneLine) {
  TEXELSORT_NEED_GL();
  const Outcome outcome =
      run_program({"sort", "--input-values", "3,1,2"}, "", {"LIBGL_DRIVERS_PATH=/nonexistent", "DISPLAY="});
  if (!contains(outcome.err, "std/stable-sort@cpu")) GTEST_SKIP() << "this driver does not follow the variable";
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.out, "1\n2\n3\n");
  EXPECT_EQ(count_of_lines(outcome.err), 1u) << outcome.err;
  EXPECT_LE(outcome.err.size(), 501u);
  // The log lists each attempt to start OpenGL, with the driver's own messages.
  const Outcome devices = run_program({"list", "devices"}, "", {"LIBGL_DRIVERS_PATH=/nonexistent"});
  EXPECT_TRUE(contains(devices.out, "/nonexistent")) << devices.out;
  EXPECT_EQ(devices.err, "");
}

TEST(CliMessages, ContainNoNotesWithTheQuietOption) {
  const std::vector<std::string> no_gl{"__EGL_VENDOR_LIBRARY_FILENAMES=/nonexistent"};
  EXPECT_TRUE(contains(run_program({"sort", "-n", "3"}, "", no_gl).err, "note: "));
  for (const char* quiet : {"-q", "--quiet"}) {
    const Outcome outcome = run_program({"sort", "-n", "3", quiet}, "", no_gl);
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_EQ(outcome.err, "");
  }
  expect_one_line_error(run_program({"sort", "-q", "-a", "nonsense"}), 2, {"nonsense"});
}

/// Runs a sort on a terminal of 100 columns, with input that arrives on standard input after `seconds`. Returns its
/// standard error. If `output` is true, standard output also goes to the terminal.
std::string drawn_while_waiting(double seconds, const std::vector<std::string>& more, int& exit_code) {
  int keys[2];
  EXPECT_EQ(pipe(keys), 0);
  winsize size{};
  size.ws_row = 24;
  size.ws_col = 100;
  int terminal = -1;
  const pid_t child = forkpty(&terminal, nullptr, nullptr, &size);
  if (child == 0) {
    dup2(keys[0], STDIN_FILENO);
    close(keys[0]);
    close(keys[1]);
    const int nothing = open("/dev/null", O_WRONLY);
    dup2(nothing, STDOUT_FILENO);
    std::vector<std::string> words{TEXELSORT_BINARY, "sort", "-", "-a", "std/sort@cpu"};
    words.insert(words.end(), more.begin(), more.end());
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    execv(TEXELSORT_BINARY, argv.data());
    _exit(127);
  }
  close(keys[0]);
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  EXPECT_EQ(write(keys[1], "3 1 2\n", 6), 6);
  close(keys[1]);
  std::string drawn;
  char part[4096];
  for (ssize_t count = 0; (count = read(terminal, part, sizeof part)) > 0;) {
    drawn.append(part, static_cast<std::size_t>(count));
  }
  int status = 0;
  waitpid(child, &status, 0);
  close(terminal);
  exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return drawn;
}

TEST(CliProgress, IsShownOnATerminalAfterTwoSecondsAndErasedAtTheEnd) {
  int exit_code = -1;
  // Waits for 4 seconds, because a busy machine starts programs late.
  const std::string drawn = drawn_while_waiting(4, {}, exit_code);
  EXPECT_EQ(exit_code, 0) << drawn;
  EXPECT_TRUE(contains(drawn, "\r\x1b[Kreading standard input  2 s")) << drawn;
  EXPECT_TRUE(drawn.ends_with("\r\x1b[K")) << "the line is wiped: " << drawn;
  EXPECT_EQ(drawn.find('\n'), std::string::npos) << "one line that is drawn over";
}

TEST(CliProgress, IsNotShownForShortWorkOrWithTheQuietOption) {
  int exit_code = -1;
  EXPECT_EQ(drawn_while_waiting(0, {}, exit_code), "");
  EXPECT_EQ(exit_code, 0);
  EXPECT_EQ(drawn_while_waiting(3, {"-q"}, exit_code), "");
  EXPECT_EQ(exit_code, 0);
}

TEST(SlowShaderCompilationDeathTest, IsReportedOnce) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto wait = [](const char* shader) {
    const gpu::FirstUse use(shader);
    std::this_thread::sleep_for(std::chrono::milliseconds(2700));
  };
  EXPECT_EXIT(
      {
        if (isatty(STDERR_FILENO) == 1) std::exit(1);
        tell_slow_shaders();
        { const gpu::FirstUse quick("quick.comp"); }
        wait("slow.comp");
        wait("again.comp");
        write_to_standard_error("END");
        std::exit(0);
      },
      testing::ExitedWithCode(0),
      "^texelsort: note: OpenGL has been compiling slow.comp at its first use for 2 seconds\nEND$");
}

TEST(CliProgress, IsNotShownWithoutATerminal) {
  const Outcome outcome = run_script("(sleep 2.5; echo 3 1 2) | $T sort - -a std/sort@cpu");
  EXPECT_EQ(outcome.out, "1\n2\n3\n");
  EXPECT_EQ(outcome.err, "");
}

}  // namespace
}  // namespace texelsort::app
