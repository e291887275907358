#include <algorithm>
#include <cerrno>
#include <cstring>
#include <istream>

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compute/data/error.h"
#include "compute/data/readers.h"

namespace texelsort::data {
namespace {

[[noreturn]] void fail_to_read(const std::string& origin, int error) {
  throw UsageError(fmt::format("{}: cannot be read: {}", origin, std::strerror(error)));
}

/// Everything up to the end, from a file, a pipe or a terminal.
std::string read_descriptor(int descriptor, const std::string& origin) {
  std::string contents;
  struct stat status {};
  if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode)) {
    contents.reserve(static_cast<std::size_t>(status.st_size) + 1);
  }
  constexpr std::size_t least_room = 1 << 16;
  std::size_t length = 0;
  while (true) {
    if (length == contents.size()) {
      contents.resize(std::max({contents.capacity(), 2 * length, length + least_room}));
    }
    const ssize_t count = read(descriptor, contents.data() + length, contents.size() - length);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail_to_read(origin, errno);
    if (count == 0) break;
    length += static_cast<std::size_t>(count);
  }
  contents.resize(length);
  return contents;
}

std::string read_file(const std::string& path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) fail_to_read(path, errno);
  struct Closer {
    int descriptor;
    ~Closer() { close(descriptor); }
  } closer{descriptor};
  return read_descriptor(descriptor, path);
}

Input read_contents(std::string_view contents, const std::string& origin, const ReadOptions& options) {
  switch (options.format.value_or(format_of_name(origin))) {
    case Format::text:
      return read_text(Source(contents, origin), options);
    case Format::csv:
      return read_csv(Source(contents, origin), options);
    case Format::binary:
      return read_binary(contents, origin, options);
    case Format::image:
      return read_image(contents, origin, options);
  }
  throw InternalError("a format without a reader");
}

}  // namespace

Input read_input(const std::string& path, const ReadOptions& options) {
  const std::string standard_input = "standard input";
  if (path == "-") return read_contents(read_descriptor(STDIN_FILENO, standard_input), standard_input, options);
  return read_contents(read_file(path), path, options);
}

Input read_stream(std::istream& stream, const std::string& origin, const ReadOptions& options) {
  std::string contents;
  char buffer[1 << 16];
  while (stream.read(buffer, sizeof buffer) || stream.gcount() > 0) {
    contents.append(buffer, static_cast<std::size_t>(stream.gcount()));
  }
  if (stream.bad()) throw UsageError(fmt::format("{}: cannot be read to its end", origin));
  return read_contents(contents, origin, options);
}

Input read_values(std::string_view values, const ReadOptions& options) {
  return read_text(Source(values, "--input-values"), options);
}

}  // namespace texelsort::data
