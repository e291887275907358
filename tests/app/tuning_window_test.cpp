#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <thread>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/gui/window/offscreen.h"
#include "app/problem/presets.h"
#include "app/session/run_timer.h"
#include "app/session/session_file.h"
#include "app/session/tuning.h"
#include "compute/data/error.h"
#include "tests/app/cli_support.h"
#include "tests/app/specs.h"
#include "tests/app/text_audit.h"
#include "tests/app/window_items.h"
#include "tests/support/busy_processes.h"
#include "tests/support/environment.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

constexpr auto timeout = std::chrono::seconds(60);

/// Draws frames until the condition holds. Returns false after the timeout.
template <class Condition>
bool draws_until(OffscreenWindow& window, Condition&& condition) {
  const auto end = std::chrono::steady_clock::now() + timeout;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    window.texts(1);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

bool says(const TextLog& log, std::string_view part) {
  return std::ranges::any_of(log.texts(),
                             [part](const DrawnText& text) { return text.whole.find(part) != std::string::npos; });
}

class TuningWorkspace : public ::testing::Test {
 protected:
  void SetUp() override {
    TEXELSORT_NEED_GL();
    if (!gpu::test_device().info().compute) GTEST_SKIP() << "no compute shaders";
    session_ = std::make_unique<Session>(&gpu::test_device());
    session_->open(uniform(4096), "radix/grs@compute", {{"digit", "2"}});
    session_->has_user = true;
  }
  TemporaryFolder folder_;
  tests::Environment config_home_{"XDG_CONFIG_HOME", folder_ / ""};
  std::unique_ptr<Session> session_;
};

TEST_F(TuningWorkspace, ShowsTheTimeOfAChangedParameterNextToThePreviousTime) {
  OffscreenWindow window(gpu::test_device(), *session_, {1600, 1000});
  window.press(Key::letter_m);
  ASSERT_TRUE(draws_until(window, [&] { return workspace<RunTimer>(*session_).measurement().has_value(); }))
      << session_->message();
  EXPECT_FALSE(workspace<RunTimer>(*session_).measured_before());
  const std::size_t passes = workspace<RunTimer>(*session_).measurement()->passes.size();
  ASSERT_TRUE(point_at_item(window, "digit", 0.16f));
  const DrawnItem digit = *item_of(window.texts(1), "digit");
  window.drag(digit.high.x - 4, 0.5f * (digit.low.y + digit.high.y));
  ASSERT_NE(session_->overrides().at("digit"), "2") << session_->message();
  ASSERT_TRUE(workspace<RunTimer>(*session_).measuring()) << "it began by itself";
  ASSERT_TRUE(workspace<RunTimer>(*session_).measured_before());
  ASSERT_TRUE(draws_until(window, [&] { return workspace<RunTimer>(*session_).measurement().has_value(); }))
      << session_->message();
  EXPECT_TRUE(workspace<RunTimer>(*session_).measurement()->verified);
  EXPECT_LT(workspace<RunTimer>(*session_).measurement()->passes.size(), passes) << "fewer digits, fewer passes";
  EXPECT_EQ(workspace<RunTimer>(*session_).measured_before()->passes.size(), passes);
  EXPECT_EQ(workspace<RunTimer>(*session_).measured_before()->parameters.text("digit"), "2");
  EXPECT_TRUE(says(window.texts(), "x the time of digit=2 (outlined"));
  EXPECT_EQ(listed_faults(window.texts()), "");
  ASSERT_TRUE(session_->change_problem(uniform(1024)));
  EXPECT_FALSE(workspace<RunTimer>(*session_).measuring() || workspace<RunTimer>(*session_).measured_before())
      << "times of other keys say nothing";
}

TEST_F(TuningWorkspace, GreysOutRejectedValuesWithTheReason) {
  const std::map<std::string, std::string> cooperative{{"form", "cooperative"}, {"digit", "4"}};
  session_->open(uniform(4096), "radix/srts@compute", cooperative);
  auto values = cooperative;
  values["tile"] = "16384";
  const auto reason =
      algorithms::prepare(session_->algorithm(), session_->device_info(), session_->problem().form(), values).refusal();
  if (!reason) GTEST_SKIP() << "this device has shared memory for all tiles";
  EXPECT_EQ(session_->refusal_of_value("tile", "16384"), reason);
  EXPECT_EQ(session_->refusal_of_value("tile", "1024"), std::nullopt);
  EXPECT_NE(session_->refusal_of_value("tile", "1000").value_or(""), "") << "no power of two";
  OffscreenWindow window(gpu::test_device(), *session_, {1600, 1000});
  ASSERT_TRUE(point_at_item(window, "tile", 0.98f));
  EXPECT_TRUE(says(window.texts(), *reason));
  // Drags the slider to a value that is rejected with a reason.
  ASSERT_TRUE(point_at_item(window, "tile", 0.5f));
  const DrawnItem tile = *item_of(window.texts(1), "tile");
  window.drag(tile.high.x - 3, 0.5f * (tile.low.y + tile.high.y));
  EXPECT_EQ(session_->overrides(), cooperative);
  EXPECT_NE(session_->message().find(*reason), std::string::npos) << session_->message();
}

/// Returns the key and status of each result.
std::set<std::string> keys_of(const std::vector<TrialResult>& rows) {
  std::set<std::string> keys;
  for (const TrialResult& row : rows) keys.insert(row.key() + " " + std::string(name(row.status)));
  return keys;
}

SweepRequest small_sweep() {
  SweepRequest request{.competitors = {"radix/grs@compute"}, .axes = {"digit=2,4,8", "workgroup=8..32:x2"}};
  request.sizes = {"1024,2048"};
  request.budget.budget = {.min_samples = 3, .max_samples = 3, .seconds = 1};
  request.budget.samples = 3;
  return request;
}

TEST_F(TuningWorkspace, ListsTheMeasurementsOfASweepAndLoadsAClickedOne) {
  session_->look.workspace = "tuning";
  Tuning& tuning = workspace<Tuning>(*session_);
  tuning.request = small_sweep();
  ASSERT_TRUE(tuning.start()) << tuning.message();
  OffscreenWindow window(gpu::test_device(), *session_, {1600, 1000});
  ASSERT_TRUE(draws_until(window, [&] { return tuning.state() == Tuning::State::idle; }));
  EXPECT_FALSE(tuning.refused()) << tuning.message();
  const std::string by_command = folder_ / "command.jsonl", by_window = folder_ / "window.jsonl";
  const Outcome outcome = run_program({"sweep", "-a", "radix/grs@compute", "-p", "digit=2,4,8", "-p",
                                       "workgroup=8..32:x2", "-n", "1024,2048", "--samples", "3", "-o", by_command});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const SweepResults expected = read_sweep(by_command);
  EXPECT_EQ(keys_of(tuning.results().rows), keys_of(expected.rows));
  EXPECT_EQ(tuning.results().header.command, expected.header.command);
  EXPECT_EQ(tuning.results().header.trials, 18u);

  ASSERT_TRUE(tuning.save(by_window)) << tuning.message();
  EXPECT_EQ(keys_of(read_sweep(by_window).rows), keys_of(expected.rows));
  EXPECT_FALSE(tuning.save(by_window)) << "nothing is overwritten";
  // Drops the file that the command has written on the window.
  session_->look.workspace.clear();
  ASSERT_TRUE(take_file(*session_, by_command));
  EXPECT_EQ(session_->look.workspace, "tuning");
  EXPECT_EQ(tuning.file(), std::filesystem::absolute(by_command).string());

  const auto& rows = tuning.results().rows;
  const auto is_loaded = [&] {
    return std::ranges::any_of(rows, [&](const TrialResult& row) {
      return row.n == session_->problem().n() && row.parameters == session_->prepared().used_values();
    });
  };
  ASSERT_FALSE(is_loaded());
  const TextLog& log = window.texts();
  EXPECT_EQ(listed_faults(log), "");
  const auto card = std::ranges::find(log.cards(), "tuning", &DrawnCard::name);
  ASSERT_NE(card, log.cards().end());
  // Clicks the middle of the plot, which is a cell of the heat map.
  window.move_mouse(0.5f * (card->low.x + card->high.x), 0.5f * (card->low.y + card->high.y));
  window.texts();
  window.click();
  EXPECT_TRUE(is_loaded()) << session_->message();
  window.press(Key::letter_y);
  EXPECT_TRUE(session_->look.workspace.empty());
}

TEST_F(TuningWorkspace, ExtendsTheSweepOfAnOpenedFile) {
  const std::string path = folder_ / "sweep.jsonl";
  ASSERT_EQ(
      run_program({"sweep", "-a", "radix/grs@compute", "-p", "digit=2,4", "-n", "1024", "--samples", "3", "-o", path})
          .exit_code,
      0);
  Tuning& tuning = workspace<Tuning>(*session_);
  tuning.suggest(*session_);
  EXPECT_EQ(tuning.request.sizes, (std::vector<std::string>{"2^12"})) << "the window has 4,096 keys";
  ASSERT_TRUE(tuning.open(path)) << tuning.message();
  EXPECT_EQ(tuning.request.axes, (std::vector<std::string>{"digit=2,4"}));
  EXPECT_EQ(tuning.request.sizes, (std::vector<std::string>{"1024"}));
  EXPECT_EQ(tuning.request.budget.samples, 3u);
  OffscreenWindow window(gpu::test_device(), *session_, {1280, 720});
  const auto extend = [&] {
    EXPECT_TRUE(tuning.start(true)) << tuning.message();
    return draws_until(window, [&] { return tuning.state() == Tuning::State::idle; });
  };
  const std::vector<double> before = tuning.results().rows.front().samples_ms;
  tuning.request.sizes = {"1024", "2048"};
  ASSERT_TRUE(extend());
  EXPECT_FALSE(tuning.refused()) << tuning.message();
  EXPECT_EQ(tuning.results().rows.size(), 4u);
  EXPECT_EQ(tuning.results().rows.front().samples_ms, before) << "it was not measured again";
  tuning.request.axes = {"digit=2"};
  ASSERT_TRUE(extend());
  EXPECT_TRUE(tuning.refused());
  EXPECT_NE(tuning.message().find("digit = 4"), std::string::npos) << tuning.message();
  EXPECT_EQ(tuning.results().rows.size(), 4u) << "they are kept";
}

TEST_F(TuningWorkspace, PausesAndCancelsASweepWithinASecond) {
  Tuning& tuning = workspace<Tuning>(*session_);
  tuning.request = {.competitors = {"radix/grs@compute"}, .axes = {"digit=1..8", "workgroup=8..64:x2"}};
  tuning.request.sizes = {"2^13..2^16:x2"};
  tuning.request.budget.budget.seconds = 0.05;
  ASSERT_TRUE(tuning.start()) << tuning.message();
  EXPECT_FALSE(tuning.start()) << "one at a time";
  workspace<RunTimer>(*session_).measure(*session_);
  EXPECT_FALSE(workspace<RunTimer>(*session_).measuring()) << "they would disturb one another";
  session_->dismiss_message();
  OffscreenWindow window(gpu::test_device(), *session_, {1280, 720});
  ASSERT_TRUE(draws_until(window, [&] { return !tuning.results().rows.empty(); }));
  tuning.set_paused(true);
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  tuning.update();
  const std::size_t rows = tuning.results().rows.size();
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  tuning.update();
  EXPECT_LE(tuning.results().rows.size(), rows + 12) << "a group that was done is handed over";
  tuning.set_paused(false);
  tuning.cancel();
  ASSERT_TRUE(draws_until(window, [&] { return tuning.state() == Tuning::State::idle; }));
  EXPECT_LT(tuning.results().rows.size(), tuning.results().header.trials) << "it does not measure the others first";
  tuning.request.axes = {"no-such=1"};
  ASSERT_TRUE(tuning.start());
  ASSERT_TRUE(draws_until(window, [&] { return tuning.state() == Tuning::State::idle; }));
  EXPECT_TRUE(tuning.refused());
  EXPECT_NE(tuning.message().find("no-such"), std::string::npos) << tuning.message();
}

TEST_F(TuningWorkspace, WarnsNextToTimesWhenOtherProgramsAreBusy) {
  const LoadMeter meter;
  if (!meter.percent_of_others()) GTEST_SKIP() << "no /proc/stat";
  const auto warnings = [](const TextLog& log) {
    return std::ranges::count_if(
        log.texts(), [](const DrawnText& text) { return text.whole.find("other programs use") != std::string::npos; });
  };
  const tests::BusyProcesses busy;
  OffscreenWindow window(gpu::test_device(), *session_, {1280, 720});
  window.press(Key::letter_m);
  ASSERT_TRUE(draws_until(window, [&] { return workspace<RunTimer>(*session_).measurement().has_value(); }))
      << session_->message();
  EXPECT_EQ(warnings(window.texts()), 1);
  for (const gpu::Extent size : {gpu::Extent{900, 600}, gpu::Extent{1920, 1080}}) {
    OffscreenWindow other(gpu::test_device(), *session_, size);
    EXPECT_EQ(listed_faults(other.texts()), "") << size.width;
  }
  session_->look.workspace = "tuning";
  Tuning& tuning = workspace<Tuning>(*session_);
  tuning.request = small_sweep();
  ASSERT_TRUE(tuning.start()) << tuning.message();
  EXPECT_EQ(tuning.warning(), "");
  ASSERT_TRUE(draws_until(window, [&] { return tuning.state() == Tuning::State::idle; }));
  EXPECT_NE(tuning.warning(), "");
  EXPECT_EQ(warnings(window.texts()), 1);
  EXPECT_EQ(listed_faults(window.texts()), "");
}

TEST_F(TuningWorkspace, NeitherCutsNorOverlapsTexts) {
  const std::string path = folder_ / "sweep.jsonl";
  ASSERT_EQ(run_program({"sweep", "-a", "radix/grs@compute,std/sort@cpu", "-p", "digit=2,4,8", "-p",
                         "workgroup=8..32:x2", "-n", "1024,2048", "--samples", "3", "-o", path})
                .exit_code,
            0);
  ASSERT_TRUE(take_file(*session_, path));
  struct Form {
    gpu::Extent size;
    float scale;
  };
  for (const auto& [size, scale] : {Form{{900, 600}, 1}, Form{{900, 600}, 2}, Form{{1280, 720}, 1},
                                    Form{{1280, 720}, 2}, Form{{1920, 1080}, 3}, Form{{3840, 2160}, 2}}) {
    OffscreenWindow window(gpu::test_device(), *session_, size, scale);
    for (const bool presenter : {false, true}) {
      for (int picture = 0; picture < 8; ++picture) {
        SCOPED_TRACE(fmt::format("{}x{} at {}{}, picture {}", size.width, size.height, scale,
                                 presenter ? ", presenter" : "", picture));
        workspace<Tuning>(*session_).picture = static_cast<TuningPicture>(picture);
        session_->look.presenter = presenter;
        EXPECT_EQ(listed_faults(window.texts()), "");
        EXPECT_EQ(letters_not_noted(window.texts(1)), 0u);
      }
    }
    session_->look.presenter = false;
  }
}

TEST_F(TuningWorkspace, SavesAppliesAndDeletesParameterPresets) {
  const auto used = session_->prepared().used_values();
  {
    OffscreenWindow window(gpu::test_device(), *session_, {1600, 1000});
    ASSERT_TRUE(point_at_item(window, "preset name"));
    window.click();
    window.type("small digits");
    window.strike(ImGuiKey_Enter);
    window.texts();
  }
  ASSERT_EQ(load_presets(), (std::vector{Preset{"small digits", "radix/grs@compute", used}}));
  ASSERT_TRUE(session_->use_tuned_parameters());
  ASSERT_NE(session_->prepared().used_values(), used);
  OffscreenWindow window(gpu::test_device(), *session_, {1600, 1000});
  ASSERT_TRUE(point_at_item(window, "small digits"));
  window.click();
  EXPECT_EQ(session_->prepared().used_values(), used);
  ASSERT_TRUE(point_at_item(window, "delete preset"));
  window.click();
  EXPECT_TRUE(load_presets().empty());
  EXPECT_EQ(item_of(window.texts(), "small digits"), nullptr);
  // Windows that draw pictures must not show the presets of the user.
  save_preset({"mine", "radix/grs@compute", used});
  session_->has_user = false;
  OffscreenWindow picture(gpu::test_device(), *session_, {1600, 1000});
  EXPECT_EQ(item_of(picture.texts(), "mine"), nullptr);
}

TEST_F(TuningWorkspace, ListsTimesOfOtherRoundsBelowAHeading) {
  const std::string path = folder_ / "sweep.jsonl";
  // Nine configurations need two groups. The eight fastest are measured once more together.
  ASSERT_EQ(run_program({"sweep", "-a", "radix/grs@compute", "-p", "digit=2,4,8", "-p", "workgroup=8..32:x2", "-n",
                         "1024", "--samples", "3", "-o", path})
                .exit_code,
            0);
  ASSERT_TRUE(take_file(*session_, path));
  workspace<Tuning>(*session_).picture = TuningPicture::ranking;
  OffscreenWindow window(gpu::test_device(), *session_, {1600, 1000});
  const TextLog& log = window.texts();
  const auto y_of = [&log](std::string_view part) {
    std::vector<float> found;
    for (const DrawnText& text : log.texts()) {
      if (text.whole.starts_with(part)) found.push_back(text.low.y);
    }
    return found;
  };
  const auto heading = y_of("Not ranked: "), rows = y_of("radix/grs@compute:");
  ASSERT_EQ(heading.size(), 1u);
  EXPECT_EQ(std::ranges::count_if(rows, [&](float y) { return y > heading.front(); }), 1);
  EXPECT_GE(rows.size(), 9u);
  EXPECT_EQ(listed_faults(log), "");
}

}  // namespace
}  // namespace texelsort::app
