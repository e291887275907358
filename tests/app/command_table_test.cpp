#include "app/cli/commands/command_table.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <sstream>

#include "app/cli/commands/command_line.h"
#include "app/cli/help/completion.h"
#include "app/cli/help/help_text.h"
#include "compute/algorithms/prepare.h"
#include "compute/algorithms/registry.h"
#include "compute/data/keys/distribution.h"
#include "tests/app/cli_support.h"
#include "tests/app/own_algorithms.h"

namespace texelsort::app {
namespace {

const CommandRow& whole_table() {
  static const CommandLine line;
  static const CommandRow table = command_table(line.app());
  return table;
}

void for_every_command(const CommandRow& command, const std::function<void(const CommandRow&)>& visit) {
  visit(command);
  for (const CommandRow& below : command.commands) for_every_command(below, visit);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> words_after(const std::vector<std::string>& words, const std::string& current) {
  std::vector<std::string> found;
  for (const Candidate& candidate : complete(whole_table(), words, current).candidates) found.push_back(candidate.word);
  return found;
}

bool has(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

TEST(CommandTable, ContainsHelpForEveryCommandAndOption) {
  for_every_command(whole_table(), [](const CommandRow& command) {
    EXPECT_NE(command.description, "") << command.path;
    for (const OptionRow& option : command.options) EXPECT_NE(option.help, "") << command.path << " " << option.names();
    EXPECT_TRUE(!command.commands.empty() || !command.examples.empty()) << command.path;
    for (const std::string& example : command.examples) {
      EXPECT_TRUE(contains(example, "texelsort")) << example;
    }
  });
}

TEST(HelpText, FitsTheWidthOfTheTerminal) {
  for (const std::size_t width : {40u, 60u, 80u, 100u, 133u}) {
    for_every_command(whole_table(), [width](const CommandRow& command) {
      for (const std::string& line : lines_of(help_text(command, width))) {
        if (line.size() <= width) continue;
        // A line may exceed the width only if it is a single long word. In examples, a backslash may follow this word.
        std::string rest = line.substr(line.find_first_not_of(' '));
        if (rest.ends_with(" \\")) rest.resize(rest.size() - 2);
        const bool is_name = line.starts_with("  -") || rest.find('\'') != std::string::npos;
        EXPECT_TRUE(rest.find(' ') == std::string::npos || is_name) << command.path << " at " << width << ":\n" << line;
      }
    });
  }
}

TEST(HelpText, WrapsALongExampleAsOneValidShellCommand) {
  CommandRow command;
  command.name = command.path = "texelsort";
  command.examples = {"texelsort sort -n 64 -a 'bitonic/*  x' --payload record:3 --layout hybrid -o out.txt"};
  const std::string text = help_text(command, 40);
  std::string joined;
  for (const std::string& line : lines_of(text.substr(text.find("Example:\n") + 9))) {
    EXPECT_LE(line.size(), 40u);
    const bool more = line.ends_with(" \\");
    joined += (joined.empty() ? "" : " ") + line.substr(line.find_first_not_of(' '), std::string::npos);
    if (more) joined.resize(joined.size() - 2);
  }
  EXPECT_EQ(joined, command.examples.front());
}

TEST(ManualPage, DescribesEveryCommandAndOption) {
  const std::string page = manual_page(whole_table());
  const auto roff = [](std::string text) {
    for (std::size_t at = 0; (at = text.find('-', at)) != std::string::npos; at += 2) text.insert(at, "\\");
    return text;
  };
  for_every_command(whole_table(), [&](const CommandRow& command) {
    EXPECT_TRUE(command.path == "texelsort" || contains(page, ".SS " + roff(command.path) + "\n")) << command.path;
    for (const OptionRow& option : command.options) {
      for (const std::string& name : option.long_names) {
        EXPECT_TRUE(contains(page, "\\fB" + roff("--" + name) + "\\fR")) << name;
      }
    }
  });
  for (const char* section : {"NAME", "SYNOPSIS", "OPTIONS", "COMMANDS", "EXIT STATUS", "ENVIRONMENT", "EXAMPLES"}) {
    EXPECT_TRUE(contains(page, std::string(".SH ") + section + "\n")) << section;
  }
}

/// The manual page must contain only ASCII, which is readable in every locale.
TEST(ManualPage, ContainsOnlyAscii) {
  const std::string page = manual_page(whole_table());
  const auto other = std::ranges::find_if(page, [](char letter) { return static_cast<unsigned char>(letter) > 127; });
  EXPECT_EQ(other, page.end()) << page.substr(static_cast<std::size_t>(other - page.begin()), 40);
  EXPECT_TRUE(contains(page, "4,096 keys"));
}

TEST(ManualPage, IsFormattedByGroffWithoutWarnings) {
  if (std::system("command -v groff >/dev/null") != 0) GTEST_SKIP() << "groff is not installed";
  const TemporaryFolder folder;
  write_file(folder / "page", manual_page(whole_table()));
  const std::string command = "groff -man -ww -Kutf8 -Tutf8 -P-cbou '" + (folder / "page") + "' >'" +
                              (folder / "text") + "' 2>'" + (folder / "warnings") + "'";
  EXPECT_EQ(std::system(command.c_str()), 0);
  EXPECT_EQ(read_file(folder / "warnings"), "");
  EXPECT_TRUE(contains(read_file(folder / "text"), "EXIT STATUS"));
}

TEST(ManualPage, NamesEveryEnvironmentVariableThatTheProgramReads) {
  namespace fs = std::filesystem;
  std::size_t found = 0;
  for (const char* layer : {"app", "compute"}) {
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(TEXELSORT_SOURCE_DIR) / layer)) {
      if (entry.path().extension() != ".cpp") continue;
      const std::string source = read_file(entry.path().string());
      for (std::size_t at = source.find("getenv(\"TEXELSORT_"); at != std::string::npos;
           at = source.find("getenv(\"TEXELSORT_", at + 1)) {
        const std::size_t start = at + 8;
        const std::string name = source.substr(start, source.find('"', start) - start);
        const auto& known = environment_variables();
        EXPECT_TRUE(std::any_of(known.begin(), known.end(), [&](const auto& one) { return one.name == name; })) << name;
        ++found;
      }
    }
  }
  EXPECT_GE(found, 4u);
}

TEST(ShellCompletion, OffersCommandsOptionsAndValues) {
  EXPECT_TRUE(has(words_after({}, "so"), "sort"));
  EXPECT_FALSE(has(words_after({}, "so"), "select"));
  EXPECT_TRUE(has(words_after({"network"}, ""), "verify"));
  EXPECT_EQ(words_after({"sort"}, "--ord"), std::vector<std::string>{"--order"});
  EXPECT_EQ(words_after({"sort", "-t"}, "i"), (std::vector<std::string>{"i32", "i64"}));
  EXPECT_EQ(words_after({"sort"}, "--type=u"), (std::vector<std::string>{"--type=u32", "--type=u64"}));
  EXPECT_EQ(words_after({"bench", "-t"}, "u32,f"), (std::vector<std::string>{"u32,f32", "u32,f64"}));
  EXPECT_EQ(words_after({"completions"}, ""), (std::vector<std::string>{"bash", "zsh", "fish"}));
  EXPECT_EQ(words_after({"help", "network"}, "pr"), std::vector<std::string>{"print"});
  EXPECT_TRUE(has(words_after({"sort", "--payload"}, "rec"), "record:"));
  EXPECT_TRUE(has(words_after({"render", "--view"}, "se"), "sequences"));
  EXPECT_TRUE(has(words_after({"list"}, "dis"), "distributions"));
  EXPECT_TRUE(words_after({"sort", "-n"}, "").empty());
  EXPECT_FALSE(has(words_after({}, "comp"), "complete")) << "a hidden command is offered";
}

TEST(ShellCompletion, OffersEveryAlgorithmAndDistribution) {
  const auto ids = words_after({"sort", "-a"}, "");
  for (const algorithms::Algorithm* algorithm : own_algorithms()) EXPECT_TRUE(has(ids, algorithm->info().id));
  const auto names = words_after({"sort", "-d"}, "");
  for (const auto& distribution : data::distributions()) EXPECT_TRUE(has(names, std::string(distribution.name)));
  EXPECT_TRUE(has(words_after({"network", "print"}, "bit"), "bitonic"));
}

TEST(ShellCompletion, OffersTheParametersOfTheNamedAlgorithm) {
  for (const auto& algorithm : algorithms::registry()) {
    const auto specs = parameters_for(*algorithm, data::PayloadKind::record);
    const auto words = words_after({"sort", "-a", algorithm->info().id, "-p"}, "");
    EXPECT_EQ(words.size(), specs.size()) << algorithm->info().id;
    for (const auto& spec : specs) {
      EXPECT_TRUE(has(words, spec.name + "=")) << algorithm->info().id << " " << spec.name;
    }
  }
  EXPECT_EQ(words_after({"sort", "--algorithm=bitonic/single-quad", "-p"}, "mapping="),
            (std::vector<std::string>{"mapping=row-major", "mapping=tiled"}));
}

TEST(ShellCompletion, OffersFilesForOptionsThatReadThem) {
  using Paths = Completion::Paths;
  const auto paths = [](const std::vector<std::string>& words, const std::string& current) {
    return complete(whole_table(), words, current).paths;
  };
  EXPECT_EQ(paths({"sort"}, ""), Paths::files);
  EXPECT_EQ(paths({"sort", "-o"}, ""), Paths::files);
  EXPECT_EQ(paths({"sort", "--shader-dir"}, ""), Paths::directories);
  EXPECT_EQ(paths({"sort", "-t"}, ""), Paths::none);
  EXPECT_EQ(paths({}, ""), Paths::none) << "files would bury the commands";
  EXPECT_EQ(paths({"merge", "a", "b"}, ""), Paths::files);
  EXPECT_EQ(paths({"network", "draw"}, ""), Paths::files);
}

TEST(ShellCompletion, OffersOnlyWordsThatTheProgramAccepts) {
  struct Parsed {};
  const auto accepts = [](std::vector<std::string> words) {
    CommandLine line;
    // All options are parsed at this point, but no command has run.
    line.app().parse_complete_callback([] { throw Parsed(); });
    std::reverse(words.begin(), words.end());
    try {
      line.app().parse(words);
    } catch (const Parsed&) {
      return true;
    } catch (const std::exception& error) {
      ADD_FAILURE() << error.what();
    }
    return false;
  };
  for (const char* command : {"sort", "select", "merge", "render", "bench", "check"}) {
    const CommandRow* row = find_command(whole_table(), command);
    ASSERT_NE(row, nullptr) << command;
    for (const OptionRow& option : row->options) {
      for (const std::string& word : option.words) {
        if (option.long_names.empty()) continue;
        const std::string value = word.ends_with(':') ? word + "2" : word;
        std::vector<std::string> words{command, "--" + option.long_names.front(), value};
        if (std::string(command) == "render") words.insert(words.end(), {"-o", "x.png"});
        EXPECT_TRUE(accepts(words)) << command << " " << option.names() << " " << value;
      }
    }
  }
}

}  // namespace
}  // namespace texelsort::app
