#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <iostream>

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compute/data/error.h"
#include "compute/data/io/files.h"
#include "compute/data/io/io_times.h"
#include "compute/data/io/temporary_file.h"
#include "compute/data/io/write_target.h"

namespace texelsort::data {
namespace {

/// Writes all bytes to an open file. Returns 0, or errno of the failure.
int write_all(int descriptor, std::string_view contents) {
  while (!contents.empty()) {
    const ssize_t count = write(descriptor, contents.data(), contents.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    contents.remove_prefix(static_cast<std::size_t>(count));
  }
  return 0;
}

using Pieces = std::function<void(const Put&)>;

/// Writes the contents of a file piece by piece. `make` receives a function and passes each piece to it. Returns 0, or
/// errno of the first failure.
int write_pieces(int descriptor, const Pieces& make) {
  int error = 0;
  make([&](std::string_view piece) {
    const IoTimer timer(IoTimer::Way::writing);
    if (error == 0) error = write_all(descriptor, piece);
  });
  return error;
}

void write_to_descriptor(int descriptor, const std::string& path, const Pieces& make) {
  std::cout.flush();
  std::fflush(stdout);
  const std::string target = descriptor == STDOUT_FILENO ? "standard output" : path;
  if (const int error = write_pieces(descriptor, make); error != 0) fail_to_write(target, error);
}

/// Writes contents to a device or pipe, which cannot be replaced by renaming.
void write_in_place(const std::string& path, const Pieces& make) {
  OpenFile file(open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (file.descriptor() < 0) fail_to_write(path, errno);
  int error = write_pieces(file.descriptor(), make);
  if (const int close_error = file.close_now(); error == 0) error = close_error;
  if (error != 0) fail_to_write(path, error);
}

void replace(const std::string& path, const struct stat* existing, const Pieces& make) {
  const std::filesystem::path target = behind_links(path);
  TemporaryFile temporary(target);
  OpenFile& file = temporary.file();
  if (existing != nullptr) take_ownership(file.descriptor(), *existing, path);
  int error = write_pieces(file.descriptor(), make);
  if (error == 0) error = temporary.publish();
  if (error != 0) fail_to_write(path, error);
}

enum class Target : std::uint8_t { absent, file, device };

/// Returns the kind of file at a path. Throws UsageError if the path cannot be written. Also throws if it contains a
/// link of another user, which may be an attack.
Target target_of(const std::string& path, struct stat& existing) {
  behind_links(path);
  if (stat(path.c_str(), &existing) != 0) {
    if (errno != ENOENT) fail_to_write(path, errno);
    return Target::absent;
  }
  if (S_ISDIR(existing.st_mode)) fail_to_write(path, EISDIR);
  // Test that the existing file is writable, because renaming another file over it needs no write permission for it.
  if (access(path.c_str(), W_OK) != 0) fail_to_write(path, errno);
  return S_ISREG(existing.st_mode) ? Target::file : Target::device;
}

}  // namespace

void write_file_atomically(const std::string& path, const Pieces& make) {
  if (const auto descriptor = named_descriptor(path)) return write_to_descriptor(*descriptor, path, make);
  struct stat existing {};
  switch (target_of(path, existing)) {
    case Target::absent:
      return replace(path, nullptr, make);
    case Target::file:
      return replace(path, &existing, make);
    case Target::device:
      return write_in_place(path, make);
  }
}

void require_writable(const std::string& path) {
  if (named_descriptor(path)) return;
  struct stat existing {};
  if (target_of(path, existing) != Target::device) const TemporaryFile temporary(behind_links(path));
}

void write_file_atomically(const std::string& path, std::string_view contents) {
  write_file_atomically(path, [contents](const Put& put) { put(contents); });
}

}  // namespace texelsort::data
