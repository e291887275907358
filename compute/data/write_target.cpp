#include "compute/data/write_target.h"

#include <cerrno>
#include <charconv>

#include <fmt/format.h>
#include <unistd.h>

#include "compute/data/error.h"
#include "compute/data/write_fault.h"

namespace texelsort::data {

void fail_to_write(const std::string& path, int error) {
  throw UsageError(fmt::format("{}: cannot be written: {}", path, write_fault(error)));
}

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

void require_writable(const std::string& path) {
  if (named_descriptor(path)) return;
  struct stat existing {};
  const bool exists = stat(path.c_str(), &existing) == 0;
  if (!exists && errno != ENOENT) fail_to_write(path, errno);
  if (exists && S_ISDIR(existing.st_mode)) fail_to_write(path, EISDIR);
  if (exists && access(path.c_str(), W_OK) != 0) fail_to_write(path, errno);
  if (exists && !S_ISREG(existing.st_mode)) return;
  const std::filesystem::path folder = behind_links(path).parent_path();
  if (access(folder.empty() ? "." : folder.c_str(), W_OK) != 0) fail_to_write(path, errno);
}

void take_ownership(int descriptor, const struct stat& existing, const std::string& path) {
  // The owner can be kept only by the superuser; anyone else becomes the owner.
  if (fchown(descriptor, existing.st_uid, existing.st_gid) != 0) errno = 0;
  if (fchmod(descriptor, existing.st_mode & 07777) != 0) fail_to_write(path, errno);
}

}  // namespace texelsort::data
