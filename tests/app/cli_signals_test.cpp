#include <chrono>
#include <csignal>
#include <map>
#include <thread>

#include <sys/stat.h>

#include "app/cli/commands/command_line.h"
#include "app/cli/commands/command_table.h"
#include "tests/app/cli_support.h"
#include "tests/support/environment.h"

namespace texelsort::app {
namespace {

namespace fs = std::filesystem;

struct InterruptedLine {
  std::vector<std::string> words;
  /// True if the command lasts much longer than the test waits; false if it may end before the signal.
  bool lasts = true;
};

/// Arguments of each command with which it does not end soon. The command reads endlessly from a pipe, computes for a
/// long time, or writes much output.
std::multimap<std::string, InterruptedLine> interrupted_lines() {
  return {{"list", {{}, false}},
          {"sort", {{"-n", "4M", "-a", "bitonic/reference@cpu", "-o", "out.txt"}}},
          {"sort", {{"pipe", "-a", "std/sort@cpu", "-o", "out.txt"}}},
          {"merge", {{"-n", "32M", "-a", "merge/multiway@cpu", "-o", "out.txt"}}},
          {"select", {{"-n", "64M", "-k", "1", "-a", "std/nth-element@cpu", "-o", "out.txt"}}},
          {"check", {{"-a", "bitonic/reference@cpu", "--full", "-q", "-j", "2"}}},
          {"bench", {{"-n", "1M", "-a", "std/sort@cpu", "--seconds", "30", "-o", "out.txt"}}},
          {"sweep", {{"-n", "1M", "-a", "std/sort@cpu", "--seconds", "30"}}},
          {"tune",
           {{"-a", "radix/onesweep@cuda", "--device", "cpu-kernels", "-n", "2^14", "--budget", "30s", "--no-keep"}}},
          {"reproduce", {{}, false}},  // this command ends at once on machines without OpenGL
          {"compare", {{"pipe", "pipe"}}},
          {"render", {{"-n", "1M", "-a", "bitonic/reference@cpu", "--pass", "end", "-o", "out.png"}, false}},
          {"network print", {{"bitonic", "-n", "65536", "-o", "out.txt"}}},
          {"network draw", {{"pipe"}}},
          {"network analyse", {{"bitonic", "-n", "2^24"}}},
          {"network verify", {{"pipe"}}},
          {"network compare", {{"-n", "8192"}, false}},
          {"lesson list", {{}, false}},
          {"lesson show", {{"pipe"}}},
          {"lesson check", {{"pipe"}}},
          {"export page", {{"-n", "64", "-a", "bitonic/reference@cpu", "-o", "out.html"}, false}},
          {"export slides", {{"-n", "64", "-a", "bitonic/reference@cpu", "-o", "out.pdf"}, false}},
          {"export film", {{"-n", "64", "-a", "bitonic/reference@cpu", "-o", "out.gif"}, false}},
          {"export plot", {{"pipe", "-o", "out.png"}}},
          {"export report", {{"pipe", "-o", "out.html"}}},
          {"export csv", {{"pipe", "-o", "out.csv"}}},
          {"export t4", {{"pipe", "-o", "out.json"}}},
          {"external-sort", {{"pipe", "--by", "a", "-o", "out.csv"}}},
          {"external-sort", {{"records.dat", "--run-size", "1M", "-o", "out.dat"}, false}},
          {"external-generate", {{"3e6", "out.dat"}, false}},
          {"external-verify", {{"pipe"}}},
          {"init", {{"home/mine"}, false}},
          {"doctor", {{}, false}},
          {"help", {{}, false}},
          {"man", {{}, false}},
          {"completions", {{"bash"}, false}}};
}

void require_lines(const CommandRow& command, const std::string& path) {
  for (const CommandRow& below : command.commands) {
    const std::string name = path.empty() ? below.name : path + " " + below.name;
    if (below.commands.empty()) {
      EXPECT_TRUE(interrupted_lines().contains(name)) << "the list has no command line of " << name;
    }
    require_lines(below, name);
  }
}

TEST(CliSignalTests, ExistForEveryCommand) {
  const CommandLine line;
  require_lines(command_table(line.app()), "");
}

TEST(CliSignals, EndACommandAndLeaveNoFiles) {
  int turn = 0;
  for (const auto& [path, line] : interrupted_lines()) {
    const int number = turn++ % 2 == 0 ? SIGINT : SIGTERM;
    const TemporaryFolder folder;
    const tests::WorkingFolder there(folder.path());
    fs::create_directory("temporary");
    fs::create_directory("home");
    ASSERT_EQ(mkfifo("pipe", 0600), 0);
    write_file("records.dat", std::string(20'000'000, 'x'));
    std::vector<std::string> words;
    std::istringstream names(path);
    for (std::string name; names >> name;) words.push_back(name);
    words.insert(words.end(), line.words.begin(), line.words.end());
    const std::string output = words.back().starts_with("out.") ? words.back() : "out.none";
    write_file(output, "before");
    const std::size_t files = folder.count();
    const auto interrupt = [number](pid_t child) {
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      kill(child, number);
    };
    const Outcome outcome = run_program(
        words, "", {"TMPDIR=" + (folder / "temporary"), "HOME=" + (folder / "home"), "DISPLAY="}, interrupt);
    const std::string what = testing::PrintToString(words) + " " + outcome.err;
    if (line.lasts || (outcome.exit_code != 0 && outcome.exit_code != 3)) {
      EXPECT_EQ(outcome.exit_code, 128 + number) << what;
      // A short command may have written its whole output before the signal.
      const std::string left = read_file(output);
      if (line.lasts || left == "before") {
        EXPECT_EQ(left, "before") << what;
      } else {
        ASSERT_EQ(run_program(words, "", {"HOME=" + (folder / "home"), "DISPLAY="}).exit_code, 0) << what;
        EXPECT_EQ(read_file(output).size(), left.size()) << what;
      }
    }
    EXPECT_EQ(folder.count(), files) << what;
    EXPECT_TRUE(fs::is_empty("temporary")) << what;
  }
}

// A shell that runs a command in the background starts it with SIGINT ignored.
TEST(CliSignals, StayIgnoredWhenTheParentProcessIgnoresThem) {
  const Outcome outcome = run_words(
      {"bash", "-c", "trap '' INT; exec \"$0\" sweep -n 1k -a std/sort@cpu --samples 30 -q", TEXELSORT_BINARY}, "", {},
      [](pid_t child) {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        kill(child, SIGINT);
      });
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
}

}  // namespace
}  // namespace texelsort::app
