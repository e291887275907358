#include "app/problem/state_file.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <set>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/problem/messages.h"
#include "compute/data/error.h"
#include "compute/data/format/document.h"
#include "compute/data/io/files.h"
#include "compute/data/io/temporary_file.h"
#include "compute/data/io/write_target.h"

namespace texelsort::app {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse_state(const fs::path& file, const std::string& why) {
  throw UsageError(fmt::format("{}: {}", file.string(), why));
}

/// Returns the size of a file in bytes. Throws UsageError unless the file is regular, belongs to this user, and does
/// not exceed the size limit of documents.
std::size_t require_own(const fs::path& file, const struct stat& status) {
  if (!S_ISREG(status.st_mode)) refuse_state(file, "not a regular file");
  if (status.st_uid != geteuid()) refuse_state(file, "belongs to another user");
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size > data::most_document_bytes) {
    refuse_state(file, fmt::format("larger than {} MiB", data::most_document_bytes >> 20));
  }
  return size;
}

/// Returns true for the first call per file, so that the process warns only once about each file.
bool is_first_warning(const fs::path& file) {
  static std::mutex mutex;
  static std::set<fs::path> warned;
  const std::scoped_lock lock(mutex);
  return warned.insert(file).second;
}

}  // namespace

std::optional<std::string> read_own_file(const fs::path& file) {
  // Open with O_NONBLOCK, because opening a pipe would otherwise wait for a writer.
  const data::OpenFile opened(::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!opened.is_open() && (errno == ENOENT || errno == ENOTDIR)) return std::nullopt;
  struct stat status {};
  if (!opened.is_open() || fstat(opened.descriptor(), &status) != 0) {
    refuse_state(file, fmt::format("cannot be read: {}", std::strerror(errno)));
  }
  std::string text(require_own(file, status), '\0');
  std::size_t length = 0;
  while (length < text.size()) {
    const ssize_t count = ::read(opened.descriptor(), text.data() + length, text.size() - length);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) refuse_state(file, fmt::format("cannot be read: {}", std::strerror(errno)));
    if (count == 0) break;
    length += static_cast<std::size_t>(count);
  }
  text.resize(length);
  return text;
}

std::optional<std::string> read_state(const fs::path& file) {
  try {
    return read_own_file(file);
  } catch (const UsageError& error) {
    if (is_first_warning(file)) say_warning(fmt::format("{}: ignored", error.what()));
    return std::nullopt;
  }
}

void set_aside(const fs::path& file, const std::string& why) {
  const fs::path aside = file.string() + ".ignored";
  std::error_code failed;
  fs::rename(file, aside, failed);
  say_warning(fmt::format("{}: ignored{}", why, failed ? "" : fmt::format(", and kept as {}", aside.string())));
}

void write_state(const fs::path& file, std::string_view text) {
  struct stat status {};
  if (stat(file.c_str(), &status) == 0) require_own(file, status);
  make_user_folder(file.parent_path());
  data::write_file_atomically(file.string(), text);
}

namespace {

std::optional<std::filesystem::path> folder(const char* name, const char* below_home) {
  const auto variable = [](const char* wanted) -> std::optional<std::filesystem::path> {
    const char* text = std::getenv(wanted);
    if (!text || *text == '\0') return std::nullopt;
    return text;
  };
  // Ignore relative paths, as the XDG Base Directory Specification requires.
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
    throw UsageError(
        fmt::format("{}: texelsort does not write to this folder, because another user can write to it "
                    "too",
                    folder.string()));
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
