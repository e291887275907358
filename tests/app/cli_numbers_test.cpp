#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <regex>
#include <set>

#include "app/cli/commands/command_line.h"
#include "app/cli/commands/command_table.h"
#include "app/cli/help/help_text.h"
#include "app/session/link_text.h"
#include "app/session/options/view_state_options.h"
#include "app/session/session.h"
#include "app/session/session_fields.h"
#include "app/session/session_file.h"
#include "app/session/view_state.h"
#include "compute/algorithms/prepare.h"
#include "compute/algorithms/registry.h"
#include "compute/data/error.h"
#include "tests/app/cli_support.h"
#include "tests/support/environment.h"

namespace texelsort::app {
namespace {

namespace fs = std::filesystem;

using Words = std::vector<std::string>;

constexpr std::array odd_numbers{"nan",    "inf",
                                 "-inf",   "1e999",
                                 "1e-400", "-0",
                                 "-1",     "0x10",
                                 "1e15",   "18446744073709551615",
                                 "1e300",  "99999999999999999999"};

/// Other options and arguments of a command line that tests one option. With these, the command uses the option and
/// ends soon.
struct ShortLine {
  Words options{}, arguments{};
};

/// Additional words by command. Commands that are not listed run with the option alone.
const std::map<std::string, ShortLine>& short_lines() {
  static const ShortLine network{{"--count=8"}, {"bitonic"}}, picture{{"--count=8", "--algorithm=std/sort@cpu"}};
  static const std::map<std::string, ShortLine> lines{
      {"texelsort", picture},
      {"texelsort sort", picture},
      {"texelsort merge", {{"--count=8", "--algorithm=merge/multiway@cpu"}}},
      {"texelsort select", {{"--count=8", "--largest=1", "--algorithm=std/nth-element@cpu"}}},
      {"texelsort check", {{"--count=8", "--algorithm=std/sort@cpu", "--type=u32", "--quiet"}}},
      {"texelsort bench", {{"--count=8", "--algorithm=std/sort@cpu", "--samples=2"}}},
      {"texelsort sweep", {{"--count=8", "--algorithm=std/sort@cpu", "--samples=2"}}},
      {"texelsort tune", {{"--count=8", "--algorithm=bitonic/reference@cpu", "--budget=0.1s", "--no-keep"}}},
      {"texelsort reproduce", {{"--list"}}},
      {"texelsort compare", {{}, {"sweep.jsonl", "sweep.jsonl"}}},
      {"texelsort render", {{"--count=8", "--algorithm=std/sort@cpu", "--size=320x240", "--output=out.png"}}},
      {"texelsort network print", network},
      {"texelsort network draw", network},
      {"texelsort network analyse", network},
      {"texelsort network verify", network},
      {"texelsort network compare", {{"--count=8"}}},
      {"texelsort lesson show", {{}, {"bitonic-merge-sort"}}},
      {"texelsort export page", {{"--count=8", "--algorithm=bitonic/reference@cpu", "--output=out.html"}}},
      {"texelsort export slides", {{"--count=4", "--algorithm=bitonic/reference@cpu", "--output=out.pdf"}}},
      {"texelsort export film",
       {{"--count=4", "--algorithm=bitonic/reference@cpu", "--size=320x240", "--output=out.gif"}}},
      {"texelsort export plot", {{"--output=out.png"}, {"sweep.jsonl"}}},
      {"texelsort export report", {{"--output=out.html"}, {"sweep.jsonl"}}},
      {"texelsort export csv", {{"--output=out.csv"}, {"sweep.jsonl"}}},
      {"texelsort export t4", {{"--output=out.json"}, {"sweep.jsonl"}}},
      {"texelsort external-sort", {{"--output=out.dat"}, {"records.dat"}}},
      {"texelsort external-generate", {{}, {"10", "out.dat"}}},
      {"texelsort external-verify", {{}, {"records.dat"}}}};
  return lines;
}

/// Returns a command line that sets an option of the command to the value. `at` is the index of the option.
Words line_with(const CommandRow& command, std::size_t at, const std::string& value) {
  const OptionRow& option = command.options[at];
  const auto found = short_lines().find(command.path);
  ShortLine line = found == short_lines().end() ? ShortLine{} : found->second;
  if (option.is_argument()) {
    line.arguments.resize(std::max(line.arguments.size(), at + 1), "8");
    line.arguments[at] = value;
  } else {
    const std::string name =
        option.long_names.empty() ? "-" + option.short_names.front() : "--" + option.long_names.front();
    std::erase_if(line.options, [&name](const std::string& other) { return other.starts_with(name + "="); });
    // Remove options that cannot be combined with the option under test.
    if (name == "--seconds") std::erase(line.options, "--samples=2");
    if (name == "--smallest" || name == "--quantile") std::erase(line.options, "--largest=1");
    line.options.push_back(name + "=" + value);
  }
  Words words;
  std::istringstream path(command.path);
  for (std::string word; path >> word;) words.push_back(word);
  words.erase(words.begin());  // the first word is the program's name
  words.insert(words.end(), line.options.begin(), line.options.end());
  if (line.arguments.empty()) return words;
  words.emplace_back("--");
  words.insert(words.end(), line.arguments.begin(), line.arguments.end());
  return words;
}

/// Returns whether the command-line parser rejects the words, before any command runs.
bool is_refused_at_once(Words words) {
  struct Accepted {};
  CommandLine line;
  line.app().parse_complete_callback([] { throw Accepted(); });
  std::ranges::reverse(words);
  try {
    line.app().parse(std::move(words));
  } catch (const Accepted&) {
    return false;
  } catch (const CLI::ParseError&) {
    return true;
  } catch (const Error& error) {
    EXPECT_NE(error.code(), ExitCode::internal) << error.what();
    return true;
  }
  return false;
}

/// Runs the program, and checks that it ends correctly. Kills it after 10 seconds or if it writes more than 16 MiB.
void expect_good_end(const Words& words, const Words& environment = {}) {
  Words line{"timeout", "--signal=KILL", "10", "prlimit", "--fsize=16777216", TEXELSORT_BINARY};
  line.insert(line.end(), words.begin(), words.end());
  const Outcome outcome = run_words(line, "", environment);
  const std::string what = testing::PrintToString(words) + testing::PrintToString(environment) + outcome.err;
  EXPECT_TRUE(outcome.exit_code == 0 || outcome.exit_code == 2 || outcome.exit_code == 3) << outcome.exit_code << what;
  EXPECT_LT(outcome.out.size(), std::size_t{1} << 20) << what;
  EXPECT_FALSE(contains(outcome.err, "file size limit")) << what;
}

/// A folder with small inputs, which is the test's working folder.
class ExtremeNumbers : public testing::Test {
 protected:
  ExtremeNumbers() {
    write_file("records.dat", std::string(1000, 'x'));
    run_program({"sweep", "-a", "bitonic/reference@cpu", "-n", "8", "--samples", "2", "-q", "-o", "sweep.jsonl"});
  }
  void TearDown() override {
    for (const auto& file : fs::recursive_directory_iterator(folder_.path())) {
      EXPECT_LT(file.is_regular_file() ? file.file_size() : 0, std::size_t{1} << 22) << file.path();
    }
  }

  TemporaryFolder folder_;
  tests::WorkingFolder there_{folder_.path()};
  tests::Environment home_{"HOME", folder_.path()}, config_{"XDG_CONFIG_HOME", folder_ / "config"},
      state_{"XDG_STATE_HOME", folder_ / "state"}, data_{"XDG_DATA_HOME", folder_ / "data"}, display_{"DISPLAY", ""},
      wayland_{"WAYLAND_DISPLAY", ""};
};

void visit_commands(const CommandRow& command, const std::function<void(const CommandRow&)>& visit) {
  visit(command);
  for (const CommandRow& below : command.commands) visit_commands(below, visit);
}

TEST_F(ExtremeNumbers, AreAcceptedOrRejectedWithoutACrashInEveryOption) {
  const CommandLine line;
  std::size_t turn = 0;
  visit_commands(command_table(line.app()), [&turn](const CommandRow& command) {
    for (std::size_t at = 0; at < command.options.size(); ++at) {
      if (command.options[at].kind != ValueKind::word) continue;
      Words accepted;
      for (const char* number : odd_numbers) {
        if (!is_refused_at_once(line_with(command, at, number))) accepted.emplace_back(number);
      }
      // Run each option with one accepted value per command. Most options belong to several commands, which get
      // different values.
      if (!accepted.empty()) expect_good_end(line_with(command, at, accepted[turn++ % accepted.size()]));
    }
  });
}

TEST_F(ExtremeNumbers, AreAcceptedOrRejectedWithoutACrashAsParameters) {
  for (const auto& algorithm : algorithms::registry()) {
    for (const auto& spec : parameters_for(*algorithm, data::PayloadKind::record)) {
      for (const char* number : odd_numbers) {
        try {
          prepare(*algorithm, nullptr, {.n = 64}, {{spec.name, number}});
        } catch (const Error& error) {
          EXPECT_NE(error.code(), ExitCode::internal) << algorithm->info().id << spec.name << number << error.what();
        }
      }
    }
  }
}

TEST_F(ExtremeNumbers, AreAcceptedOrRejectedWithoutACrashInSessionsAndLinks) {
  for (const SessionField& field : session_fields()) {
    for (const std::string number : odd_numbers) {
      for (const std::string& value : {number, "\"" + number + "\"", "[" + number + "]"}) {
        nlohmann::ordered_json session{{"schema", "texelsort/session/1"},
                                       {"view_state", {{"algorithm", "bitonic/reference@cpu"}, {"count", 8}}}};
        nlohmann::ordered_json* place = &session;
        const std::string key(field.key);
        const std::size_t point = key.find('.');
        if (point != std::string::npos) place = &session[key.substr(0, point)];
        (*place)[key.substr(point + 1)] = "VALUE";
        std::string text = session.dump(2);
        text.replace(text.find("\"VALUE\""), 7, value);
        write_file("odd.texelsort", text);
        try {
          Session opened(nullptr);
          show(opened, read_view_state(Words{"odd.texelsort"}));
        } catch (const Error& error) {
          EXPECT_NE(error.code(), ExitCode::internal) << key << value << error.what();
        }
      }
      try {
        const std::string key(field.key.starts_with("view_state.") ? field.key.substr(11) : field.key);
        read_session_text(session_text_of("#v=1&algorithm=bitonic/reference@cpu&" + key + "=" + number),
                          {.file = "the link", .is_link = true});
      } catch (const Error& error) {
        EXPECT_NE(error.code(), ExitCode::internal) << field.key << number << error.what();
      }
    }
  }
}

/// Returns the names of environment variables: those in the manual, and those in calls of getenv().
std::set<std::string> variables_read() {
  std::set<std::string> names;
  for (const EnvironmentVariable& variable : environment_variables()) names.emplace(variable.name);
  const std::regex call("getenv\\(\"([A-Z_]+)\"\\)");
  for (const char* folder : {"/app", "/compute"}) {
    for (const auto& file : fs::recursive_directory_iterator(std::string(TEXELSORT_SOURCE_DIR) + folder)) {
      if (file.path().extension() != ".cpp") continue;
      const std::string text = read_file(file.path());
      for (std::sregex_iterator at(text.begin(), text.end(), call), end; at != end; ++at) names.insert((*at)[1]);
    }
  }
  return names;
}

TEST_F(ExtremeNumbers, AreAcceptedOrRejectedWithoutACrashInEnvironmentVariables) {
  const std::vector<Words> lines{{"list", "devices"},
                                 {"sort", "-n", "8", "-a", "radix/onesweep@cuda", "--device", "cpu-kernels"},
                                 {"check", "-q", "-n", "8", "-a", "std/sort@cpu", "-t", "u32", "-j", "2"}};
  std::size_t turn = 0;
  const auto names = variables_read();
  ASSERT_GT(names.size(), 10u);
  for (const std::string& name : names) {
    // Each variable gets a third of the unusual numbers. All variables together get all numbers.
    for (std::size_t i = turn % 3; i < odd_numbers.size(); i += 3) {
      expect_good_end(lines[turn++ % lines.size()], {name + "=" + odd_numbers[i]});
    }
  }
}

}  // namespace
}  // namespace texelsort::app
