#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compute/data/error.h"
#include "compute/data/io/write_target.h"

namespace texelsort::data {

void fail_to_read(const std::string& path, int error) {
  throw UsageError(fmt::format("{}: cannot be read: {}", path, std::strerror(error)));
}

void require_end(int descriptor, const std::string& path) {
  struct stat status {};
  if (fstat(descriptor, &status) != 0) fail_to_read(path, errno);
  if (!S_ISCHR(status.st_mode) || isatty(descriptor) == 1) return;
  struct stat nothing {};
  if (stat("/dev/null", &nothing) == 0 && nothing.st_rdev == status.st_rdev) return;
  throw UsageError(
      fmt::format("{}: texelsort does not read devices, which may have no end: pipe a part of it in", path));
}

OpenFile open_to_read(const std::string& path) {
  OpenFile file(open(path.c_str(), O_RDONLY | O_NOCTTY | O_CLOEXEC));
  if (!file.is_open()) fail_to_read(path, errno);
  require_end(file.descriptor(), path);
  return file;
}

}  // namespace texelsort::data
