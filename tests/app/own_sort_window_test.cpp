#include <algorithm>
#include <chrono>
#include <thread>

#include <gtest/gtest.h>

#include "app/gui/panels/algorithm_chooser.h"
#include "app/gui/views/diagrams.h"
#include "app/gui/window/offscreen.h"
#include "app/gui/window/run_window.h"
#include "app/playback/models/buffer_words.h"
#include "app/problem/sort_templates.h"
#include "app/session/own_sort.h"
#include "app/session/race.h"
#include "app/session/session_file.h"
#include "app/session/shader_watch.h"
#include "compute/algorithms/registry.h"
#include "tests/app/diagram_names.h"
#include "tests/app/specs.h"
#include "tests/app/text_audit.h"
#include "tests/app/window_items.h"
#include "tests/support/environment.h"
#include "tests/support/gl.h"
#include "tests/support/temporary_folder.h"

namespace texelsort::app {
namespace {

/// A sort that only fills two buffers, so that there is something to show.
constexpr auto buffers_script = R"(return sort {
  id = "buffers", title = "Two buffers", source = "a test", keys = { "u32" },
  buffers = function(n)
    return {
      first = { words = 12, show = "numbers", width = 4 },
      hidden = { words = 4 },
      second = { words = 8, show = "numbers", fill = 7 },
    }
  end,
  passes = function(n)
    pass { stage = "fill", label = "numbers", shader = "fill.comp", blocks = { Words = "first" }, groups = 1,
           claim = unchanged {} }
  end,
})";
constexpr auto fill_shader = R"(#version 430
layout(local_size_x = 12) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
void main() { words[gl_LocalInvocationID.x] = 100u + gl_LocalInvocationID.x; }
)";

/// A window in which a sort of the test's folder runs. The window has its own device, because it watches its files.
class OwnSortWindow : public testing::Test {
 protected:
  void SetUp() override {
    TEXELSORT_NEED_GL();
    if (!gpu::test_device().info().compute) GTEST_SKIP() << "needs OpenGL 4.3";
    device_ = gpu::Device::headless({});
    session_ = std::make_unique<Session>(device_.get());
    watch_shaders(*session_);
    session_->open(uniform(16), default_window_algorithm);
    window_ = std::make_unique<OffscreenWindow>(*device_, *session_, gpu::Extent{1280, 1000});
    window_->texts();
  }
  void TearDown() override {
    window_.reset();
    session_.reset();
    device_.reset();
    if (tests::device() != nullptr) tests::device()->make_current();
  }

  /// Writes a template into a folder of the test and runs it.
  void open_template(const std::string& name, std::uint64_t pass) {
    write_sort_template(name, id());
    ASSERT_TRUE(open_own_sort(*session_, id())) << session_->message();
    session_->seek(pass);
    window_->picture();
  }
  std::string id() const { return folder_ / "mine/"; }
  std::string file(const char* name) const { return id() + name; }
  /// Saves a file as editors do: writes a temporary file and renames it.
  void save(const char* name, const std::string& text) const {
    folder_.write("aside", text);
    std::filesystem::rename(folder_ / "aside", file(name));
  }
  template <class Condition>
  void frames_until(Condition&& so) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!so() && std::chrono::steady_clock::now() < end) {
      session_->update(0.016);
      std::this_thread::sleep_for(std::chrono::milliseconds(16));
    }
    EXPECT_TRUE(so()) << session_->message();
  }
  /// Draws frames until the claims of all passes have been tested with the present files.
  void frames_until_tested() {
    frames_until(
        [&] { return live().faults().empty() && claim_sweep(*session_) != nullptr && claim_sweep(*session_)->done(); });
    ASSERT_NE(claim_sweep(*session_), nullptr);
    EXPECT_FALSE(claim_sweep(*session_)->failure());
  }
  void press(Key key) {
    window_->texts();
    window_->press(key);
    window_->texts();
  }
  bool says(const std::string& text) {
    const TextLog& log = window_->texts();
    return std::ranges::any_of(log.texts(),
                               [&](const DrawnText& one) { return one.whole.find(text) != std::string::npos; });
  }
  LiveShaders& live() { return *live_shaders(*session_); }

  const tests::TemporaryFolder folder_;
  std::unique_ptr<gpu::Device> device_;
  std::unique_ptr<Session> session_;
  std::unique_ptr<OffscreenWindow> window_;
};

TEST_F(OwnSortWindow, ListsOpenedSortsUnderAHeadingOfTheirOwn) {
  write_sort_template("bitonic", id());
  algorithms::find_algorithm(id());
  press(Key::letter_a);
  const auto& texts = window_->texts().texts();
  EXPECT_EQ(std::ranges::count(texts, own_sorts_heading, &DrawnText::whole), 1);
  ASSERT_TRUE(point_at_item(*window_, id()));
  window_->click();
  EXPECT_EQ(session_->algorithm().info().id, id());
  EXPECT_EQ(listed_faults(window_->texts()), "");
}

TEST_F(OwnSortWindow, RacesAnOwnSort) {
  open_template("bitonic", 0);
  session_->look.workspace = "race";
  session_->update(0.1);
  EXPECT_EQ(race_of(*session_).lanes().front()->session().algorithm().info().id, id());
  EXPECT_EQ(race_of(*session_).message(), "");
}

TEST_F(OwnSortWindow, ShowsAnErrorOfTheScriptAtItsLineUntilItIsRepaired) {
  open_template("bitonic", 3);
  const std::string good = tests::read_file(file("sort.lua"));
  const Picture before = window_->picture();
  save("sort.lua", "-- A comment.\nlocal wrong = = 1\n" + good);
  frames_until([&] { return !live().complaints(file("sort.lua")).empty(); });
  EXPECT_EQ(live().complaints(file("sort.lua")).front().line, 2u);
  EXPECT_NE(session_->message().find(file("sort.lua:2: ")), std::string::npos) << session_->message();
  EXPECT_EQ(session_->player().position(), 3u);
  session_->dismiss_message();
  EXPECT_EQ(window_->picture(), before) << "the last good run stays";
  // The editor shows the script, and marks the line.
  session_->look.workspace = "shader";
  EXPECT_TRUE(says(file("sort.lua:2"))) << "the editor lists the error";
  session_->look.workspace.clear();
  save("sort.lua", good + "-- repaired\n");
  frames_until_tested();
  EXPECT_EQ(session_->message(), "");
  EXPECT_EQ(session_->player().target(), 3u) << "the run repeats to the same pass";
}

TEST_F(OwnSortWindow, PlansAnewWhenTheScriptChanges) {
  open_template("bitonic", 2);
  session_->pin(pair_of(session_->player(), 5));
  std::string script = tests::read_file(file("sort.lua"));
  const std::string stage = "stage = \"blocks of \"";
  ASSERT_NE(script.find(stage), std::string::npos);
  script.replace(script.find(stage), stage.size(), "stage = \"parts of \"");
  save("sort.lua", script);
  const auto record = [&] { return session_->player().at_rest() ? session_->player().record() : nullptr; };
  frames_until([&] { return record() != nullptr && record()->header.stage.starts_with("parts of "); });
  EXPECT_EQ(session_->player().position(), 2u);
  ASSERT_TRUE(session_->pinned());
  EXPECT_EQ(session_->pinned()->index, 5u);
  EXPECT_TRUE(record()->header.made_at.starts_with(file("sort.lua:"))) << record()->header.made_at;
  EXPECT_TRUE(says(record()->header.made_at));
}

TEST_F(OwnSortWindow, WaitsForTheShaderThatAScriptNeeds) {
  open_template("bitonic", 2);
  std::string script = tests::read_file(file("sort.lua")), shader = tests::read_file(file("exchange.comp"));
  const std::string old_name = "half_block = block", new_name = "half_of_block = block";
  script.replace(script.find(old_name), old_name.size(), new_name);
  save("sort.lua", script);
  frames_until([&] { return !live().complaints(file("sort.lua")).empty(); });
  EXPECT_NE(session_->message().find("half_of_block"), std::string::npos) << session_->message();
  for (std::size_t at = shader.find("half_block"); at != std::string::npos; at = shader.find("half_block", at)) {
    shader.replace(at, 10, "half_of_block");
  }
  save("exchange.comp", shader);
  frames_until_tested();
  EXPECT_EQ(session_->message(), "");
  EXPECT_EQ(session_->player().target(), 2u);
}

TEST_F(OwnSortWindow, ShowsAnErrorOfAShaderAtItsLine) {
  open_template("bitonic", 2);
  const std::string good = tests::read_file(file("exchange.comp"));
  const auto lines = static_cast<std::uint32_t>(std::ranges::count(good, '\n'));
  save("exchange.comp", good + "float wrong = ;\n");
  frames_until([&] { return !live().complaints(file("exchange.comp")).empty(); });
  EXPECT_EQ(live().complaints(file("exchange.comp")).front().line, lines + 1);
  EXPECT_NE(session_->message().find(file("exchange.comp:")), std::string::npos) << session_->message();
  save("exchange.comp", good + "// repaired\n");
  frames_until_tested();
  EXPECT_EQ(session_->message(), "");
}

TEST_F(OwnSortWindow, EditsTheFilesOfTheFolderInPlace) {
  open_template("bitonic", 2);
  const tests::Environment data_home("XDG_DATA_HOME", folder_ / "data");
  const auto files = live().files_of(session_->player());
  for (const char* name : {"exchange.comp", "sort.lua"}) {
    EXPECT_NE(std::ranges::find(files, file(name)), files.end()) << name;
    live().open(file(name));
    EXPECT_EQ(live().own_file(), std::filesystem::path(file(name)));
    live().text() += name == std::string("sort.lua") ? "-- mine\n" : "// mine\n";
    const std::string text = live().text();
    live().save();
    EXPECT_EQ(tests::read_file(file(name)), text);
    frames_until_tested();
  }
  EXPECT_FALSE(live().folder()) << "no folder overrides built-in shaders";
  EXPECT_FALSE(std::filesystem::exists(folder_ / "data"));
}

TEST_F(OwnSortWindow, ShowsEveryNamedBuffer) {
  folder_.write("mine/sort.lua", buffers_script);
  folder_.write("mine/fill.comp", fill_shader);
  ASSERT_TRUE(open_own_sort(*session_, folder_ / "mine")) << session_->message();
  const auto names = names_of_diagrams(*session_);
  EXPECT_NE(std::ranges::find(names, "buffers"), names.end());
  EXPECT_TRUE(shown_buffers(session_->player()).empty()) << "no pass has run";
  session_->seek(1);
  window_->picture();
  const auto buffers = shown_buffers(session_->player());
  ASSERT_EQ(buffers.size(), 2u);
  EXPECT_EQ(buffers[0], (ShownBuffer{"first", 12, 4}));
  EXPECT_EQ(buffers[1].name, "second");
  EXPECT_EQ(buffer_words(session_->player(), "first", 5, 3), (std::vector<std::uint64_t>{105, 106, 107}));
  EXPECT_EQ(buffer_words(session_->player(), "second", 7, 9), std::vector<std::uint64_t>{7}) << "ends with the buffer";
  namespace tables = algorithms::tables;
  EXPECT_EQ(session_->player().numbers(tables::Numbers{"second"}), std::vector<std::uint64_t>(8, 7));
  EXPECT_EQ(session_->player().numbers(tables::Numbers{"first"}).back(), 111u) << "tables are told apart by name";
  session_->look.focus = Focus::diagram;
  session_->look.diagram = "buffers";
  EXPECT_TRUE(says("first: 12 words, 4 per row"));
  EXPECT_TRUE(says("107"));
  EXPECT_EQ(listed_faults(window_->texts()), "");
  session_->look.buffer = "second";
  EXPECT_TRUE(says("second: 8 words"));
}

TEST_F(OwnSortWindow, FitsTheKeysToASortThatAcceptsOthers) {
  folder_.write("mine/sort.lua", buffers_script);
  folder_.write("mine/fill.comp", fill_shader);
  ProblemSpec spec = uniform(16);
  spec.type = data::KeyType::f64;
  spec.order = data::Order::descending;
  ASSERT_TRUE(session_->change_problem(spec));
  ASSERT_TRUE(take_file(*session_, folder_ / "mine")) << session_->message();
  EXPECT_EQ(session_->problem().type(), data::KeyType::u32);
  EXPECT_EQ(session_->problem().order, data::Order::ascending);
  EXPECT_NE(session_->message().find("the keys are u32, and the order is asc"), std::string::npos)
      << session_->message();
}

TEST_F(OwnSortWindow, WritesAndRunsATemplate) {
  const tests::WorkingFolder there(folder_.path());
  for (const auto& [turns, name] : {std::pair(0, "bitonic"), std::pair(1, "fragments"), std::pair(2, "quick")}) {
    SCOPED_TRACE(name);
    press(Key::control_p);
    window_->type("New sort");
    window_->texts();
    window_->strike(ImGuiKey_Enter);
    EXPECT_TRUE(says("name a folder and choose a template"));
    for (int i = 0; i < turns; ++i) window_->strike(ImGuiKey_DownArrow);
    window_->strike(ImGuiKey_Enter);
    const std::string folder = turns == 0 ? "mine/" : "mine-" + std::to_string(turns + 1) + "/";
    ASSERT_EQ(session_->algorithm().info().id, folder) << session_->message();
    EXPECT_TRUE(std::filesystem::is_regular_file(folder + "sort.lua"));
    session_->to_end();
    window_->picture();
    ASSERT_NE(session_->player().result(), nullptr);
    EXPECT_TRUE(session_->player().result()->holds());
  }
  // The palette also opens a folder that exists, and explains why another one is no sort.
  press(Key::control_p);
  window_->type("Open sort");
  window_->texts();
  window_->strike(ImGuiKey_Enter);
  window_->texts();
  window_->type("nowhere");
  window_->texts();
  window_->strike(ImGuiKey_Enter);
  EXPECT_TRUE(says("there is no folder 'nowhere/'"));
}

TEST_F(OwnSortWindow, NamesFileAndLineOfAScriptThatCannotBeOpened) {
  folder_.write("mine/sort.lua", "\nreturn sort { id = }\n");
  EXPECT_FALSE(open_own_sort(*session_, id()));
  EXPECT_NE(session_->message().find(file("sort.lua:2: ")), std::string::npos) << session_->message();
  EXPECT_EQ(session_->algorithm().info().id, default_window_algorithm);
}

}  // namespace
}  // namespace texelsort::app
