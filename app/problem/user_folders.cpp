#include "app/problem/user_folders.h"

#include <cerrno>
#include <cstdlib>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compute/data/error.h"
#include "compute/data/io/write_target.h"

namespace texelsort::app {

namespace {

std::optional<std::filesystem::path> folder(const char* name, const char* below_home) {
  const auto variable = [](const char* wanted) -> std::optional<std::filesystem::path> {
    const char* text = std::getenv(wanted);
    if (!text || *text == '\0') return std::nullopt;
    return text;
  };
  // The specification requires programs to ignore relative paths.
  if (auto named = variable(name); named && named->is_absolute()) return *named / "texelsort";
  if (auto home = variable("HOME")) return *home / below_home / "texelsort";
  return std::nullopt;
}

}  // namespace

void make_user_folder(const std::filesystem::path& folder) {
  std::error_code failed;
  std::filesystem::create_directories(folder.parent_path(), failed);
  if (mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) data::fail_to_write(folder.string(), errno);
  struct stat status {};
  const bool own =
      stat(folder.c_str(), &status) == 0 && status.st_uid == geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
  if (!own)
    throw UsageError(fmt::format("{}: another user can write to this folder, so texelsort does not", folder.string()));
}

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
