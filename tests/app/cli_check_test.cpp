// Tests `texelsort check` in every situation in the table of docs/ci.md: exit codes and reports.
#include <csignal>
#include <regex>
#include <thread>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/session/options/view_state_options.h"
#include "app/session/session.h"
#include "compute/gpu/device.h"
#include "tests/app/cli_support.h"
#include "tests/support/changed_shader.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

using nlohmann::json;

/// Arguments of a short check of one shader, and name of the case whose result most situations change.
const std::vector<std::string> short_check{"check", "-q", "-a", "bitonic/compute", "-t",
                                           "u32",   "-n", "64", "--payload",       "none"};
constexpr auto one_case = "bitonic/compute u32 none asc uniform n=64";

std::vector<std::string> with(std::vector<std::string> words, const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

bool wait_for(const std::string& file) {
  for (int turn = 0; turn < 6000 && !std::filesystem::exists(file); ++turn) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return std::filesystem::exists(file);
}

/// Results of one situation: exit code, reports and error output.
struct Situation {
  std::string name;
  int exit_code = -1;
  std::string junit, tap, github;
  std::string error;  ///< text that the program printed on standard error
  std::string junit_text;
};

/// Returns the names of the XML elements inside JUnit's test cases, without printed output.
std::string junit_elements(const std::string& xml) {
  std::string found;
  for (const std::string element : {"failure", "error", "flakyFailure", "skipped"}) {
    if (!contains(xml, "<" + element + " ")) continue;
    found += (found.empty() ? "" : ", ") + fmt::format("`<{}>`", element);
  }
  return found.empty() ? "test cases without an element" : found;
}

std::string tap_kind(const std::string& text) {
  std::string found;
  for (const auto& [pattern, kind] :
       std::vector<std::pair<std::string, std::string>>{{"\nBail out!", "`Bail out!`"},
                                                        {"\nnot ok [^\n]*# TODO", "`not ok ... # TODO`"},
                                                        {"\nnot ok [0-9]+ - [^#\n]*\n", "`not ok`"},
                                                        {"\nok [^\n]*# SKIP", "`ok ... # SKIP`"}}) {
    if (std::regex_search(text, std::regex(pattern))) found += (found.empty() ? "" : ", ") + kind;
  }
  return found.empty() ? "`ok`" : found;
}

std::string github_kind(const std::string& text) {
  if (contains(text, "::error file=")) return "`::error` at the line";
  if (contains(text, "::error ")) return "`::error`";
  return contains(text, "::warning ") ? "`::warning`" : "nothing";
}

class CliCheckRun : public ::testing::Test {
 protected:
  void SetUp() override {
    TEXELSORT_NEED_GL();
    right_.write("networks/step.comp", shader_text());
    unused_.write("selection/gather.frag", read_file(TEXELSORT_SOURCE_DIR "/shaders/selection/gather.frag"));
    tests::write_changed_shader(wrong_, "networks/step.comp", "precedes(encode(b), encode(a))",
                                "precedes(encode(a), encode(b))");
    tests::write_changed_shader(broken_, "networks/step.comp", "void main()", "void main(nonsense)");
  }

  static std::string shader_text() { return read_file(TEXELSORT_SOURCE_DIR "/shaders/networks/step.comp"); }

  /// Returns environment variables that simulate a driver with one fault: in the 40th dispatch.
  std::vector<std::string> fault(const std::string& kind) {
    return {"LD_PRELOAD=" TEXELSORT_DRAW_FAULT_LIBRARY,
            fmt::format("TEXELSORT_DRAW_FAULT={} 40 {}", kind, folder_ / fmt::format("fault{}", ++faults_))};
  }
  std::string fault_file() const { return folder_ / fmt::format("fault{}", faults_); }

  /// Runs `texelsort check` twice in a situation: with a JUnit report and annotations, and with a TAP report.
  Situation situation(const std::string& name, const std::vector<std::string>& words,
                      const std::function<std::vector<std::string>()>& environment = {},
                      const std::function<void(pid_t)>& meanwhile = {}) {
    const auto more = [&environment] { return environment ? environment() : std::vector<std::string>{}; };
    const std::string file = folder_ / "junit.xml";
    std::filesystem::remove(file);
    const Outcome first = run_program(with(words, {"--junit", file, "--github"}), "", more(), meanwhile);
    const Outcome second = run_program(with(words, {"--tap"}), "", more(), meanwhile);
    EXPECT_EQ(first.exit_code, second.exit_code) << name << first.err << second.err;
    const std::string xml = read_file(file);
    return {name, first.exit_code, junit_elements(xml), tap_kind(second.out), github_kind(first.out), first.err, xml};
  }

  std::string expectations(const std::string& text) { return folder_.write("expected.txt", text); }

  TemporaryFolder folder_, right_, wrong_, broken_, unused_;
  int faults_ = 0;
};

TEST_F(CliCheckRun, GivesTheExitCodesOfTheTableInTheDocumentation) {
  const auto environment = [](std::string variable) {
    return [variable] { return std::vector<std::string>{variable}; };
  };
  const auto interrupt = [this](pid_t process) {
    ASSERT_TRUE(wait_for(fault_file()));
    kill(process, SIGTERM);
  };
  const auto faulty = [this](const char* kind) { return [this, kind] { return fault(kind); }; };
  const auto no_opengl = environment("__EGL_VENDOR_LIBRARY_FILENAMES=/nonexistent");
  const std::string expected = expectations(fmt::format("{}  # a known failure\n", one_case));
  const std::vector<std::string> one = with(short_check, {"-d", "uniform", "--order", "asc"});
  const std::vector<Situation> situations{
      situation("every case is right", short_check),
      situation("a claim is wrong", with(short_check, {"--shader-dir", wrong_.path()})),
      situation("some cases are skipped", {"check", "-q", "-a", "bitonic/blend", "-t", "u32", "-n", "64"}),
      situation("more cases are skipped than `--max-skipped` allows",
                {"check", "-q", "-a", "bitonic/blend", "-t", "u32", "-n", "64", "--max-skipped", "3"}),
      situation("a shader does not compile", with(short_check, {"--shader-dir", broken_.path()})),
      situation("there is no OpenGL", short_check, no_opengl),
      situation("no case runs a shader of `--shader-dir`", with(short_check, {"--shader-dir", unused_.path()})),
      situation("a feature of `--require` is missing", with(short_check, {"--require", "gl"}), no_opengl),
      situation("the check is interrupted", short_check, faulty("hang"), interrupt),
      situation("a case exceeds `--timeout`", with(short_check, {"--timeout", "3"}), faulty("hang")),
      situation("a process crashes", short_check, faulty("crash")),
      situation("a case fails, and passes when `--retry` repeats it", with(short_check, {"--retry", "1"}),
                faulty("crash")),
      situation("a case fails, and `--expect` names it",
                with(one, {"--shader-dir", wrong_.path(), "--expect", expected})),
      situation("a case passes, and `--expect` names it", with(one, {"--expect", expected}))};
  std::string table = "| situation | exit code | JUnit | TAP | `--github` |\n|---|---|---|---|---|\n";
  for (const Situation& one : situations) {
    table += fmt::format("| {} | {} | {} | {} | {} |\n", one.name, one.exit_code, one.junit, one.tap, one.github);
    EXPECT_EQ(one.exit_code == 0, one.error.empty()) << one.name << one.error;
  }
  EXPECT_TRUE(contains(read_file(TEXELSORT_SOURCE_DIR "/docs/ci.md"), "<!-- situations -->\n\n" + table))
      << "docs/ci.md should have this table:\n"
      << table;
}

TEST_F(CliCheckRun, LosesOnlyTheCaseInWhichTheDriverCrashesOrHangs) {
  for (const std::string kind : {"crash", "hang"}) {
    for (const char* algorithm : {"bitonic/compute", "bitonic/grouped-quads"}) {
      const Outcome outcome =
          run_program({"check", "-q", "-a", algorithm, "-t", "u32", "-n", "64", "--timeout", "3", "-j", "2", "--json"},
                      "", fault(kind));
      EXPECT_EQ(outcome.exit_code, 4) << outcome.err;
      const json report = json::parse(outcome.out);
      EXPECT_EQ(report.at(kind == "crash" ? "crashed" : "timed_out"), 1) << outcome.out;
      EXPECT_EQ(report.at("not_run"), 0);
      EXPECT_EQ(report.at("passed").get<int>() + 1, report.at("results").at(0).at("planned").get<int>());
      const json& bad = report.at("results").at(0).at("cases").at(0);
      EXPECT_TRUE(contains(bad.at("name").get<std::string>(), algorithm));
      EXPECT_TRUE(contains(outcome.err, bad.at("name").get<std::string>()));
    }
  }
}

TEST_F(CliCheckRun, ReportsFinishedCasesWhenItIsInterrupted) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const std::string file = folder_ / "check.xml";
    const Outcome outcome = run_program(with(short_check, {"--junit", file}), "", fault("hang"), [&](pid_t process) {
      ASSERT_TRUE(wait_for(fault_file()));
      kill(process, signal);
    });
    EXPECT_EQ(outcome.exit_code, 128 + signal) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "interrupted: ")) << outcome.err;
    const std::string xml = read_file(file);
    EXPECT_TRUE(
        std::regex_search(xml, std::regex("name=\"u32\" time=\"[0-9.]+\">\n *<system-out>[1-9][0-9]* cases? passed")))
        << xml;
  }
}

TEST_F(CliCheckRun, RunsTheRemainingCasesOfAnAlgorithmAfterAFailure) {
  const json report = json::parse(run_program(with(short_check, {"--shader-dir", wrong_.path(), "--json"})).out);
  const json& row = report.at("results").at(0);
  EXPECT_EQ(row.at("passed").get<int>() + row.at("cases").size(), row.at("planned").get<std::size_t>());
  EXPECT_GT(row.at("cases").size(), 10u);
  for (const json& one : row.at("cases")) {
    EXPECT_EQ(one.at("status"), "failed");
    EXPECT_EQ(one.at("file"), wrong_ / "networks/step.comp");
    // The finding names the line of the shader that compares keys.
    EXPECT_EQ(one.at("line"),
              1 + std::ranges::count(shader_text().substr(0, shader_text().find("precedes(encode")), '\n'));
    EXPECT_GT(one.at("pass").get<int>(), 0);
    EXPECT_TRUE(one.at("comparator").is_array());
  }
}

TEST_F(CliCheckRun, RunsEveryCaseOnceWhenJobsOrShardsShareThem) {
  const auto names = [](const std::vector<std::string>& more) {
    const Outcome outcome = run_program(with({"check", "-q", "-a", "bitonic/compute", "std/sort@cpu", "-t", "u32,f32",
                                              "-n", "5", "--payload", "none", "--tap"},
                                             more));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    std::multiset<std::string> names;
    const std::regex line("ok [0-9]+ - ([^\n]*)");
    for (std::sregex_iterator at(outcome.out.begin(), outcome.out.end(), line), end; at != end; ++at) {
      names.insert((*at)[1]);
    }
    return names;
  };
  const auto all = names({});
  EXPECT_GT(all.size(), 100u);
  EXPECT_EQ(names({"--jobs", "3"}), all);
  for (const int count : {3, 7}) {
    std::multiset<std::string> together;
    for (int i = 1; i <= count; ++i) together.merge(names({"--shard", fmt::format("{}/{}", i, count)}));
    EXPECT_EQ(together, all) << count;
  }
}

/// Change of a shader that makes some cases of an algorithm fail.
struct Mutation {
  std::string shader, text, replacement;
  std::vector<std::string> words;  ///< arguments of `texelsort check`
};

class SavedCheckFailure : public ::testing::TestWithParam<Mutation> {};

TEST_P(SavedCheckFailure, OpensAtTheFailingPassWithTheWrongIndexPinned) {
  TEXELSORT_NEED_GL();
  const TemporaryFolder shaders, folder;
  tests::write_changed_shader(shaders, GetParam().shader, GetParam().text, GetParam().replacement);
  const Outcome outcome = run_program(with(
      {"check", "-q", "--json", "--shader-dir", shaders.path(), "--save-failures", folder.path()}, GetParam().words));
  EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
  std::map<std::string, json> failures;  // JSON reports of failing cases, by name of the case
  const json report = json::parse(outcome.out);
  for (const json& row : report.at("results")) {
    for (const json& one : row.at("cases")) failures[one.at("name")] = one;
  }
  std::size_t sessions = 0, looked_at = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    if (entry.path().extension() != ".texelsort") continue;
    if (++sessions > 4) continue;  // opens only four sessions, because all are similar
    const auto device = gpu::Device::headless();
    Session session(device.get());
    show(session, read_view_state(std::vector<std::string>{entry.path().string()}));
    const json document = json::parse(read_file(entry.path()));
    EXPECT_EQ(document.at("shaders"), "shaders");
    const json& view_state = document.at("view_state");
    if (view_state.at("pass") == "end") continue;
    ++looked_at;
    EXPECT_EQ(session.player().position(), view_state.at("pass").get<std::uint64_t>());
    const Verdict* verdict = session.player().test_claim();
    ASSERT_NE(verdict, nullptr);
    ASSERT_TRUE(verdict->violation) << entry.path();
    EXPECT_EQ(session.pinned()->index, verdict->violation->index);
    const auto reported = std::ranges::find_if(failures, [&](const auto& one) {
      return contains(one.second.at("message"), verdict->violation->message) &&
             one.second.at("pass") == view_state.at("pass");
    });
    EXPECT_NE(reported, failures.end()) << verdict->violation->message;
  }
  EXPECT_EQ(sessions, failures.size());
  EXPECT_GT(looked_at, 0u);
  EXPECT_EQ(read_file(folder / ("shaders/" + GetParam().shader)), read_file(shaders / GetParam().shader));
}

INSTANTIATE_TEST_SUITE_P(Shaders, SavedCheckFailure,
                         ::testing::Values(Mutation{"networks/step.comp",
                                                    "precedes(encode(b), encode(a))",
                                                    "precedes(encode(a), encode(b))",
                                                    {"-a", "bitonic/compute", "-t", "f32", "-n", "12,100"}},
                                           Mutation{"networks/step.comp",
                                                    "payload[smaller] = payload[larger];",
                                                    "",
                                                    {"-a", "odd-even-merge/compute", "-t", "u64", "-n", "33",
                                                     "--payload", "index"}},
                                           Mutation{"networks/pattern.glsl",
                                                    "other < n",
                                                    "other <= n",
                                                    {"-a", "bitonic/single-quad", "-t", "u32", "-n", "24"}}),
                         [](const auto& info) { return std::to_string(info.index); });

TEST(CliCheck, RejectsInvalidOptionsBeforeTheFirstCase) {
  const std::vector<std::string> words{"check", "-a", "std/sort@cpu", "-n", "5"};
  expect_one_line_error(run_program(with(words, {"--junit", "/nowhere/check.xml"})), 2, {"/nowhere/check.xml"});
  expect_one_line_error(run_program(with(words, {"--save-failures", "/proc/failures"})), 2, {"/proc/failures"});
  expect_one_line_error(run_program(with(words, {"--expect", "/nowhere/list"})), 2, {"/nowhere/list"});
  expect_one_line_error(run_program(with(words, {"--shard", "3/2"})), 2, {"--shard 3/2", "I/N"});
  expect_one_line_error(run_program(with(words, {"--require", "luck"})), 2, {"--require luck", "compute"});
  expect_one_line_error(run_program(with(words, {"--jobs", "0"})), 2, {"--jobs 0"});
  expect_one_line_error(run_program(with(words, {"--tap", "--json"})), 2, {"--tap", "--json"});
  // Values that scripts pass by mistake: those of unset variables, and a negative number.
  for (const char* option : {"--junit", "--save-failures", "--expect"}) {
    expect_one_line_error(run_program(with(words, {option, ""})), 2, {option, "empty"});
  }
  expect_one_line_error(run_program({"check", "-a", ""}), 2, {"-a ''"});
  expect_one_line_error(run_program(with(words, {"--max-skipped", "-1"})), 2, {"--max-skipped", "-1"});
}

/// The program must warn about replaced shaders that no case runs. With --shard, it must not, because another shard may
/// run them.
TEST(CliCheck, WarnsAboutReplacedShadersThatNoCaseRuns) {
  TEXELSORT_NEED_GL();
  const TemporaryFolder shaders;
  for (const char* name : {"networks/step.comp", "selection/gather.frag"}) {
    shaders.write(name, read_file(std::string(TEXELSORT_SOURCE_DIR "/shaders/") + name));
  }
  const std::vector<std::string> words{"check", "-a", "bitonic/compute", "-t",           "u32",         "-n",
                                       "8",     "-d", "uniform",         "--shader-dir", shaders.path()};
  const Outcome some = run_program(words);
  EXPECT_EQ(some.exit_code, 0) << some.err;
  EXPECT_TRUE(contains(some.out, "not tested: selection/gather.frag of --shader-dir, because no case ran it\n"))
      << some.out;
  EXPECT_FALSE(contains(some.out, "not tested: networks/step.comp")) << some.out;
  const TemporaryFolder other;
  other.write("selection/gather.frag", read_file(TEXELSORT_SOURCE_DIR "/shaders/selection/gather.frag"));
  std::vector<std::string> unused = words;
  unused.back() = other.path();
  EXPECT_EQ(run_program(unused).exit_code, 3);
  EXPECT_EQ(run_program(with(unused, {"--shard", "1/2"})).exit_code, 0);
  // A built-in shader includes a file with an error. The report must not name any file of the user.
  const TemporaryFolder included;
  tests::write_changed_shader(included, "networks/pattern.glsl", "other < n", "other <= n");
  const Outcome wrong = run_program(
      {"check", "-a", "bitonic/single-quad", "-t", "u32", "-n", "24", "--github", "--shader-dir", included.path()});
  EXPECT_EQ(wrong.exit_code, 1);
  EXPECT_TRUE(contains(wrong.out, "::error title=")) << wrong.out;
  EXPECT_FALSE(contains(wrong.out, "::error file=shaders/")) << wrong.out;
}

/// A shard must not report faults about cases that only other shards run.
TEST(CliCheck, ReportsNoErrorForCasesThatOtherShardsRun) {
  TEXELSORT_NEED_GL();
  const TemporaryFolder folder;
  const std::vector<std::string> words{"check", "-q", "-a",      "bitonic/compute", "-t",   "u32,f32", "-n",
                                       "8",     "-d", "uniform", "--payload",       "none", "--order", "asc"};
  // All cases of one of these two shards have a key type that blending rejects.
  for (const char* part : {"1/2", "2/2"}) {
    EXPECT_EQ(
        run_program({"check", "-q", "-a", "bitonic/blend", "-t", "u64,f32", "-n", "8", "--shard", part}).exit_code, 0)
        << part;
  }
  const std::string expected = folder.write("expected.txt", "bitonic/comptue u32 none asc uniform n=8\n");
  const Outcome misspelled = run_program(with(words, {"--expect", expected, "--github"}));
  EXPECT_EQ(misspelled.exit_code, 0);
  EXPECT_TRUE(contains(misspelled.err, "warning: ") && contains(misspelled.err, ":1: bitonic/comptue"))
      << misspelled.err;
  EXPECT_TRUE(contains(misspelled.out, "::warning title=")) << misspelled.out;
  // List of known failures that is empty, because the last one has been fixed.
  const std::string none = folder.write("none.txt", "# No failure is known.\n\n");
  EXPECT_EQ(run_program(with(words, {"--expect", none})).exit_code, 0);
  // Only one part has the case that the pattern matches.
  const std::string pattern = folder.write("pattern.txt", "bitonic/compute f32 none asc uniform n=8\n");
  for (const char* part : {"1/2", "2/2"}) {
    EXPECT_FALSE(contains(run_program(with(words, {"--expect", pattern, "--shard", part})).err, "matches no case"))
        << part;
  }
  const Outcome empty = run_program(with(words, {"-t", "u32", "--shard", "9/9", "--junit", folder / "empty.xml"}));
  EXPECT_EQ(empty.exit_code, 0) << empty.err;
  EXPECT_TRUE(contains(read_file(folder / "empty.xml"), "<testsuites ")) << empty.out;
}

TEST(CliCheck, SkipsCasesThatNeedMoreMemoryThanTheMachineHas) {
  const Outcome outcome = run_program({"check", "-a", "std/sort@cpu", "-t", "u32", "-d", "uniform", "-n", "1e15"});
  EXPECT_EQ(outcome.exit_code, 3) << outcome.out;
  EXPECT_TRUE(contains(outcome.err, "bytes of memory of this machine")) << outcome.err;
}

TEST(CliCheck, FailsWhenAFeatureThatTheEnvironmentRequiresIsMissing) {
  const std::vector<std::string> words{"check", "-q", "-a", "std/sort@cpu", "-n", "5", "-t", "u32"};
  const Outcome outcome =
      run_program(words, "", {"TEXELSORT_REQUIRE=gl", "__EGL_VENDOR_LIBRARY_FILENAMES=/nonexistent"});
  EXPECT_EQ(outcome.exit_code, 3) << outcome.out;
  EXPECT_TRUE(contains(outcome.err, "the required feature 'gl' is missing: ")) << outcome.err;
  EXPECT_EQ(run_program(words, "", {"TEXELSORT_REQUIRE=window,browser"}).exit_code, 0);
  EXPECT_EQ(run_program(words, "", {"TEXELSORT_REQUIRE=luck"}).exit_code, 2);
}

}  // namespace
}  // namespace texelsort::app
