#include "app/session/state_url.h"

#include <algorithm>
#include <map>
#include <regex>

#include <sys/stat.h>

#include "app/export/png.h"
#include "app/gui/window/offscreen.h"
#include "app/problem/shell.h"
#include "app/session/layout_json.h"
#include "app/session/lesson_player.h"
#include "app/session/options/view_state_options.h"
#include "app/session/session_fields.h"
#include "compute/data/error.h"
#include "tests/app/cli_support.h"
#include "tests/app/text_audit.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

constexpr const char* page = "https://example.org/texelsort/";

/// Host page of the browser edition that records all requests that it receives.
struct NotingPage : HostPage {
  std::string fragment, handed_out;
  int choices = 0;
  std::string address() const override { return page; }
  void show_fragment(const std::string& shown) override { fragment = shown; }
  void choose_files() override { ++choices; }
  void hand_out(const std::string& path) override { handed_out = path; }
};

std::string refusal_of_link(const std::string& address) {
  try {
    read_view_state(std::vector<std::string>{address});
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

std::string refusal_of_session(Session& session) {
  try {
    fragment_of(session);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

/// Opens the address of this session in another session. Checks that both have the same view state.
void expect_same_behind_address(Session& session) {
  const std::string address = page + ("#" + fragment_of(session));
  EXPECT_TRUE(is_address(address));
  Session again(session.device());
  again.open({}, "std/sort@cpu");
  ASSERT_TRUE(open_session(again, address)) << again.message() << "\n" << address;
  EXPECT_EQ(session_text(view_state_of(again), {}), session_text(view_state_of(session), {})) << address;
  EXPECT_EQ(fragment_of(again), fragment_of(session));
  EXPECT_EQ(again.file, "") << "nothing is saved into a link";
}

TEST(StateUrl, RestoresTheViewStateThatItWasMadeFrom) {
  TEXELSORT_NEED_GL();
  for (const char* line :
       {"-d slides-bitonic --pass 3", "-n 64 --pass 12 --pin 21 --follow place --trail --focus texture",
        "--input-values '5, 3,9 1' -t f32 --order desc -a bitonic/single-quad --pass end --source",
        "--input-values 'nan,-0,0,1e-40,-inf' -t f32 -a bitonic/reference@cpu --pass 0", "-k 2 --pass 1 --focus bits",
        "-n 40 -a merge/multiway@cpu --sequences 4 --pass 2 --diagram sequences",
        "-n 12 --payload record:3 --layout hybrid -a std/sort@cpu --pass 0 --own-picture",
        "-n 64 -a radix/grs@compute -p digit=2 -p tile=16 --pass 3 --value-colours --focus fold --fold 0.5",
        "-n 32 --compare-with 'radix/srts@compute digit=4' --compare-with bitonic/fused --clock bytes --pass 5",
        "-n 32 --compare-with bitonic/fused --pass 5",
        "-n 3 -a '[(0,1)] [(1,2)]/single-quad' --pass 1 --focus network-editor",
        "-n 1024 -a merge/warpsort@cuda --pass 1 --kernels words --warp 1"}) {
    SCOPED_TRACE(line);
    Session session(&gpu::test_device());
    show(session, in_window(read_view_state(line)));
    expect_same_behind_address(session);
  }
}

TEST(StateUrl, RestoresTheLessonAndTheWindowLayout) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  workspace<LessonPlayer>(session).open(session, lessons()[0]);
  workspace<LessonPlayer>(session).go_to(session, 2);
  session.look.views.arrangement = Arrangement::rows;
  session.look.views.across = 0.375f;
  session.look.views.down = 0.25f;
  session.look.views.order = {Focus::bars, Focus::texture, Focus::diagram};
  session.look.panels.left = false;
  expect_same_behind_address(session);
}

TEST(StateUrl, IsReadableAndEditableByHand) {
  Session session(nullptr);
  show(session, read_view_state("-d slides-bitonic -a bitonic/reference@cpu --pass 3 --pin 2"));
  EXPECT_EQ(fragment_of(session),
            "v=1&distribution=slides-bitonic&count=8&type=u32&seed=1&algorithm=bitonic/reference@cpu&pass=3&pin=2");
  const ViewState view_state = read_view_state(
      std::vector<std::string>{"#v=1&distribution=slides-bitonic&algorithm=bitonic/reference@cpu&pass=4"});
  EXPECT_EQ(view_state.pass, "4");
  EXPECT_EQ(view_state.algorithm, "bitonic/reference@cpu");
}

TEST(StateUrl, CompressesManyInputValues) {
  Session session(nullptr);
  std::string values;
  for (unsigned i = 0; i < 4096; ++i) values += (i > 0 ? "," : "") + std::to_string(1000000 + i % 100);
  show(session, read_view_state("--input-values " + values + " -a bitonic/reference@cpu --pass 3"));
  const std::string fragment = fragment_of(session);
  EXPECT_TRUE(fragment.starts_with("v=1&z="));
  EXPECT_LT(fragment.size(), values.size() / 8);
  expect_same_behind_address(session);
}

TEST(StateUrl, StaysUncompressedWhenThatIsShorter) {
  Session session(nullptr);
  std::string values;
  for (unsigned i = 0; i < 1000; ++i) values += (i > 0 ? "," : "") + std::to_string(i * 2654435761u);
  show(session, read_view_state("--input-values " + values + " -a bitonic/reference@cpu --pass 3"));
  EXPECT_TRUE(contains(fragment_of(session), values));
  EXPECT_EQ(short_fragment(session), "");
  expect_same_behind_address(session);
}

TEST(StateUrl, ContainsTheKeysOfASmallInputFileButNoNetworkFile) {
  const TemporaryFolder folder;
  write_file(folder / "keys.txt", "5 3 9 1");
  Session session(nullptr);
  show(session, read_view_state(folder / "keys.txt" + std::string(" -a bitonic/reference@cpu --pass 1")));
  EXPECT_TRUE(contains(fragment_of(session), "&input-values=5,3,9,1&") ||
              contains(fragment_of(session), "input_values=5,3,9,1&"))
      << fragment_of(session);
  EXPECT_EQ(session.spec().input, folder / "keys.txt") << "the session itself keeps its file";
  std::string many;
  for (int i = 0; i < 5000; ++i) many += "7 ";
  write_file(folder / "many.txt", many);
  show(session, read_view_state(folder / "many.txt" + std::string(" -a bitonic/reference@cpu --pass 0")));
  EXPECT_EQ(
      refusal_of_session(session),
      "a link cannot contain a file, and the command or link cannot contain 5,000 keys: save the session instead");
  EXPECT_EQ(short_fragment(session), "");
  write_file(folder / "net.txt", "[(0,1)]\n");
  show(session, read_view_state("--input-values 2,1 -a " + folder / "net.txt" + "/reference@cpu --pass 0"));
  EXPECT_TRUE(contains(refusal_of_session(session), "a link cannot contain a network that was read from a file"))
      << refusal_of_session(session);
}

TEST(StateUrl, IsRejectedWithAMessageWhenItsTextIsDamaged) {
  Session session(nullptr);
  std::string values;
  for (unsigned i = 0; i < 500; ++i) values += (i > 0 ? "," : "") + std::to_string(1000000 + i % 10);
  show(session, read_view_state("--input-values " + values + " -a bitonic/reference@cpu --pass 3"));
  const std::string packed = "#" + fragment_of(session);
  ASSERT_TRUE(packed.starts_with("#v=1&z="));
  ASSERT_EQ(refusal_of_link(packed), "");
  const std::string reference = "#v=1&algorithm=bitonic/reference@cpu";
  const std::map<std::string, std::string> said{
      {packed.substr(0, packed.size() - 1), "the link: it is damaged: a part of it is missing or was changed"},
      {packed.substr(0, packed.size() / 2), "the link: it is damaged: a part of it is missing or was changed"},
      {packed + "AAAA", "the link: it is damaged: a part of it is missing or was changed"},
      {packed + "!", "the link: it is damaged: it contains characters that links do not use"},
      {"#v=1&z=", "the link: it is damaged: a part of it is missing or was changed"},
      {"#v=1&z", "the link: it is damaged: a part of it is missing or was changed"},
      {"#", "the link: the part after # is not a view state, which begins with v=1"},
      {"#pass=3", "the link: the part after # is not a view state, which begins with v=1"},
      {"#v=2&pass=3", "the link: version 2 is not supported, expected 1"},
      {reference + "&pas=3", "the link: a view state has no 'pas', did you mean 'pass'?"},
      {reference + "&count=8&pass=%4",
       "the link: it is damaged: it contains a '%' without two hexadecimal digits "
       "after it"},
      {reference + "&pass=%ff", "the link: it is damaged: a value is given twice, or is not valid text"},
      {reference + "&trail=1", "the link: 'trail' must be true or false"},
      {reference + "&layout.arrangement=row", "the link: unknown arrangement 'row', did you mean 'rows'?"},
      {reference + "&parameter=3&parameter.digit=4",
       "the link: it is damaged: a value is given twice, or is not valid text"},
      {reference + "&lesson.name=bitonic-merge-sort&lesson.step=99", "the link: the lesson has steps 1 to "},
      {reference + "&input=/etc/passwd", "the link: a link cannot open a file"},
      {"#v=1&results=x.jsonl", "the link: a link cannot open a file"},
      {"#v=1&lesson.name=x.toml", "the link: unknown built-in lesson 'x.toml'"},
      {"#v=1&algorithm=unopened/",
       "the link: a link cannot open the folder 'unopened/': open that sort yourself first"},
      {"#v=1&algorithm=/etc/passwd/fused", "the link: no built-in algorithm '/etc/passwd/fused'"},
      {"#" + std::string(most_fragment + 1, 'v'), "the link: it is longer than any link that texelsort makes"}};
  for (const auto& [link, sentence] : said) {
    EXPECT_TRUE(refusal_of_link(link).starts_with(sentence)) << link.substr(0, 80) << "\n" << refusal_of_link(link);
    EXPECT_FALSE(open_session(session, link));
    EXPECT_EQ(session.problem().n(), 500u) << "it is as it was";
  }
  // A checksum detects a change of any single letter.
  for (std::size_t at = packed.find("z=") + 2; at < packed.size(); at += 37) {
    std::string changed = packed;
    changed[at] = changed[at] == 'A' ? 'B' : 'A';
    EXPECT_NE(refusal_of_link(changed), "") << at;
  }
}

TEST(StateUrl, NeverOpensAFileThatAFieldNames) {
  const TemporaryFolder folder;
  const std::string pipe = folder / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);  // the program must not open the pipe, because that would wait forever
  write_file(folder / "net.txt", "0:1");
  write_file(folder / "lesson.toml", "format = 1");
  std::filesystem::create_directory(folder / "shaders");
  folder.write("mine/sort.lua", "the program must not read this");
  for (const SessionField& field : session_fields()) {
    if (field.kind == FieldKind::value) continue;
    std::string key(field.key);
    if (key.starts_with("view_state.")) key = key.substr(11);
    for (const std::string& path :
         {pipe, pipe + "/fused", pipe + "#1/fused", folder / "net.txt/fused", folder / "net.txt#1/single-quad",
          folder / "lesson.toml", folder / "shaders", folder / "mine/", folder / "mine",
          std::string("/etc/shadow/grouped-quads"), std::string("/dev/zero")}) {
      SCOPED_TRACE(key + "=" + path);
      const std::string refusal =
          refusal_of_link("#v=1&" + key + "=" + std::regex_replace(path, std::regex("#"), "%23"));
      EXPECT_TRUE(refusal.starts_with("the link: ")) << refusal;
      EXPECT_FALSE(contains(refusal, "line 1")) << "read as a file: " << refusal;
    }
  }
  // A link must not open a file, even a file that the program has opened before.
  const std::string opened = folder / "net.txt/reference@cpu";
  ASSERT_EQ(read_view_state("-n 2 -a " + opened).algorithm, opened);
  EXPECT_TRUE(contains(refusal_of_link("#v=1&count=2&algorithm=" + opened), "no built-in algorithm")) << opened;
  EXPECT_TRUE(contains(refusal_of_link("#v=1&count=2&compare_with=" + opened), "no built-in algorithm")) << opened;
  // A list of comparators in a link is not a file, and is accepted.
  EXPECT_EQ(refusal_of_link("#v=1&count=2&algorithm=0:1/reference@cpu"), "");
  EXPECT_EQ(refusal_of_link("#v=1&count=2&compare_with=0:1/reference@cpu"), "");
}

TEST(StateUrl, IsRejectedBeforeParsingWhenItIsNestedDeeply) {
  const auto nested = [](std::size_t levels) {
    return "{\"schema\":\"texelsort/session/1\",\"view_state\":" + std::string(levels, '[') + std::string(levels, ']') +
           "}";
  };
  const auto text_of = [](const std::string& text) {
    try {
      read_session_text(text, {.file = "the link", .is_link = true});
    } catch (const UsageError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(text_of(nested(64)), "the link: nested more than 64 levels deep, the limit");
  EXPECT_EQ(text_of(nested(400000)), "the link: nested more than 64 levels deep, the limit");
  EXPECT_EQ(text_of(nested(63)), "the link: a session needs a 'view_state', which is an object");
  std::string objects = "{\"schema\":\"texelsort/session/1\",\"view_state\":";
  for (int level = 0; level < 40000; ++level) objects += "{\"a\":";
  EXPECT_EQ(text_of(objects), "the link: nested more than 64 levels deep, the limit");
  std::string members = "{\"schema\":\"texelsort/session/1\",\"view_state\":{\"parameter\":{";
  for (int i = 0; i < 150000; ++i) members += (i > 0 ? ",\"" : "\"") + std::to_string(i) + "\":1";
  EXPECT_EQ(text_of(members + "}}}"), "the link: an object has more than 1000 keys, the limit");
  const std::string layout = "#v=1&layout.across=" + std::string(200000, '[');
  EXPECT_EQ(refusal_of_link(layout), "the link: a value of the layout has the wrong type");
  // Uses a word of many letters. Regular expressions process messages, and recurse once per letter.
  Session session(nullptr);
  session.open({}, "std/sort@cpu");
  EXPECT_FALSE(open_session(session, "#v=1&algorithm=bitonic/reference@cpu&pass=--" + std::string(200000, 'a')));
  EXPECT_LT(session.message().size(), 3000u);
}

TEST(SessionFields, NameExternalFilesOnlyInSixKnownFields) {
  std::vector<std::string> outside;
  for (const SessionField& field : session_fields()) {
    if (field.kind != FieldKind::value) outside.push_back(field.key);
  }
  EXPECT_EQ(outside, (std::vector<std::string>{"view_state.input", "view_state.algorithm", "view_state.compare_with",
                                               "view_state.results", "lesson.name", "shaders"}))
      << "links refuse what may open a file";
  EXPECT_EQ(kind_of_field("view_state.unknown"), FieldKind::file) << "which links may not have";
}

TEST(ViewStateOptions, AreReadBackAsTheyWereWritten) {
  const std::map<std::string, std::string> samples{{"input", "keys.csv"},
                                                   {"input-values", "--input-values 3,1,2"},
                                                   {"distribution", "-d gaussian"},
                                                   {"count", "-n 100"},
                                                   {"type", "-t f64"},
                                                   {"seed", "--seed 7"},
                                                   {"format", "keys.txt --format csv"},
                                                   {"column", "keys.csv --column 'a b'"},
                                                   {"separator", "keys.csv --separator tab"},
                                                   {"quotes", "keys.csv --quotes no"},
                                                   {"header", "keys.csv --header yes"},
                                                   {"decimal", "keys.csv --decimal comma"},
                                                   {"thousands", "keys.csv --thousands space"},
                                                   {"missing-words", "keys.csv --missing-words NA,-"},
                                                   {"missing", "keys.csv --missing last"},
                                                   {"order", "--order desc"},
                                                   {"compare", "--compare ones"},
                                                   {"payload", "--payload record:5"},
                                                   {"layout", "--payload record:5 --layout hybrid"},
                                                   {"sequences", "--sequences 8"},
                                                   {"lengths", "--lengths 40,0,1"},
                                                   {"largest", "-k 3 -k 5"},
                                                   {"smallest", "--smallest 3"},
                                                   {"min", "--min"},
                                                   {"max", "--max"},
                                                   {"median", "--median"},
                                                   {"quantile", "--quantile 0.25"},
                                                   {"interpolation", "--quantile 0.25 --interpolation nearest"},
                                                   {"algorithm", "-a radix/srts@compute"},
                                                   {"parameter", "-a radix/srts@compute -p digit=4"},
                                                   {"paper", ""},
                                                   {"pass", "--pass 3"},
                                                   {"pin", "--pin 5"},
                                                   {"follow", "--follow place"},
                                                   {"trail", "--trail"},
                                                   {"view", "--view bars"},
                                                   {"focus", "--focus timing"},
                                                   {"diagram", "--diagram network"},
                                                   {"buffer", "--buffer counts"},
                                                   {"source", "--source"},
                                                   {"pseudocode", "--pseudocode"},
                                                   {"history", "--history"},
                                                   {"history-of-key", "--history-of-key"},
                                                   {"fold", "--fold 0.25"},
                                                   {"value-colours", "--value-colours"},
                                                   {"own-picture", "--own-picture"},
                                                   {"kernels", "--kernels words"},
                                                   {"launch", "--launch 2"},
                                                   {"block", "--block 3"},
                                                   {"warp", "--warp 1"},
                                                   {"instruction", "--instruction 4"},
                                                   {"compare-with", "--compare-with 'bitonic/fused steps=4'"},
                                                   {"clock", "--clock bytes"},
                                                   {"results", "--results r.jsonl --focus tuning"},
                                                   {"plot", "--plot roof"}};
  for (const GivenOption& option : view_state_options()) {
    ASSERT_TRUE(samples.contains(option.name)) << option.name << ": a new option needs a sample here";
    const std::string& sample = samples.at(option.name);
    const std::string line = command_line(read_view_state(sample));
    std::string missing;
    for (const std::string& word : shell_words(sample)) {
      if (!contains(line, shell_quoted(word))) missing += word + " ";
    }
    EXPECT_EQ(missing, "") << line;
    EXPECT_EQ(command_line(read_view_state(line)), line);
  }
}

TEST(SessionFields, AreListedInTheDocumentation) {
  std::string table = "| fields | in a session file | in a link |\n|---|---|---|\n";
  for (const FieldKind kind : {FieldKind::value, FieldKind::algorithm, FieldKind::runner, FieldKind::lesson,
                               FieldKind::file, FieldKind::folder}) {
    std::string names;
    for (const SessionField& field : session_fields()) {
      if (field.kind == kind) names += (names.empty() ? "`" : ", `") + std::string(field.key) + "`";
    }
    const std::string_view by_links = accepted_by_links(kind);
    table += "| " + names + " | " + std::string(accepted_by_sessions(kind)) + " | " +
             std::string(by_links.empty() ? "refused" : by_links) + " |\n";
  }
  EXPECT_TRUE(contains(read_file(TEXELSORT_SOURCE_DIR "/docs/sessions.md"), "<!-- fields -->\n\n" + table))
      << "docs/sessions.md should have this table:\n"
      << table;
}

TEST(StateUrl, IsAcceptedInsteadOfASessionFile) {
  const TemporaryFolder folder;
  const auto drawn = [&folder](std::vector<std::string> words) {
    words.insert(words.begin(), "render");
    words.insert(words.end(), {"--size", "640x400", "-o", folder / "drawn.png"});
    const Outcome outcome = run_program(words, "", {"XDG_CONFIG_HOME=" + (folder / "config")});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return read_file(folder / "drawn.png");
  };
  const std::string link =
      page + std::string("#v=1&distribution=slides-bitonic&algorithm=bitonic/reference@cpu&pass=2&pin=1");
  const std::string same = drawn({link});
  EXPECT_TRUE(same == drawn({"-d", "slides-bitonic", "-a", "bitonic/reference@cpu", "--pass", "2", "--pin", "1"}));
  EXPECT_FALSE(same == drawn({link, "--pass", "3"})) << "options besides win over what it says";
  const Outcome outcome = run_program({"render", "#v=1&pas=3", "-o", folder / "x.png"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.err, "the link: a view state has no 'pas'")) << outcome.err;
}

TEST(CopyLinkButton, IsShownOnAPageOfAnySize) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  show(session, read_view_state("-d slides-bitonic --pass 3"));
  NotingPage host;
  for (const gpu::Extent size : {gpu::Extent{390, 844}, {450, 300}, {640, 400}, {1060, 600}, {1280, 720}}) {
    OffscreenWindow window(gpu::test_device(), session, size);
    window.set_page(&host);
    const TextLog& log = window.texts();
    EXPECT_EQ(listed_faults(log), "") << size.width;
    EXPECT_EQ(std::ranges::count(log.items(), "link", &DrawnItem::name), 1) << size.width;
    EXPECT_FALSE(std::ranges::any_of(log.texts(), [](const DrawnText& text) {
      return contains(text.whole, "too small");
    })) << "a page cannot be made larger";
  }
}

TEST(CopyLinkButton, CopiesTheStateUrlInAPage) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  show(session, read_view_state("-d slides-bitonic --pass 3"));
  OffscreenWindow window(gpu::test_device(), session, {1280, 720});
  const auto press_button = [&window](const char* name) {
    const auto items = window.texts().items();
    const auto item = std::ranges::find(items, name, &DrawnItem::name);
    if (item == items.end()) return;
    window.move_mouse(0.5f * (item->low.x + item->high.x), 0.5f * (item->low.y + item->high.y));
    window.click();
  };
  press_button("link");
  EXPECT_EQ(ImGui::GetClipboardText(), nullptr) << "a window of its own has no address";
  NotingPage host;
  window.set_page(&host);
  press_button("link");
  ASSERT_NE(ImGui::GetClipboardText(), nullptr);
  EXPECT_EQ(ImGui::GetClipboardText(), page + ("#" + fragment_of(session)));
  window.press(Key::control_o);
  EXPECT_EQ(host.choices, 1) << "the page asks for files";
  const TemporaryFolder folder;
  session.file = folder / "mine.texelsort";
  window.press(Key::control_s);
  EXPECT_EQ(host.handed_out, folder / "mine.texelsort");
  EXPECT_TRUE(std::filesystem::exists(folder / "mine.texelsort"));
}

}  // namespace
}  // namespace texelsort::app
