#include "compute/gpu/platform/desktop/captured_errors.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/mman.h>
#include <unistd.h>

namespace texelsort::gpu {
namespace {

bool lines_are_wanted() {
  return std::ranges::any_of(std::array{"EGL_LOG_LEVEL", "LIBGL_DEBUG", "MESA_DEBUG"},
                             [](const char* name) { return std::getenv(name) != nullptr; });
}

std::string contents(int descriptor) {
  std::string text;
  std::array<char, 4096> part{};
  lseek(descriptor, 0, SEEK_SET);
  for (ssize_t count = 0; (count = read(descriptor, part.data(), part.size())) > 0;) {
    text.append(part.data(), static_cast<std::size_t>(count));
  }
  return text;
}

}  // namespace

CapturedErrors::CapturedErrors() {
  if (lines_are_wanted()) return;
  std::fflush(stderr);
  kept_ = memfd_create("texelsort-captured", MFD_CLOEXEC);
  if (kept_ >= 0) real_ = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (real_ >= 0) dup2(kept_, STDERR_FILENO);
}

std::string CapturedErrors::take() {
  std::string text;
  if (real_ >= 0) {
    std::fflush(stderr);
    dup2(real_, STDERR_FILENO);
    close(std::exchange(real_, -1));
    text = contents(kept_);
  }
  if (kept_ >= 0) close(std::exchange(kept_, -1));
  std::vector<std::string_view> lines;
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    if (!line.empty() && std::ranges::find(lines, line) == lines.end()) lines.push_back(line);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return fmt::format("{}", fmt::join(lines, "; "));
}

}  // namespace texelsort::gpu
