#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <thread>

#include <gtest/gtest.h>

#include "app/external/external_work.h"
#include "app/gui/window/offscreen.h"
#include "app/session/external_workspace.h"
#include "app/session/session_file.h"
#include "tests/app/cli_support.h"
#include "tests/app/specs.h"
#include "tests/app/text_audit.h"
#include "tests/app/window_items.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

class ExternalSortWorkspace : public ::testing::Test {
 protected:
  void SetUp() override {
    TEXELSORT_NEED_GL();
    session_ = std::make_unique<Session>(&gpu::test_device());
    session_->open(uniform(64), "bitonic/grouped-quads");
    ASSERT_EQ(run_program({"external-generate", "50000", folder_ / "in"}).exit_code, 0);
  }

  /// Draws frames until the sort has ended. Returns false after 60 seconds.
  bool ends(OffscreenWindow& window) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (workspace<ExternalWorkspace>(*session_).running()) {
      if (std::chrono::steady_clock::now() > end) return false;
      window.texts(1);
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return true;
  }

  TemporaryFolder folder_;
  std::unique_ptr<Session> session_;
};

TEST_F(ExternalSortWorkspace, SortsAFileWhileTheWindowIsDrawn) {
  OffscreenWindow window(gpu::test_device(), *session_, {1600, 1000});
  window.press(Key::letter_x);
  EXPECT_EQ(session_->look.workspace, "external");
  EXPECT_EQ(listed_faults(window.texts()), "");
  ExternalWork& work = workspace<ExternalWorkspace>(*session_);
  work.request = {folder_ / "in", folder_ / "out", "", "--run-size 1M"};
  ASSERT_TRUE(point_at_item(window, "Start"));
  window.click();
  ASSERT_TRUE(work.running()) << work.message();
  EXPECT_TRUE(session_->awaits_news());
  EXPECT_FALSE(work.start()) << "one at a time";
  ASSERT_TRUE(ends(window));
  EXPECT_FALSE(work.refused()) << work.message();
  ASSERT_TRUE(work.report());
  EXPECT_EQ(work.report()->records, 50'000u);
  EXPECT_EQ(work.report()->runs, 5u);
  EXPECT_EQ(run_program({"external-verify", folder_ / "out"}).exit_code, 0);
  for (const gpu::Extent size : {gpu::Extent{1600, 1000}, gpu::Extent{900, 600}, gpu::Extent{500, 900}}) {
    for (std::size_t i = 0; i < external_picture_count; ++i) {
      work.picture = static_cast<ExternalPicture>(i);
      OffscreenWindow other(gpu::test_device(), *session_, size);
      EXPECT_EQ(listed_faults(other.texts()), "") << size.width << " " << name(work.picture);
    }
  }
  EXPECT_FALSE(work.start()) << "nothing is overwritten";
  EXPECT_TRUE(contains(work.message(), "enter another output file")) << work.message();
}

TEST_F(ExternalSortWorkspace, ReportsInvalidOptionsAndOpensSavedReports) {
  ExternalWork& work = workspace<ExternalWorkspace>(*session_);
  work.request = {folder_ / "in", folder_ / "out", "512M", "--record nine"};
  EXPECT_FALSE(work.start());
  EXPECT_TRUE(work.refused());
  work.request.options = "--no-such-option";
  EXPECT_FALSE(work.start());
  work.request = {folder_ / "no-such-file", folder_ / "out"};
  if (work.start()) {
    OffscreenWindow window(gpu::test_device(), *session_, {900, 600});
    ASSERT_TRUE(ends(window));
  }
  EXPECT_TRUE(work.refused()) << work.message();
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));
  write_file(folder_ / "log", run_program({"external-sort", folder_ / "in", "-o", folder_ / "sorted", "-a",
                                           "std/stable-sort@cpu", "--json"})
                                  .out);
  ASSERT_TRUE(take_file(*session_, folder_ / "log")) << work.message();
  EXPECT_EQ(session_->look.workspace, "external");
  EXPECT_EQ(work.report()->algorithm, "std/stable-sort@cpu");
  const Outcome drawn = run_program({"render", "--view", "external", "--results", folder_ / "log", "--plot",
                                     "efficiency", "--size", "900x600", "-o", folder_ / "drawn.svg"});
  EXPECT_EQ(drawn.exit_code, 0) << drawn.err;
  EXPECT_TRUE(contains(read_file(folder_ / "drawn.svg"), "in memory, here"));
}

TEST_F(ExternalSortWorkspace, LeavesNoFilesWhenASortIsCancelled) {
  ExternalWork& work = workspace<ExternalWorkspace>(*session_);
  work.request = {folder_ / "in", folder_ / "out", "", "--run-size 100k"};
  ASSERT_TRUE(work.start()) << work.message();
  work.cancel();
  OffscreenWindow window(gpu::test_device(), *session_, {900, 600});
  ASSERT_TRUE(ends(window));
  EXPECT_TRUE(contains(work.message(), "Cancelled")) << work.message();
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));
  EXPECT_EQ(folder_.count(), 1u);
}

}  // namespace
}  // namespace texelsort::app
