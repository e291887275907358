#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "tests/app/cli_support.h"

namespace texelsort::app {
namespace {

bool installed(const std::string& program) {
  return std::system(("command -v " + program + " >/dev/null").c_str()) == 0;
}

/// Runs a script in a shell, with the program's folder first in PATH. Returns the shell's output.
std::string shell_output(const std::string& shell, const std::string& script) {
  const TemporaryFolder folder;
  write_file(folder / "script", script);
  const std::string path = std::filesystem::path(TEXELSORT_BINARY).parent_path().string();
  const std::string command = "cd '" + (folder / "") + "' && PATH='" + path + "':$PATH HOME='" + (folder / "") + "' " +
                              shell + " '" + (folder / "script") + "' >'" + (folder / "out") + "' 2>&1 </dev/null";
  EXPECT_EQ(std::system(command.c_str()), 0) << read_file(folder / "out");
  return read_file(folder / "out");
}

TEST(CliHelp, PrintsTheSameByTheHelpCommandAsByTheHelpOption) {
  const auto same = [](std::vector<std::string> help, const std::vector<std::string>& option) {
    const Outcome outcome = run_program(help);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(outcome.out, run_program(option).out);
    EXPECT_NE(outcome.out, "");
  };
  same({"help"}, {"--help"});
  same({"help", "sort"}, {"sort", "--help"});
  same({"help", "network", "draw"}, {"network", "draw", "--help"});
  expect_one_line_error(run_program({"help", "sotr"}), 2, {"'sotr'", "did you mean 'sort'"});
  expect_one_line_error(run_program({"help", "network", "drow"}), 2, {"texelsort network", "did you mean 'draw'"});
}

TEST(CliHelp, PrintsTheVersionByAShortOption) {
  const Outcome outcome = run_program({"-V"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.out, run_program({"--version"}).out);
}

TEST(CliHelp, WrapsLinesAtTheWidthInTheColumnsVariableOrAt80Characters) {
  const auto widest = [](const std::vector<std::string>& environment) {
    std::istringstream text(run_program({"sort", "--help"}, "", environment).out);
    std::size_t width = 0;
    for (std::string line; std::getline(text, line);) width = std::max(width, line.size());
    return width;
  };
  EXPECT_LE(widest({"COLUMNS="}), 80u);
  EXPECT_GT(widest({"COLUMNS="}), 60u);
  EXPECT_LE(widest({"COLUMNS=60"}), 60u);
  EXPECT_LE(widest({"COLUMNS=120"}), 120u);
  EXPECT_GT(widest({"COLUMNS=120"}), 100u);
  EXPECT_LE(widest({"COLUMNS=wide"}), 80u);
}

TEST(CliOptions, UseTheLastValueWhenASingleValueIsRepeated) {
  const std::vector<std::string> common{"sort", "--input-values", "3,1,2", "-a", "std/sort@cpu"};
  const auto sorted = [&common](const std::vector<std::string>& more) {
    std::vector<std::string> words = common;
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = run_program(words);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return outcome.out;
  };
  EXPECT_EQ(sorted({"--order", "asc", "--order", "desc"}), "3\n2\n1\n");
  EXPECT_EQ(sorted({"--order", "desc", "--order", "asc"}), "1\n2\n3\n");
  EXPECT_EQ(sorted({"--input-values", "9,8"}), "8\n9\n");
  EXPECT_EQ(sorted({"-a", "std/stable-sort@cpu", "-t", "f32", "-t", "u32"}), "1\n2\n3\n");
  const Outcome counted =
      run_program({"sort", "-n", "9", "-n", "4", "-a", "std/sort@cpu", "--seed", "1", "--seed", "2"});
  EXPECT_EQ(counted.exit_code, 0) << counted.err;
  EXPECT_EQ(std::count(counted.out.begin(), counted.out.end(), '\n'), 4);
}

TEST(CliOptions, KeepAllValuesWhenAListIsRepeated) {
  const Outcome outcome =
      run_program({"select", "--input-values", "5,4,3,2,1", "-k", "1", "-k", "2,3", "-a", "std/nth-element@cpu"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  for (const char* key : {"5", "4", "3"}) EXPECT_TRUE(contains(outcome.out, key)) << outcome.out;
}

TEST(CliCompletions, RejectUnknownShells) {
  expect_one_line_error(run_program({"completions", "tcsh"}), 2, {"tcsh", "bash, zsh, fish"});
  EXPECT_EQ(run_program({"completions"}).exit_code, 2);
}

TEST(CliCompletions, CompleteCommandsOptionsAndValuesInBash) {
  // Calls the completion as readline does: with the line, the cursor at its end, and words split at "=", ":" and "@".
  const std::string script = R"script(
source <(texelsort completions bash)
try() {
  COMP_LINE=$1 COMP_POINT=${#1}
  _texelsort 2>/dev/null
  printf '%s:' "$1"
  printf ' %s' "${COMPREPLY[@]}"
  echo
}
touch numbers.csv
try 'texelsort sor'
try 'texelsort sort --orde'
try 'texelsort sort -t u'
try 'texelsort sort --type=f'
try 'texelsort sort -a std/sort@c'
try 'texelsort sort --payload rec'
try 'texelsort sort numb'
)script";
  const std::string out = shell_output("bash", script);
  for (const char* line : {"texelsort sor: sort\n", "--orde: --order\n", "-t u: u32 u64\n", "--type=f: f32 f64\n",
                           "std/sort@c: cpu\n", "rec: record:\n", "numb: numbers.csv\n"}) {
    EXPECT_TRUE(contains(out, line)) << line << " is not in:\n" << out;
  }
}

TEST(CliCompletions, CompleteCommandsOptionsAndValuesInFish) {
  if (!installed("fish")) GTEST_SKIP() << "fish is not installed";
  const std::string out = shell_output("fish", R"script(
texelsort completions fish | source
touch numbers.csv
for line in 'texelsort sor' 'texelsort sort --orde' 'texelsort sort -t u' 'texelsort sort --type=f' 'texelsort sort numb'
    complete -C "$line" | string replace -r '\t.*' '' | string join ' '
end
true # joining a single line is a failure to string
)script");
  for (const char* line : {"sort\n", "--order\n", "u32 u64\n", "--type=f32 --type=f64\n", "numbers.csv\n"}) {
    EXPECT_TRUE(contains(out, line)) << line << " is not in:\n" << out;
  }
}

TEST(CliCompletions, CompleteCommandsOptionsAndValuesInZsh) {
  if (!installed("zsh")) GTEST_SKIP() << "zsh is not installed";
  // Runs zsh in a pseudo-terminal, because completion works only in its line editor. A tab after an unfinished word
  // inserts the common prefix of all candidates.
  const std::string out = shell_output("timeout 60 zsh -f", R"script(
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "TERM=dumb PS1= RPS1= PROMPT=; autoload -U compinit; compinit -u -D; stty -echo"
zpty -w shell "source <(texelsort completions zsh); bindkey '^I' complete-word"
# Says what it was called with, but for the questions of the completion itself.
zpty -w shell "texelsort() { if [[ \$1 == complete ]]; then command texelsort \"\$@\"; else print -r -- GOT:\"\$*\":; fi }"
zpty -w shell "print REA''DY"
zpty -r -m shell text '*READY*'
# What is typed, and what the line reads after a tab.
for line full in 'sele' 'select' 'sort --orde' 'sort --order' 'sort -t i3' 'sort -t i32' 'sort --type=i6' 'sort --type=i64'; do
  zpty -w -n shell "texelsort $line"$'\t'
  zpty -r -m shell text "*texelsort $full*"
  zpty -w -n shell $'\r'
  zpty -r -m shell text '*GOT:*:*'
  print -r -- "$text"
done
zpty -d shell
)script");
  for (const char* line : {"GOT:select:", "GOT:sort --order:", "GOT:sort -t i32:", "GOT:sort --type=i64:"}) {
    EXPECT_TRUE(contains(out, line)) << line << " is not in:\n" << out;
  }
}

}  // namespace
}  // namespace texelsort::app
