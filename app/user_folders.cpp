#include "app/user_folders.h"

#include <cstdlib>

namespace texelsort::app {

namespace {

std::optional<std::filesystem::path> folder(const char* name, const char* below_home) {
  const auto variable = [](const char* wanted) -> std::optional<std::filesystem::path> {
    const char* text = std::getenv(wanted);
    if (!text || *text == '\0') return std::nullopt;
    return text;
  };
  if (auto named = variable(name)) return *named / "texelsort";
  if (auto home = variable("HOME")) return *home / below_home / "texelsort";
  return std::nullopt;
}

}  // namespace

std::optional<std::filesystem::path> config_folder() {
  return folder("XDG_CONFIG_HOME", ".config");
}

std::optional<std::filesystem::path> state_folder() {
  return folder("XDG_STATE_HOME", ".local/state");
}

std::optional<std::filesystem::path> data_folder() {
  return folder("XDG_DATA_HOME", ".local/share");
}

std::optional<std::filesystem::path> cache_folder() {
  return folder("XDG_CACHE_HOME", ".cache");
}

}  // namespace texelsort::app
