#include "app/gui/window/settings.h"

#include "tests/app/cli_support.h"
#include "tests/support/environment.h"

namespace texelsort::app {
namespace {

/// Fixture with settings files in a separate folder.
class SettingsFile : public testing::Test {
 protected:
  SettingsFile() { std::filesystem::create_directories(folder_ / "texelsort"); }
  Settings read(const std::string& text) const {
    write_file(folder_ / "texelsort/settings.json", text);
    return load_settings();
  }

 private:
  TemporaryFolder folder_;
  tests::Environment config_home_{"XDG_CONFIG_HOME", folder_ / ""};
};

TEST_F(SettingsFile, ReplacesNumbersOutOfRangeByTheNearestAllowedOnes) {
  const Settings large = read(R"({"width": 1e300, "height": 99999999999, "speed": 1e300, "ui_scale": 1e300})");
  EXPECT_EQ(large.width, 16384);
  EXPECT_EQ(large.height, 16384);
  EXPECT_EQ(large.speed, 256);
  EXPECT_EQ(large.ui_scale, 4.0f);
  const Settings small = read(R"({"width": -1e300, "height": 0, "speed": -1, "ui_scale": -1e300})");
  EXPECT_EQ(small.width, 640);
  EXPECT_EQ(small.height, 400);
  EXPECT_EQ(small.speed, 0.25);
  EXPECT_EQ(small.ui_scale, 0.5f);
}

TEST_F(SettingsFile, KeepsWhetherKeysTravelAndForHowLong) {
  EXPECT_TRUE(read("{}").motion);
  Settings settings;
  settings.motion = false;
  settings.motion_seconds = 1.5;
  save_settings(settings);
  EXPECT_FALSE(load_settings().motion);
  EXPECT_EQ(load_settings().motion_seconds, 1.5);
  EXPECT_EQ(read(R"({"motion_seconds": 1e300})").motion_seconds, 2);
  EXPECT_EQ(read(R"({"motion_seconds": 0})").motion_seconds, 0.1);
}

TEST_F(SettingsFile, GivesTheDefaultsWhenItIsInvalid) {
  for (const char* text : {"", "[1]", "{\"theme\": \"li", R"({"width": "wide"})", R"({"ui_scale": []})"}) {
    const Settings settings = read(text);
    EXPECT_EQ(settings.width, Settings{}.width) << text;
    EXPECT_FALSE(settings.ui_scale) << text;
  }
}

TEST_F(SettingsFile, KeepsTheArrangementOfViewsAndPanels) {
  Settings settings;
  settings.views = {Arrangement::rows, {Focus::diagram, Focus::texture, Focus::bars}, 0.25f, 0.75f};
  settings.panels.left = false;
  save_settings(settings);
  const Settings read_back = load_settings();
  EXPECT_EQ(read_back.views, settings.views);
  EXPECT_FALSE(read_back.panels.left);
  EXPECT_TRUE(read_back.panels.right);
  const Settings wrong =
      read(R"({"layout": {"arrangement": "heap", "across": 7, "order": ["bars", "bars", "texture"]}})");
  EXPECT_EQ(wrong.views.order, ViewsLayout{}.order) << "each view once";
  EXPECT_EQ(wrong.views.arrangement, Arrangement::two_over_one);
  EXPECT_EQ(wrong.views.across, 0.9f);
}

}  // namespace
}  // namespace texelsort::app
