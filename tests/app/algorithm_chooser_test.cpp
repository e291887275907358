#include "app/gui/panels/algorithm_chooser.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "app/gui/window/offscreen.h"
#include "app/gui/window/run_window.h"
#include "compute/algorithms/registry.h"
#include "tests/app/own_algorithms.h"
#include "tests/app/specs.h"
#include "tests/app/text_audit.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

/// Fixture with a window and a session, controlled by mouse and keyboard.
class AlgorithmChooserWindow : public testing::Test {
 protected:
  void SetUp() override { TEXELSORT_NEED_GL(); }

  void open(const ProblemSpec& spec, const char* algorithm, gpu::Extent size = {1280, 1000}) {
    session_ = std::make_unique<Session>(&gpu::test_device());
    session_->open(spec, algorithm);
    window_ = std::make_unique<OffscreenWindow>(gpu::test_device(), *session_, size);
    window_->texts();
  }
  void press(Key key) {
    window_->press(key);
    window_->texts();
  }
  void type(std::string_view text) { window_->type(text); }
  void strike(std::initializer_list<ImGuiKey> keys) {
    for (const ImGuiKey key : keys) {
      window_->strike(key);
      window_->texts();
    }
  }

  /// Returns the centre of the visible part of a clickable item. Null if no item has this name.
  std::optional<ImVec2> place_of(std::string_view name) {
    for (const DrawnItem& item : window_->texts().items()) {
      const ImVec2 middle{0.5f * (item.low.x + item.high.x), 0.5f * (item.low.y + item.high.y)};
      const bool seen = middle.x > item.clip_low.x && middle.x < item.clip_high.x && middle.y > item.clip_low.y &&
                        middle.y < item.clip_high.y;
      if (item.name == name && seen) return middle;
    }
    return std::nullopt;
  }
  void click(std::string_view name) {
    const auto place = place_of(name);
    ASSERT_TRUE(place) << name << " is not to be seen";
    window_->move_mouse(place->x, place->y);
    window_->click();
    window_->move_mouse(1, 1);
    window_->texts();
  }
  bool chooser_is_open() {
    return std::ranges::any_of(window_->texts().items(), [](const auto& item) { return item.name == "search"; });
  }
  /// Returns how many texts of the frame equal `whole`.
  std::ptrdiff_t count_of(std::string_view whole) {
    return std::ranges::count(window_->texts().texts(), whole, &DrawnText::whole);
  }
  std::set<std::string> items() {
    std::set<std::string> names;
    for (const DrawnItem& item : window_->texts().items()) names.insert(item.name);
    return names;
  }
  const std::string& running() const { return session_->algorithm().info().id; }

  std::unique_ptr<Session> session_;
  std::unique_ptr<OffscreenWindow> window_;
};

TEST_F(AlgorithmChooserWindow, RunsTheAlgorithmWhoseNameIsTyped) {
  open(uniform(16), default_window_algorithm);
  press(Key::letter_a);
  EXPECT_TRUE(chooser_is_open());
  type("pairwise CPU");
  strike({ImGuiKey_Enter});
  EXPECT_EQ(running(), "pairwise/reference@cpu");
  EXPECT_FALSE(chooser_is_open());
  EXPECT_EQ(session_->spec(), uniform(16)) << "the problem is kept";
}

TEST_F(AlgorithmChooserWindow, TreatsTypedLettersAsTextInsteadOfShortcuts) {
  open(uniform(16), default_window_algorithm);
  press(Key::letter_a);
  press(Key::letter_t);
  press(Key::right);
  EXPECT_EQ(session_->look.theme, ThemeName::dark);
  EXPECT_EQ(session_->player().position(), 0u);
  strike({ImGuiKey_Escape});
  EXPECT_FALSE(chooser_is_open());
  press(Key::right);
  EXPECT_EQ(session_->player().position(), 1u);
}

TEST_F(AlgorithmChooserWindow, RunsTheNetworkAndMethodOfAClickedCell) {
  open(uniform(16), default_window_algorithm);
  click("Choose an algorithm");
  EXPECT_TRUE(chooser_is_open());
  click("odd-even-merge/fused");
  EXPECT_EQ(running(), "odd-even-merge/fused");
  EXPECT_FALSE(chooser_is_open());
}

TEST_F(AlgorithmChooserWindow, ReachesAlgorithmsByArrowKeysAlone) {
  open(uniform(16), default_window_algorithm);
  press(Key::letter_a);
  strike({ImGuiKey_DownArrow, ImGuiKey_DownArrow, ImGuiKey_LeftArrow, ImGuiKey_Enter});
  EXPECT_EQ(running(), "odd-even-merge/single-quad");
  press(Key::letter_a);
  // Moves up to the tasks, and right to the selections.
  strike({ImGuiKey_UpArrow, ImGuiKey_UpArrow, ImGuiKey_UpArrow, ImGuiKey_RightArrow});
  EXPECT_TRUE(place_of("select/depth@fragment"));
  EXPECT_FALSE(place_of("bitonic/fused"));
  strike({ImGuiKey_DownArrow, ImGuiKey_Enter});
  EXPECT_EQ(session_->algorithm().info().task, algorithms::Task::select);
  press(Key::letter_a);
  strike({ImGuiKey_Backspace});
  EXPECT_EQ(running(), "odd-even-merge/single-quad") << "the way back";
}

TEST_F(AlgorithmChooserWindow, ShowsTheCurrentAlgorithmWhenItOpens) {
  if (!gpu::test_device().info().compute) GTEST_SKIP() << "needs OpenGL 4.3";
  for (const char* id :
       {"bitonic/reference@cpu", "sample/deterministic@compute", "std/nth-element@cpu", "merge/multiway@cpu"}) {
    open(uniform(16), id, {900, 600});
    press(Key::letter_a);
    EXPECT_TRUE(place_of(id)) << id << " is not in view";
    strike({ImGuiKey_Enter});
    EXPECT_EQ(running(), id);
    EXPECT_FALSE(chooser_is_open()) << "it is the one that runs";
  }
}

TEST_F(AlgorithmChooserWindow, ExplainsARejectedAlgorithmAndStaysOpen) {
  open(uniform(17), default_window_algorithm);
  const auto reason = session_->refusal_of(algorithms::find_algorithm("best-known/single-quad"));
  ASSERT_TRUE(reason);
  press(Key::letter_a);
  const auto cell = place_of("best-known/single-quad");
  ASSERT_TRUE(cell);
  window_->move_mouse(cell->x, cell->y);
  const auto says_reason = [&] {
    return std::ranges::any_of(window_->texts().texts(),
                               [&](const DrawnText& text) { return text.whole.find(*reason) != std::string::npos; });
  };
  EXPECT_TRUE(says_reason()) << "its tooltip says so before";
  click("best-known/single-quad");
  EXPECT_EQ(running(), default_window_algorithm);
  EXPECT_TRUE(chooser_is_open());
  EXPECT_TRUE(says_reason());
}

TEST_F(AlgorithmChooserWindow, GroupsUnavailableAlgorithmsByTheReason) {
  const AlgorithmList all = [] {
    AlgorithmList list;
    for (const auto& algorithm : algorithms::registry()) list.push_back(algorithm.get());
    return list;
  }();
  const AlgorithmMenu menu = algorithm_menu(all, algorithms::Task::sort, &gpu::test_device().info(), {});
  if (menu.absent.empty()) GTEST_SKIP() << "everything runs here";
  // High enough for users' sorts that other tests of this process have opened.
  open(uniform(16), default_window_algorithm, {1280, 4000});
  press(Key::letter_a);
  for (const AlgorithmGroup& group : menu.absent) {
    EXPECT_EQ(count_of(group.heading), 0) << "the group is closed";
    for (const auto* algorithm : group.algorithms) {
      if (algorithm->network() == nullptr) {
        EXPECT_FALSE(place_of(algorithm->info().id));
      }
    }
  }
  click("cannot run here");
  for (const AlgorithmGroup& group : menu.absent) {
    EXPECT_EQ(count_of(group.heading), 1) << group.heading;
    for (const auto* algorithm : group.algorithms) EXPECT_TRUE(items().contains(algorithm->info().id));
  }
  const auto* absent = menu.absent.front().algorithms.front();
  type(absent->info().id);
  strike({ImGuiKey_Enter});
  EXPECT_EQ(running(), default_window_algorithm);
  EXPECT_EQ(session_->message(), absent->info().id + " cannot run here: " + menu.absent.front().heading);
}

TEST_F(AlgorithmChooserWindow, StaysOpenNextToTheViewsWhenRequested) {
  open(uniform(16), default_window_algorithm);
  press(Key::letter_a);
  click("keep open");
  click("pairwise/grouped-quads");
  EXPECT_EQ(running(), "pairwise/grouped-quads");
  click("pairwise/single-quad");
  EXPECT_EQ(running(), "pairwise/single-quad");
  EXPECT_TRUE(chooser_is_open());
  EXPECT_EQ(listed_faults(window_->texts()), "") << "nothing lies over the views";
  press(Key::right);
  EXPECT_EQ(session_->player().position(), 1u) << "after a click keys are shortcuts";
  click("close list");
  EXPECT_FALSE(chooser_is_open());
}

TEST_F(AlgorithmChooserWindow, ReachesEveryAlgorithmWithThreeClicks) {
  open(uniform(16), default_window_algorithm, {1280, 2600});
  press(Key::letter_a);
  click("keep open");
  std::set<std::string> reached;
  for (const auto task : {algorithms::Task::sort, algorithms::Task::select, algorithms::Task::merge}) {
    click(name(task));
    if (place_of("cannot run here")) click("cannot run here");
    for (const algorithms::Algorithm* algorithm : own_algorithms()) {
      if (algorithm->info().task == task && place_of(algorithm->info().id)) reached.insert(algorithm->info().id);
    }
    if (place_of("cannot run here")) click("cannot run here");
  }
  for (const algorithms::Algorithm* algorithm : own_algorithms()) {
    EXPECT_TRUE(reached.contains(algorithm->info().id)) << algorithm->info().id;
  }
}

struct Shape {
  gpu::Extent size;
  float scale;
};

TEST_F(AlgorithmChooserWindow, FitsIntoWindowsOfEverySizeAndScale) {
  for (const Shape& shape :
       {Shape{{900, 600}, 2}, Shape{{900, 600}, 1}, Shape{{1280, 720}, 1}, Shape{{1920, 1080}, 2}}) {
    for (const bool presenter : {false, true}) {
      SCOPED_TRACE(fmt::format("window of {} x {} at {}{}", shape.size.width, shape.size.height, shape.scale,
                               presenter ? ", presenter" : ""));
      Session session(&gpu::test_device());
      session.look.presenter = presenter;
      session.open(uniform(17), default_window_algorithm);
      OffscreenWindow window(gpu::test_device(), session, shape.size, shape.scale);
      window.press(Key::letter_a);
      EXPECT_EQ(listed_faults(window.texts()), "");
    }
  }
}

TEST_F(AlgorithmChooserWindow, FitsIntoWindowsOfEverySizeAndScaleWhenItIsDrawnAlone) {
  for (const Shape& shape : {Shape{{450, 300}, 1}, Shape{{900, 600}, 2}, Shape{{900, 600}, 1}, Shape{{1280, 720}, 1},
                             Shape{{1920, 1080}, 3}, Shape{{1350, 900}, 3}}) {
    SCOPED_TRACE(fmt::format("{} x {} at {}", shape.size.width, shape.size.height, shape.scale));
    for (const char* id : {default_window_algorithm, "merge/sort@cuda", "select/depth@fragment"}) {
      Session session(&gpu::test_device());
      if (!algorithms::find_algorithm(id).availability(session.device_info(), {}).available) continue;
      session.open(uniform(17), id);
      OffscreenWindow window(gpu::test_device(), session, shape.size, shape.scale, FramePart("algorithms"));
      EXPECT_EQ(listed_faults(window.texts()), "") << id;
      window.type("sort");
      EXPECT_EQ(listed_faults(window.texts()), "") << id;
    }
  }
}

}  // namespace
}  // namespace texelsort::app
