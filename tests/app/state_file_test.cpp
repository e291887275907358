#include "app/problem/state_file.h"

#include <sys/stat.h>

#include "app/gui/window/settings.h"
#include "app/problem/presets.h"
#include "app/session/recent.h"
#include "app/session/session.h"
#include "app/tuning/sweeps/winners.h"
#include "compute/data/error.h"
#include "tests/app/cli_support.h"
#include "tests/support/environment.h"

namespace texelsort::app {
namespace {

namespace fs = std::filesystem;

/// Fixture whose user folders are inside the test's folder.
class StateFile : public testing::Test {
 protected:
  StateFile() { fs::create_directories(own_); }

  std::string refusal(const fs::path& file) const {
    try {
      read_own_file(file);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  }

  TemporaryFolder folder_;
  fs::path own_ = fs::path(folder_ / "texelsort");
  tests::Environment config_{"XDG_CONFIG_HOME", folder_ / ""}, state_{"XDG_STATE_HOME", folder_ / ""},
      cache_{"XDG_CACHE_HOME", folder_ / ""}, data_{"XDG_DATA_HOME", folder_ / ""};
};

constexpr std::array names{"settings.json", "presets.json", "recent.json", "last.texelsort", "tuned.json"};

TEST_F(StateFile, IsNotReadUnlessItIsARegularFileOfThisUser) {
  EXPECT_EQ(read_own_file(own_ / "none"), std::nullopt);
  EXPECT_EQ(read_own_file(own_ / "none/none"), std::nullopt);
  write_file(own_ / "file", "text");
  EXPECT_EQ(read_own_file(own_ / "file"), "text");
  EXPECT_EQ(read_own_file("file/none"), std::nullopt);
  fs::create_symlink("file", own_ / "link");
  EXPECT_EQ(read_own_file(own_ / "link"), "text") << "people keep their settings elsewhere";
  ASSERT_EQ(mkfifo((own_ / "pipe").c_str(), 0600), 0);
  const std::string no_file = ": not a regular file";
  EXPECT_EQ(refusal(own_ / "pipe"), (own_ / "pipe").string() + no_file);
  EXPECT_EQ(refusal("/dev/null"), "/dev/null" + no_file);
  EXPECT_EQ(refusal(own_), own_.string() + no_file);
  if (geteuid() == 0) {
    ASSERT_EQ(chown((own_ / "file").c_str(), 1, 1), 0);
    EXPECT_EQ(refusal(own_ / "file"), (own_ / "file").string() + ": belongs to another user");
    EXPECT_EQ(refusal(own_ / "link"), (own_ / "link").string() + ": belongs to another user");
    EXPECT_THROW(write_state(own_ / "file", "new"), UsageError);
    EXPECT_EQ(read_file(own_ / "file"), "text");
  }
}

TEST_F(StateFile, IsWrittenIntoAFolderThatOnlyThisUserCanOpen) {
  write_state(folder_ / "a/b/file", "text");
  EXPECT_EQ(read_file(folder_ / "a/b/file"), "text");
  EXPECT_EQ(fs::status(folder_ / "a/b").permissions(), fs::perms::owner_all);
}

TEST_F(StateFile, IsNeitherReadNorWrittenWhenItIsAPipe) {
  for (const char* name : names) ASSERT_EQ(mkfifo((own_ / name).c_str(), 0600), 0);
  EXPECT_EQ(load_settings().width, Settings{}.width);
  EXPECT_TRUE(load_presets().empty());
  EXPECT_TRUE(load_recent().inputs.empty());
  EXPECT_EQ(last_state(), std::nullopt);
  EXPECT_TRUE(kept_winners().all.empty());
  EXPECT_NE(kept_winners().fault, "");
  Session session(nullptr);
  session.open({}, "bitonic/reference@cpu");
  save_settings({});
  note_recent_input("/a");
  keep_last_state(session);
  EXPECT_THROW(save_preset({"mine", "bitonic/compute", {}}), UsageError);
  EXPECT_THROW(keep_winner(own_ / "tuned.json", {}), UsageError);
  for (const char* name : names) EXPECT_EQ(fs::status(own_ / name).type(), fs::file_type::fifo) << name;
}

TEST_F(StateFile, StoresOnlyFileNamesThatItCanRestoreExactly) {
  const std::string latin = "/caf\xE9.csv", control = "/a\x1B]\xEF\xBF\xBF.csv";
  note_recent_input(control);
  note_recent_input(latin);
  EXPECT_EQ(load_recent().inputs, std::vector{control});
  save_preset({"mine", control + "/fused", {}});
  EXPECT_THROW(save_preset({"mine", latin + "/fused", {}}), UsageError);
  EXPECT_EQ(load_presets(), (std::vector{Preset{"mine", control + "/fused", {}}}));
}

TEST_F(StateFile, IsRejectedAsDamagedWhenItIsNestedDeeply) {
  const std::string deep = std::string(1000000, '[') + std::string(1000000, ']');
  for (const char* name : names) write_file(own_ / name, deep);
  EXPECT_EQ(load_settings().width, Settings{}.width);
  EXPECT_TRUE(load_presets().empty());
  EXPECT_TRUE(load_recent().inputs.empty());
  EXPECT_TRUE(contains(kept_winners().fault, "nested more than 64 levels deep")) << kept_winners().fault;
}

TEST_F(StateFile, IsRenamedWhenItIsDamaged) {
  for (const char* damage : {"", "{", "7", "\xff\xfe", "{\"width\": 1e999, \"inputs\": 1e999}", "[NaN]",
                             "{\"theme\": {}, \"inputs\": {}, \"name\": {}}"}) {
    for (const char* name : {"settings.json", "presets.json", "recent.json"}) write_file(own_ / name, damage);
    testing::internal::CaptureStderr();
    EXPECT_EQ(load_settings().width, Settings{}.width);
    EXPECT_TRUE(load_presets().empty());
    EXPECT_TRUE(load_recent().inputs.empty());
    const std::string said = testing::internal::GetCapturedStderr();
    for (const char* name : {"settings.json", "presets.json", "recent.json"}) {
      const std::string file = own_ / name;
      EXPECT_TRUE(contains(said, "texelsort: warning: " + file + ": ")) << said;
      EXPECT_TRUE(contains(said, "kept as " + file + ".ignored")) << said;
      EXPECT_FALSE(fs::exists(file)) << name;
      EXPECT_EQ(read_file(file + ".ignored"), damage) << name;
    }
  }
}

TEST_F(StateFile, IgnoresARelativePathInXdgConfigHome) {
  const tests::WorkingFolder there(folder_.path());
  const tests::Environment relative("XDG_CONFIG_HOME", "nan"), home("HOME", folder_ / "home");
  EXPECT_EQ(config_folder(), folder_ / "home/.config/texelsort");
}

TEST_F(StateFile, StopsNoCommandWhenItIsAPipe) {
  ASSERT_EQ(mkfifo((own_ / "tuned.json").c_str(), 0600), 0);
  const Outcome sorted = run_program({"sort", "--input-values", "3,1,2"});
  EXPECT_EQ(sorted.exit_code, 0);
  EXPECT_EQ(sorted.out, "1\n2\n3\n");
  const Outcome listed = run_program({"list", "parameters", "bitonic/reference@cpu"});
  EXPECT_EQ(listed.exit_code, 0) << listed.err;
  EXPECT_TRUE(contains(listed.err, "texelsort: warning: " + (own_ / "tuned.json").string() + ": not a regular file"))
      << listed.err;
  EXPECT_EQ(run_program({"tune", "--forget"}).exit_code, 0);
  EXPECT_FALSE(fs::exists(own_ / "tuned.json"));
}

}  // namespace
}  // namespace texelsort::app
