#include "app/session/live_shaders.h"

#include <fstream>
#include <thread>

#include <gtest/gtest.h>

#include "app/gui/window/offscreen.h"
#include "app/gui/window/run_window.h"
#include "app/session/shader_watch.h"
#include "compute/data/error.h"
#include "tests/app/specs.h"
#include "tests/app/text_audit.h"
#include "tests/support/environment.h"
#include "tests/support/gl.h"
#include "tests/support/temporary_folder.h"

namespace texelsort::app {
namespace {

using Time = std::chrono::steady_clock;

const std::string shader = "networks/single_quad.frag";

/// A window on a device whose shaders come from a folder of the test.
class ShaderEditor : public ::testing::Test {
 protected:
  void SetUp() override {
    TEXELSORT_NEED_GL();
    std::filesystem::create_directories(folder_ / "networks");
  }
  void TearDown() override {
    window_.reset();
    session_.reset();
    device_.reset();
    if (tests::device() != nullptr) tests::device()->make_current();
  }
  void start(std::optional<std::filesystem::path> folder) {
    gpu::DeviceOptions options;
    options.shader_directory = std::move(folder);
    device_ = gpu::Device::headless(options);
    session_ = std::make_unique<Session>(device_.get());
    watch_shaders(*session_);
    session_->open(uniform(16), "bitonic/single-quad");
    session_->seek(3);
    window_ = std::make_unique<OffscreenWindow>(*device_, *session_, gpu::Extent{1280, 720});
    window_->picture();
  }
  void start() { start(folder_); }

  /// Saves a file as editors do: writes a temporary file and renames it.
  void save(const std::string& text, const std::string& file = shader) const {
    std::ofstream(folder_ / "aside") << text;
    std::filesystem::rename(folder_ / "aside", folder_ / file);
  }
  /// Draws frames until the condition holds. Returns the number of frames. A window draws about sixty frames per
  /// second, but fewer on a busy machine.
  template <class Condition>
  int frames_until(Condition&& so) {
    const auto end = Time::now() + std::chrono::seconds(60);
    int frames = 0;
    for (; !so() && Time::now() < end; ++frames) {
      session_->update(0.016);
      std::this_thread::sleep_for(std::chrono::milliseconds(16));
    }
    EXPECT_TRUE(so()) << session_->message();
    return frames;
  }
  /// Number of frames in five seconds on an idle machine.
  static constexpr int soon = 300;
  LiveShaders& live() { return *live_shaders(*session_); }

  const std::string good_ = gpu::ShaderLibrary(std::nullopt).read(shader);
  const std::uint32_t lines_ = static_cast<std::uint32_t>(std::count(good_.begin(), good_.end(), '\n'));
  // Folder of shaders below a temporary folder, because a test renames the folder of shaders.
  const tests::TemporaryFolder own_;
  const std::filesystem::path folder_ = own_.path() / "shaders";
  std::unique_ptr<gpu::Device> device_;
  std::unique_ptr<Session> session_;
  std::unique_ptr<OffscreenWindow> window_;
};

TEST_F(ShaderEditor, MarksAnErrorAtItsLineUntilItIsRepaired) {
  start();
  const Picture good = window_->picture();
  for (int round = 0; round < 3; ++round) {
    SCOPED_TRACE(round);
    // The second round saves an incomplete file, as if a program were still writing it.
    const std::string broken = round == 1 ? good_.substr(0, good_.rfind('}')) : good_ + "float wrong = ;\n";
    // The compiler reports a wrong line at its own number. It reports an incomplete file at the last line.
    const std::uint32_t wrong_line =
        round == 1 ? static_cast<std::uint32_t>(std::ranges::count(broken, '\n')) : lines_ + 1;
    const auto has_complaint = [&] {
      const auto complaints = live().complaints(shader);
      return !complaints.empty() && complaints.front().line == wrong_line;
    };
    save(broken);
    EXPECT_LT(frames_until(has_complaint), soon);
    EXPECT_NE(session_->message().find(shader + ":"), std::string::npos) << session_->message();
    EXPECT_EQ(session_->player().position(), 3u);
    session_->dismiss_message();
    EXPECT_EQ(window_->picture(), good) << "the last good picture stays";
    save(good_ + "// mended " + std::to_string(round) + "\n");
    EXPECT_LT(frames_until(
                  [&] { return live().faults().empty() && claim_sweep(*session_) && claim_sweep(*session_)->done(); }),
              soon);
    EXPECT_FALSE(claim_sweep(*session_)->failure());
    EXPECT_EQ(session_->message(), "");
    EXPECT_EQ(session_->player().target(), 3u) << "the run repeats to the same pass";
    EXPECT_EQ(window_->picture(), good);
  }
}

TEST_F(ShaderEditor, ShowsTheFirstBrokenClaimWhenAShaderComparesWrongly) {
  start();
  const std::string right = "gets_smaller ? precedes(other, own) : precedes(own, other)";
  ASSERT_NE(good_.find(right), std::string::npos);
  std::string wrong = good_;
  wrong.replace(good_.find(right), right.size(), "gets_smaller ? precedes(own, other) : precedes(other, own)");
  ASSERT_NE(wrong, good_);
  save(wrong);
  frames_until([&] { return claim_sweep(*session_) && claim_sweep(*session_)->done() && !session_->busy(); });
  ASSERT_TRUE(claim_sweep(*session_)->failure());
  ASSERT_TRUE(claim_sweep(*session_)->failure()->pass);
  EXPECT_EQ(session_->player().position(), claim_sweep(*session_)->failure()->pass->index + 1);
  ASSERT_NE(session_->player().verdict(), nullptr) << session_->player().position() << " " << session_->message();
  EXPECT_FALSE(session_->player().verdict()->holds());
  EXPECT_NE(session_->message().find("a claim does not hold: pass 1 "), std::string::npos) << session_->message();
  save(good_);
  frames_until(
      [&] { return claim_sweep(*session_)->done() && !claim_sweep(*session_)->failure() && !session_->busy(); });
  EXPECT_EQ(session_->message(), "");
}

TEST_F(ShaderEditor, UsesTheBuiltInShaderWhenItOpensWithABrokenOne) {
  save("\n\nnonsense\n");
  start();
  EXPECT_EQ(session_->player().position(), 3u) << "the built-in shader stands in";
  ASSERT_FALSE(live().complaints(shader).empty());
  EXPECT_EQ(live().complaints(shader).front().line, 3u);
  session_->look.workspace = "shader";
  std::string all;
  for (const auto& text : window_->texts().texts()) all += text.whole + "\n";
  EXPECT_NE(all.find(shader + ":3"), std::string::npos) << all;
  EXPECT_EQ(listed_faults(window_->texts()), "");
  save(good_);
  frames_until([&] { return live().faults().empty(); });
}

TEST_F(ShaderEditor, NamesItsFolderAndKeepsTheSessionWhenTheFolderVanishes) {
  save(good_ + "// mine\n");
  start();
  const Picture good = window_->picture();
  std::filesystem::rename(folder_, folder_.string() + "-gone");
  frames_until([&] { return live().folder_vanished(); });
  EXPECT_NE(session_->message().find(folder_.string()), std::string::npos) << session_->message();
  session_->dismiss_message();
  EXPECT_EQ(window_->picture(), good);
  std::filesystem::rename(folder_.string() + "-gone", folder_);
  frames_until([&] { return !live().folder_vanished() && !session_->busy(); });
  EXPECT_TRUE(live().faults().empty());
}

TEST_F(ShaderEditor, OpensTheShaderOfThePassAndSavesItIntoItsFolder) {
  start();
  window_->press(Key::letter_e);
  window_->picture();
  const auto files = live().files_of(session_->player());
  EXPECT_NE(std::ranges::find(files, shader), files.end());
  EXPECT_NE(std::ranges::find(files, "common/keys.glsl"), files.end()) << "what it includes, too";
  live().open(shader);
  ASSERT_EQ(live().text(), good_);
  live().text() += "float wrong = ;\n";
  EXPECT_TRUE(live().draft().modified());
  live().save();
  EXPECT_FALSE(live().draft().modified());
  frames_until([&] { return !live().complaints(shader).empty(); });
  EXPECT_EQ(live().complaints(shader).front().line, lines_ + 1);
  // Another program saves the file. The editor replaces unmodified text, and keeps modified text.
  save(good_ + "// theirs\n");
  frames_until([&] { return live().text() == good_ + "// theirs\n" && !session_->busy(); });
  live().text() += "// mine\n";
  save(good_ + "// theirs again\n");
  frames_until([&] { return live().changed_outside(); });
  EXPECT_EQ(live().text(), good_ + "// theirs\n// mine\n");
  live().take_built_in();
  live().save();
  frames_until([&] { return !session_->busy(); });
  EXPECT_TRUE(live().faults().empty());
  EXPECT_EQ(gpu::ShaderLibrary(folder_).read(shader), good_);
}

TEST_F(ShaderEditor, CreatesAFolderInTheUsersDataWhenItSavesFirst) {
  const tests::Environment data_home("XDG_DATA_HOME", folder_);
  start(std::nullopt);
  EXPECT_FALSE(live().folder());
  for (int number = 1; number <= 2; ++number) {
    live().open(shader);
    live().save();
    EXPECT_TRUE(std::filesystem::is_regular_file(folder_ / "texelsort/shaders/1" / shader));
  }
  EXPECT_FALSE(std::filesystem::exists(folder_ / "texelsort/shaders/2")) << "one session, one folder";
}

TEST_F(ShaderEditor, ContinuesTheSessionOnAnotherDevice) {
  start();
  session_->look.workspace = "shader";
  session_->pin(pair_of(session_->player(), 5));
  const SessionPlace place = session_->place();
  window_.reset();
  session_.reset();
  device_.reset();
  device_ = gpu::Device::headless({});
  EXPECT_FALSE(device_->reset_reason());
  session_ = std::make_unique<Session>(device_.get());
  session_->resume(place);
  EXPECT_EQ(session_->algorithm().info().id, "bitonic/single-quad");
  EXPECT_EQ(session_->player().target(), 3u);
  EXPECT_EQ(session_->pinned()->index, 5u);
  EXPECT_EQ(session_->look.workspace, "shader");
}

}  // namespace
}  // namespace texelsort::app
