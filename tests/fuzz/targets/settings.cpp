#include "app/gui/window/settings.h"

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/fuzz/targets/property.h"
#include "tests/fuzz/targets/scratch_file.h"
#include "tests/fuzz/targets/targets.h"

namespace texelsort::fuzz {
namespace {

std::string settings_file() {
  static const std::string path = [] {
    const std::string folder = scratch_folder() / "texelsort";
    std::filesystem::create_directories(folder);
    setenv("XDG_CONFIG_HOME", std::filesystem::path(folder).parent_path().c_str(), 1);
    return folder + "/settings.json";
  }();
  return path;
}

void check_ranges(const app::Settings& settings) {
  require(!settings.width || (*settings.width >= 640 && *settings.width <= 16384),
          "the window's width is one that it can have");
  require(!settings.height || (*settings.height >= 400 && *settings.height <= 16384),
          "the window's height is one that it can have");
  require(settings.motion_seconds >= 0.1 && settings.motion_seconds <= 2, "a motion lasts 0.1 to 2 seconds");
  require(settings.speed >= 0.25 && settings.speed <= 256, "the speed is one that it can have");
  require(!settings.ui_scale || (*settings.ui_scale >= 0.5f && *settings.ui_scale <= 4.0f),
          "the scale is one that it can have");
}

}  // namespace

void fuzz_settings(std::string_view input) {
  const std::string path = settings_file();
  std::ofstream(path, std::ios::binary) << input;
  const app::Settings settings = app::load_settings();
  check_ranges(settings);
  app::save_settings(settings);
  const app::Settings again = app::load_settings();
  require(again.theme == settings.theme && again.colormap == settings.colormap, "colours are remembered");
  require(again.width == settings.width && again.height == settings.height, "the window's size is remembered");
  require(again.speed == settings.speed && again.ui_scale == settings.ui_scale, "speed and scale are remembered");
}

}  // namespace texelsort::fuzz
