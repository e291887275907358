#include <cerrno>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <optional>

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compute/data/error.h"
#include "compute/data/files.h"
#include "compute/data/temporary_file.h"
#include "compute/data/write_fault.h"

namespace texelsort::data {
namespace {

[[noreturn]] void fail_to_write(const std::string& target, int error) {
  throw UsageError(fmt::format("{}: cannot be written: {}", target, write_fault(error)));
}

/// Zero or the error.
int write_all(int descriptor, std::string_view contents) {
  while (!contents.empty()) {
    const ssize_t count = write(descriptor, contents.data(), contents.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    contents.remove_prefix(static_cast<std::size_t>(count));
  }
  return 0;
}

/// The open descriptor that a path names: "-", "/dev/stdout", "/dev/fd/5". Opening such a path anew would start at the
/// beginning of what it is redirected to, and renaming over it would replace that.
std::optional<int> named_descriptor(std::string_view path) {
  if (path == "-" || path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!path.starts_with(folder)) continue;
    const std::string_view number = path.substr(folder.size());
    int descriptor = -1;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), descriptor);
    if (error == std::errc{} && end == number.data() + number.size()) return descriptor;
  }
  return std::nullopt;
}

void write_to_descriptor(int descriptor, const std::string& path, std::string_view contents) {
  std::cout.flush();
  std::fflush(stdout);
  const std::string target = descriptor == STDOUT_FILENO ? "standard output" : path;
  if (const int error = write_all(descriptor, contents); error != 0) fail_to_write(target, error);
}

/// A device, a pipe: what cannot be replaced.
void write_in_place(const std::string& path, std::string_view contents) {
  OpenFile file(open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (file.descriptor() < 0) fail_to_write(path, errno);
  int error = write_all(file.descriptor(), contents);
  if (const int close_error = file.close_now(); error == 0) error = close_error;
  if (error != 0) fail_to_write(path, error);
}

/// Through symbolic links, those that point at nothing yet included: what they point at is written, the links stay.
std::filesystem::path behind_links(const std::string& path) {
  constexpr int most_links = 40;  // as Linux follows, see path_resolution(7)
  std::filesystem::path target = path;
  std::error_code no_link;
  for (int links = 0; std::filesystem::is_symlink(target, no_link); ++links) {
    if (links == most_links) fail_to_write(path, ELOOP);
    const std::filesystem::path next = std::filesystem::read_symlink(target, no_link);
    if (no_link) fail_to_write(path, no_link.value());
    target = next.is_absolute() ? next : target.parent_path() / next;
  }
  return target;
}

void replace(const std::string& path, const struct stat* existing, std::string_view contents) {
  const std::filesystem::path target = behind_links(path);
  TemporaryFile temporary(target);
  OpenFile& file = temporary.file();
  if (existing != nullptr) {
    // The owner can be kept only by the superuser; anyone else becomes the owner.
    if (fchown(file.descriptor(), existing->st_uid, existing->st_gid) != 0) errno = 0;
    if (fchmod(file.descriptor(), existing->st_mode & 07777) != 0) fail_to_write(path, errno);
  }
  int error = write_all(file.descriptor(), contents);
  if (const int close_error = file.close_now(); error == 0) error = close_error;
  if (error == 0) error = temporary.rename_to(target);
  if (error != 0) fail_to_write(path, error);
}

}  // namespace

void write_file_atomically(const std::string& path, std::string_view contents) {
  if (const auto descriptor = named_descriptor(path)) return write_to_descriptor(*descriptor, path, contents);
  struct stat existing {};
  if (stat(path.c_str(), &existing) != 0) {
    if (errno != ENOENT) fail_to_write(path, errno);
    return replace(path, nullptr, contents);
  }
  if (S_ISDIR(existing.st_mode)) fail_to_write(path, EISDIR);
  if (!S_ISREG(existing.st_mode)) return write_in_place(path, contents);
  // Renaming needs no permission for the file itself; overwriting it should.
  if (access(path.c_str(), W_OK) != 0) fail_to_write(path, errno);
  replace(path, &existing, contents);
}

}  // namespace texelsort::data
