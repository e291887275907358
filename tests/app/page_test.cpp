#include "app/export/page.h"

#include <cstdlib>

#include <gtest/gtest.h>

#include "app/session/options/view_state_options.h"
#include "app/session/session_file.h"
#include "compute/data/error.h"
#include "tests/app/cli_support.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

using nlohmann::json;

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

/// Returns the JSON data about runs that a page contains for its script.
json data_of(const std::string& page) {
  const std::string open = "<script type=\"application/json\" id=\"data\">";
  const std::size_t begin = page.find(open) + open.size();
  return json::parse(page.substr(begin, page.find("</script>", begin) - begin));
}

std::string page_of_line(const std::string& line, const PageOptions& options = {}) {
  Session session(&gpu::test_device());
  return run_page(session, read_view_state(line), options);
}

std::vector<std::uint64_t> numbers(const std::string& digits, std::size_t width) {
  std::vector<std::uint64_t> all;
  for (std::size_t i = 0; i < digits.size(); i += width)
    all.push_back(std::stoull(digits.substr(i, width), nullptr, 36));
  return all;
}

/// Returns the keys of a stop as text. A stop is the state after a pass.
std::vector<std::string> keys_of(const json& run, const json& stop) {
  std::istringstream words(run["entries"]["keys"].get<std::string>());
  const std::vector<std::string> entries{std::istream_iterator<std::string>(words), {}};
  std::vector<std::string> keys;
  for (const std::uint64_t entry : numbers(stop["state"], run["digits"])) keys.push_back(entries[entry]);
  return keys;
}

/// Checks that all states, claims and exchanges of a page equal those of the run.
void expect_states_of_run(const std::string& line) {
  SCOPED_TRACE(line);
  Session session(&gpu::test_device());
  const ViewState view_state = read_view_state(line);
  const json run = data_of(run_page(session, view_state, {}))["runs"][0];
  show(session, view_state);
  Player& player = session.player();
  seek_to(session, "end");
  ASSERT_EQ(run["stops"].size(), *player.total() + 1);
  for (std::uint64_t pass = 0; pass <= *player.total(); ++pass) {
    player.seek(pass);
    const json& stop = run["stops"][pass];
    ASSERT_EQ(stop["pass"], pass);
    std::vector<std::string> keys;
    for (std::uint64_t i = 0; i < session.problem().n(); ++i) keys.push_back(player.key_text(i));
    EXPECT_EQ(keys_of(run, stop), keys) << "pass " << pass;
    if (pass == 0) continue;
    EXPECT_EQ(stop["claim"], player.record()->claim.sentence);
    EXPECT_EQ(stop["holds"], player.test_claim()->holds());
    if (!stop.contains("columns")) continue;
    for (const json& column : stop["columns"]) {
      const auto places = numbers(column["pairs"], run["digits"]);
      for (std::size_t i = 0; i < places.size() && column.contains("swapped"); i += 2) {
        const auto swapped = player.swapped({std::min(places[i], places[i + 1]), std::max(places[i], places[i + 1])});
        EXPECT_EQ(column["swapped"].get<std::string>()[i / 2], *swapped ? '1' : '0') << "pass " << pass;
      }
    }
  }
}

TEST(ExportedPage, ContainsTheKeysAfterEveryPassOfTheRun) {
  TEXELSORT_NEED_GL();
  expect_states_of_run("-d slides-bitonic -a bitonic/grouped-quads");
  expect_states_of_run("-n 45 -a bitonic-alternating/fused -t f32 -d gaussian");
  expect_states_of_run("-n 100 -d few-distinct -a odd-even-merge/compute");
  expect_states_of_run("-n 64 -a radix/grs@compute -p digit=2 -p tile=16");
  expect_states_of_run("-n 256 -a sample/randomized@compute -p k2=16 -p a2=4");
  expect_states_of_run("-n 64 -a merge/multiway@cpu --sequences 4 -p mergers=2");
  expect_states_of_run("-d slides-kth-largest -k 2 -a select/depth@fragment");
  expect_states_of_run("--input-values 7 -a bitonic/grouped-quads");
  expect_states_of_run("-n 0 -a bitonic/grouped-quads");
}

/// The command that the page shows must open the same run, so that readers can continue where the page was.
TEST(ExportedPage, ShowsACommandThatReproducesItsRun) {
  TEXELSORT_NEED_GL();
  const json run = data_of(page_of_line("-n 20 -d gaussian -t f32 --seed 7 -a bitonic/fused -p steps=1"))["runs"][0];
  const std::string command = run["command"];
  Session session(&gpu::test_device());
  show(session, read_view_state(command + " --pass 9"));
  std::vector<std::string> keys;
  for (std::uint64_t i = 0; i < 20; ++i) keys.push_back(session.player().key_text(i));
  EXPECT_EQ(keys_of(run, run["stops"][9]), keys);
  const TemporaryFolder folder;
  write_file(folder / "secret.txt", "3 1 2");
  const std::string of_file = page_of_line((folder / "secret.txt") + " -a bitonic/fused");
  EXPECT_FALSE(data_of(of_file)["runs"][0].contains("command")) << "readers have not got the file";
  EXPECT_EQ(data_of(of_file)["runs"][0]["input"], "3 unsigned integers, secret.txt");
  EXPECT_EQ(count(of_file, folder / ""), 0u);
}

TEST(ExportedPage, IsTheSameForASessionFileAsForItsOptions) {
  TEXELSORT_NEED_GL();
  const TemporaryFolder folder;
  const std::string line = "-n 24 -a radix/grs@compute -p digit=4 -p tile=16 --pass 2 --pin 5";
  Session session(&gpu::test_device());
  show(session, read_view_state(line));
  const std::string file = save_session(session, folder / "mine.texelsort");
  EXPECT_EQ(data_of(page_of_line(file)), data_of(page_of_line(line)));
}

TEST(ExportedPage, ShowsTheDigitGroupsOfARadixSortAndTheAnswerOfASelection) {
  TEXELSORT_NEED_GL();
  const json radix = data_of(page_of_line("-n 64 -a radix/grs@compute -p digit=2 -p tile=16"))["runs"][0];
  const json& moved = radix["stops"][3];
  EXPECT_EQ(moved["grouped"], "digit");
  const auto groups = numbers(moved["groups"], 3);
  ASSERT_EQ(groups.size(), 64u);
  EXPECT_TRUE(std::ranges::is_sorted(groups, {}, [&](std::uint64_t g) { return radix["groups"][g]["text"]; }))
      << "the keys stand by their digit";
  const json select = data_of(page_of_line("-d slides-kth-largest -k 2 -a select/depth@fragment"))["runs"][0];
  EXPECT_EQ(select["stops"].back()["answers"], json({"2nd largest = 11"}));
  const std::string found = select["stops"].back()["found"];
  ASSERT_EQ(std::ranges::count(found, '1'), 1);
  EXPECT_EQ(keys_of(select, select["stops"].back())[found.find('1')], "11");
  EXPECT_EQ(select["stops"][2]["threshold"]["count"], 3) << "13, 11 and 10 are at least 8";
}

TEST(ExportedPage, ShowsRecordsInTheirMemoryLayout) {
  TEXELSORT_NEED_GL();
  for (const char* layout : {"by-field", "hybrid", "by-record"}) {
    const std::string line =
        fmt::format("-n 12 --payload record:3 --layout {} -a radix/grs@compute -p digit=4", layout);
    const json run = data_of(page_of_line(line + " -p tile=16"))["runs"][0];
    ASSERT_EQ(run["records"]["layout"], layout);
    ASSERT_EQ(run["records"]["fields"].size(), 12u);
    const json& last = run["stops"].back();
    // Each record of the result must be the input's record with the same key.
    const auto input = keys_of(run, run["stops"][0]), result = keys_of(run, last);
    const auto rows = numbers(last["rows"], run["digits"]);
    for (std::size_t place = 0; place < 12; ++place) EXPECT_EQ(input[rows[place]], result[place]) << layout;
  }
}

TEST(ExportedPage, IsSmallAndLoadsNoOtherFiles) {
  TEXELSORT_NEED_GL();
  for (const char* line : {"-n 64 -t f64 -d gaussian -a odd-even-transposition/grouped-quads --payload index",
                           "-n 64 -a radix/grs@compute -p digit=1 -p tile=16", "-n 64 -a bitonic/single-quad"}) {
    const std::string page = page_of_line(line);
    const json data = data_of(page);
    const auto passes = data["runs"][0]["passes"].get<std::size_t>();
    const std::size_t states = page.size() - page_of_line("-n 0 -a bitonic/grouped-quads").size();
    EXPECT_LE(page.size() - states + states * 100 / passes, 300'000u) << line << ": as if it had a hundred passes";
    EXPECT_EQ(count(page, "default-src 'none'"), 1u);
    EXPECT_EQ(count(page, "://"), count(page, "http://www.w3.org/2000/svg")) << "a name, no address";
    EXPECT_EQ(count(page, "src="), 0u);
    EXPECT_EQ(count(page, "{{"), 0u);
  }
}

TEST(ExportedPage, HasTheSameBytesWhenItIsExportedAgain) {
  TEXELSORT_NEED_GL();
  const std::string line = "-n 256 -a sample/randomized@compute -p k2=16 -p a2=4 --pass 2 --pin 3";
  EXPECT_EQ(page_of_line(line), page_of_line(line));
  EXPECT_NE(page_of_line(line), page_of_line(line, {.embed = true}));
  EXPECT_NE(page_of_line(line), page_of_line(line, {.colormap = ColormapName::cividis}));
  EXPECT_EQ(data_of(page_of_line(line))["steps"][0], json({{"run", 0}, {"pass", 2}, {"view", "window"}, {"pin", 3}}));
}

TEST(ExportedPage, EscapesTextsThatCouldEndAnHtmlElement) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  const Lesson lesson = read_lesson(
      "format = 1\ntitle = '</title><script>alert(1)</script>'\nlevel = \"beginner\"\nminutes = 5\nsource = '<!--'\n"
      "[[step]]\nshow = \"-n 4 --pass 0\"\ncaption = '</script><b>\u2028\"'\n",
      "mine.toml");
  const std::string page = lesson_page(session, lesson, {});
  EXPECT_EQ(count(page, "</script>"), 2u);
  EXPECT_EQ(count(page, "</title>"), 1u);
  EXPECT_EQ(count(page, "<!--"), 0u);
  EXPECT_EQ(data_of(page)["steps"][0]["caption"], "</script><b>\u2028\"");
  EXPECT_EQ(data_of(page)["title"], lesson.title);
}

TEST(ExportedPage, IsExportedForEveryLesson) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  for (const Lesson& lesson : lessons()) {
    const json data = data_of(lesson_page(session, lesson, {}));
    ASSERT_EQ(data["steps"].size(), lesson.steps.size());
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
      const json& step = data["steps"][i];
      EXPECT_EQ(step["caption"], lesson.steps[i].caption);
      ASSERT_EQ(step.contains("question"), lesson.steps[i].question.has_value());
      if (step.contains("question")) {
        EXPECT_EQ(step["question"]["right"], lesson.steps[i].question->answer);
      }
      const json& stops = data["runs"][step["run"].get<std::size_t>()]["stops"];
      EXPECT_TRUE(std::ranges::any_of(stops, [&](const json& stop) { return stop["pass"] == step["pass"]; }));
    }
    EXPECT_EQ(count(data.dump(), lesson.notes.empty() ? "\"notes\"" : lesson.notes), 0u) << "notes are the teacher's";
  }
}

/// The committed page must equal today's export. Its textures hold only integers, so every renderer gives the same
/// page.
TEST(ExportedPage, EqualsTheCommittedPageInTheDocumentation) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  const std::string today = lesson_page(session, find_lesson("bitonic-merge-sort"), {});
  EXPECT_TRUE(read_file(TEXELSORT_SOURCE_DIR "/docs/pages/bitonic-merge-sort.html") == today) << "run scripts/pages.sh";
}

TEST(ExportedPage, LinksEveryStepToTheUrlOfTheProgram) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  const json data =
      data_of(lesson_page(session, find_lesson("bitonic-merge-sort"), {.program = "https://example.org/sort/"}));
  EXPECT_EQ(data["program"], "https://example.org/sort/");
  for (std::size_t i = 0; i < data["steps"].size(); ++i) {
    const ViewState linked =
        read_view_state(std::vector<std::string>{"#" + data["steps"][i]["fragment"].get<std::string>()});
    EXPECT_EQ(linked.pass, std::to_string(data["steps"][i]["pass"].get<std::uint64_t>()));
    ASSERT_TRUE(linked.lesson);
    EXPECT_EQ(linked.lesson->name, "bitonic-merge-sort");
    EXPECT_EQ(linked.lesson->step, i);
  }
  const TemporaryFolder folder;
  write_file(folder / "keys.txt", "3 1 2");
  const json of_file = data_of(page_of_line(folder / "keys.txt", {.program = "../program/"}));
  EXPECT_FALSE(of_file["steps"][0].contains("fragment")) << "readers have no such file";
  for (const char* wrong : {"javascript:alert(1)", "https://example.org/#x"}) {
    expect_one_line_error(run_program({"export", "page", "-n", "8", "--program", wrong, "-o", folder / "page.html"}), 2,
                          {"--program", "expected the address of a page"});
  }
}

TEST(ExportedPage, RejectsRunsThatCannotBeExported) {
  TEXELSORT_NEED_GL();
  const TemporaryFolder folder;
  const auto refused = [&folder](std::vector<std::string> words, const std::string& name) {
    words.insert(words.begin(), {"export", "page"});
    words.insert(words.end(), {"-o", folder / name});
    Outcome outcome = run_program(words);
    EXPECT_FALSE(std::filesystem::exists(folder / name));
    return outcome;
  };
  expect_one_line_error(refused({"-n", "8"}, "page.png"), 2,
                        {"page.png: pages are HTML: choose a name ending in .html"});
  expect_one_line_error(refused({"-n", "4097"}, "page.html"), 2, {"4,097 keys", "at most 4,096 keys"});
  expect_one_line_error(refused({"-n", "4096", "-a", "odd-even-transposition/grouped-quads"}, "page.html"), 2,
                        {"4,096 keys in 4,097 states", "1,048,576"});
  expect_one_line_error(refused({"-n", "8", "--trail"}, "page.html"), 2, {"--trail", "leave it out for a page"});
  expect_one_line_error(refused({"-n", "8", "--view", "timing"}, "page.html"), 2,
                        {"--view timing: a page can show network, texture, bars, records"});
  expect_one_line_error(refused({"-n", "8", "--lesson", "folding"}, "page.html"), 2, {"--lesson", "leave out"});
  expect_one_line_error(refused({"--lesson", "foldin"}, "page.html"), 2, {"did you mean 'folding'"});
  expect_one_line_error(refused({"-n", "8", "--pass", "7"}, "page.html"), 2, {"passes 0 (the input) to 6"});
  write_file(
      folder / "wrong.toml",
      "format = 1\ntitle = \"t\"\nlevel = \"beginner\"\nminutes = 5\nsource = \"s\"\n[[step]]\nshow = \"-n 8 --pass 0\"\n"
      "caption = \"c\"\n[step.question]\nkind = \"passes\"\nask = \"q\"\nanswer = \"7\"\n");
  expect_one_line_error(refused({"--lesson", folder / "wrong.toml"}, "page.html"), 2,
                        {"wrong.toml:6: step 1: the answer of the lesson is '7', but that of the run is '6'"});
}

TEST(ExportedPage, IsNeverWrittenIncompletely) {
  TEXELSORT_NEED_GL();
  const TemporaryFolder folder;
  const std::vector<std::string> words{"export", "page", "-n", "8", "-o"};
  const auto with = [&words](const std::string& path) {
    auto all = words;
    all.push_back(path);
    return run_program(all);
  };
  expect_one_line_error(with("/proc/page.html"), 2, {"/proc/page.html: cannot be written"});
  expect_one_line_error(with(folder / "absent/page.html"), 2, {"cannot be written"});
  write_file(folder / "page.html", "before");
  // The shell's limit makes writing fail after 8 KiB of the page.
  const std::string command = "ulimit -f 8; " TEXELSORT_BINARY " export page -n 8 -o '" + (folder / "page.html") +
                              "' >/dev/null 2>'" + (folder / "err") + "'";
  EXPECT_EQ(WEXITSTATUS(std::system(("bash -c \"" + command + "\"").c_str())), 2);
  EXPECT_TRUE(contains(read_file(folder / "err"), "page.html: cannot be written")) << read_file(folder / "err");
  EXPECT_EQ(read_file(folder / "page.html"), "before");
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& file : std::filesystem::directory_iterator(folder / ".")) ++files;
  EXPECT_EQ(files, 2u) << "nothing beside it is left";
}

}  // namespace
}  // namespace texelsort::app
