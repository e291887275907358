#include "compute/data/io/write_target.h"

#include <cerrno>
#include <charconv>
#include <cstring>

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include "compute/data/error.h"

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

namespace {

/// Returns whether another user may have created a symbolic link as an attack. The rule is that of
/// fs.protected_symlinks in proc(5). In world-writable folders with the sticky bit, only links of this user and of the
/// folder's owner are safe.
bool is_planted(const std::filesystem::path& link) {
  const std::filesystem::path parent = link.has_parent_path() ? link.parent_path() : ".";
  struct stat of_link {};
  struct stat of_folder {};
  if (lstat(link.c_str(), &of_link) != 0 || stat(parent.c_str(), &of_folder) != 0) return false;
  constexpr mode_t shared = S_ISVTX | S_IWOTH;
  return (of_folder.st_mode & shared) == shared && of_link.st_uid != geteuid() && of_link.st_uid != of_folder.st_uid;
}

}  // namespace

std::filesystem::path behind_links(const std::string& path) {
  constexpr int most_links = 40;  // maximum number of successive links that Linux follows, see path_resolution(7)
  std::filesystem::path target = path;
  std::error_code no_link;
  for (int links = 0; std::filesystem::is_symlink(target, no_link); ++links) {
    if (links == most_links) fail_to_write(path, ELOOP);
    if (is_planted(target)) {
      throw UsageError(fmt::format("{}: cannot be written, because {} is a link of another user: choose another name",
                                   path, target.string()));
    }
    const std::filesystem::path next = std::filesystem::read_symlink(target, no_link);
    if (no_link) fail_to_write(path, no_link.value());
    target = next.is_absolute() ? next : target.parent_path() / next;
  }
  return target;
}

void take_ownership(int descriptor, const struct stat& existing, const std::string& path) {
  // Ignore failure, because only the superuser can keep the owner of the existing file.
  if (fchown(descriptor, existing.st_uid, existing.st_gid) != 0) errno = 0;
  if (fchmod(descriptor, existing.st_mode & 07777) != 0) fail_to_write(path, errno);
}

std::string write_fault(int error) {
  rlimit limit{};
  if (error == EFBIG && getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
    return fmt::format("the file size limit of {} bytes is reached: raise it with ulimit -f", limit.rlim_cur);
  }
  return std::strerror(error);
}

}  // namespace texelsort::data
