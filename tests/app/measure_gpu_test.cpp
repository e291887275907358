#include <set>
#include <sstream>

#include "tests/app/cli_support.h"

namespace texelsort::app {
namespace {

const std::string script = std::string(TEXELSORT_SOURCE_DIR) + "/scripts/measure_gpu.sh";

Outcome run_shell(const std::string& command) {
  const TemporaryFolder folder;
  const int status = std::system((command + " >" + (folder / "out") + " 2>" + (folder / "err")).c_str());
  return {WEXITSTATUS(status), read_file(folder / "out"), read_file(folder / "err")};
}

/// Writes a shell script that the measuring script calls instead of texelsort. It prints an empty result, and fails if
/// `failing` is among its arguments.
std::string stand_in(const TemporaryFolder& folder, const std::string& failing = "nothing") {
  const std::string path = folder / "stand-in";
  write_file(path,
             "#!/bin/bash\n"
             "if [[ $1 == list ]]; then echo '{}'; exit; fi\n"
             "echo \"$*\" >>\"$0.log\"\n"
             "while (($#)); do if [[ $1 == -o ]]; then echo '[]' >\"$2\"; fi; if [[ $1 == " +
                 failing + " ]]; then code=1; fi; shift; done\nexit ${code:-0}\n");
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  return path;
}

/// Runs every comparison with 64 keys. Each must be a valid command: it must succeed, or fail only because CUDA is
/// missing.
TEST(MeasureGpuScript, RunsOnlyCommandsThatThisProgramAccepts) {
  const Outcome listed = run_shell(script + " --list");
  ASSERT_EQ(listed.exit_code, 0) << listed.err;
  std::istringstream lines(listed.out);
  std::set<std::string> names, tried;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string part, name, program, word;
    words >> part >> name >> program;
    EXPECT_TRUE(part == "A" || part == "B" || part == "C" || part == "D") << line;
    EXPECT_TRUE(names.insert(name).second) << name << " is there twice";
    std::vector<std::string> arguments;
    std::string joined;
    while (words >> word) {
      const std::string before = arguments.empty() ? "" : arguments.back();
      arguments.push_back(before == "-n" || before == "-k" ? "16" : before == "--samples" ? "1" : word);
      joined += arguments.back() + ' ';
    }
    if (!contains(joined, "--samples")) arguments.insert(arguments.end(), {"--samples", "1"});
    if (!tried.insert(joined).second) continue;
    const Outcome outcome = run_program(arguments);
    EXPECT_TRUE(outcome.exit_code == 0 || outcome.exit_code == 3) << line << "\n" << outcome.err;
  }
  EXPECT_GE(names.size(), 40u);
}

TEST(MeasureGpuScript, KeepsAResultFilePerComparisonAndReusesIt) {
  const TemporaryFolder folder;
  const std::string call = "TEXELSORT=" + stand_in(folder) + " " + script + " " + (folder / "results");
  const auto measured = [&folder] {
    const std::string log = read_file(folder / "stand-in.log");
    return std::count(log.begin(), log.end(), '\n');
  };
  EXPECT_EQ(run_shell(call + " merge-2 selection").exit_code, 0);
  EXPECT_EQ(read_file(folder / "results/merge-2.json"), "[]\n");
  EXPECT_TRUE(std::filesystem::exists(folder / "results/selection.json"));
  EXPECT_TRUE(std::filesystem::exists(folder / "results/devices.json"));
  EXPECT_EQ(measured(), 2);
  EXPECT_EQ(run_shell(call + " merge-2 merge-16").exit_code, 0);
  EXPECT_EQ(measured(), 3);
}

TEST(MeasureGpuScript, ReportsFailedAndSkippedComparisons) {
  const TemporaryFolder folder;
  const std::string call =
      "TEXELSORT=" + stand_in(folder, "merge/path@cuda") + " " + script + " " + (folder / "results");
  const Outcome failed = run_shell(call + " merge-2 selection");
  EXPECT_EQ(failed.exit_code, 1);
  EXPECT_TRUE(contains(failed.out, "merge-2: exit code 1")) << failed.out;
  EXPECT_FALSE(std::filesystem::exists(folder / "results/merge-2.json"));
  EXPECT_TRUE(std::filesystem::exists(folder / "results/merge-2.failed"));
  EXPECT_TRUE(std::filesystem::exists(folder / "results/selection.json"));
  const Outcome late = run_shell("MEASURE_SECONDS=25 " + call + " keys-u32");
  EXPECT_EQ(late.exit_code, 3);
  EXPECT_TRUE(contains(late.out, "not begun, no time: keys-u32")) << late.out;
  EXPECT_EQ(run_shell(call + " keys-u31").exit_code, 2);
  EXPECT_EQ(run_shell(script).exit_code, 2);
}

}  // namespace
}  // namespace texelsort::app
