#include "compute/external/file_access.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>

#include <fmt/format.h>
#include <tbb/parallel_for.h>
#include <unistd.h>

#include "compute/data/error.h"
#include "compute/data/io/write_target.h"

namespace texelsort::external {
namespace {

constexpr std::size_t slice_bytes = std::size_t{8} << 20;

std::size_t read_slice(int descriptor, std::span<std::byte> room, std::uint64_t offset, const std::string& name) {
  std::size_t done = 0;
  while (done < room.size()) {
    const ssize_t count = pread(descriptor, room.data() + done, room.size() - done, static_cast<off_t>(offset + done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail_to_read(name, errno);
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  return done;
}

}  // namespace

void fail_to_read(const std::string& name, int error) {
  throw UsageError(fmt::format("{}: cannot be read: {}", name, std::strerror(error)));
}

void write_at(int descriptor, std::span<const std::byte> bytes, std::uint64_t offset, const std::string& name) {
  while (!bytes.empty()) {
    const ssize_t count = pwrite(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) data::fail_to_write(name, errno);
    bytes = bytes.subspan(static_cast<std::size_t>(count));
    offset += static_cast<std::uint64_t>(count);
  }
}

void write_on(int descriptor, std::span<const std::byte> bytes, const std::string& name) {
  while (!bytes.empty()) {
    const ssize_t count = write(descriptor, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) data::fail_to_write(name, errno);
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
}

std::size_t read_at(int descriptor, std::span<std::byte> room, std::uint64_t offset, const std::string& name) {
  if (room.size() <= slice_bytes) return read_slice(descriptor, room, offset, name);
  std::atomic<std::size_t> done = 0;
  const std::size_t slices = (room.size() + slice_bytes - 1) / slice_bytes;
  tbb::parallel_for(std::size_t{0}, slices, [&](std::size_t i) {
    const std::size_t from = i * slice_bytes, count = std::min(slice_bytes, room.size() - from);
    done += read_slice(descriptor, room.subspan(from, count), offset + from, name);
  });
  return done;
}

std::size_t read_on(int descriptor, std::span<std::byte> room, const std::string& name) {
  std::size_t done = 0;
  while (done < room.size()) {
    const ssize_t count = read(descriptor, room.data() + done, room.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail_to_read(name, errno);
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  return done;
}

}  // namespace texelsort::external
