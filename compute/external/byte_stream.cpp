#include "compute/external/byte_stream.h"

#include <algorithm>
#include <array>
#include <cerrno>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compute/data/error.h"
#include "compute/data/io/write_target.h"
#include "compute/external/file_access.h"
#include "compute/external/pipe.h"

namespace texelsort::external {
namespace {

data::OpenFile open_file(const std::string& path) {
  const auto descriptor = open_descriptor(path);
  if (!descriptor) return data::open_to_read(path);
  return data::OpenFile(fcntl(*descriptor, F_DUPFD_CLOEXEC, 3));
}

/// Returns whether the system reports the true length of a file. For files in /proc and /sys, it reports 0 or one page.
bool has_length(const data::OpenFile& file, std::uint64_t bytes) {
  std::array<char, 4096 + 1> start;
  if (bytes >= start.size()) return true;
  const ssize_t got = pread(file.descriptor(), start.data(), start.size(), 0);
  return got < 0 || static_cast<std::uint64_t>(got) == bytes;
}

FileStamp stamp_of(const data::OpenFile& file, const std::string& name) {
  struct stat status {};
  if (fstat(file.descriptor(), &status) != 0) fail_to_read(name, errno);
  if (S_ISDIR(status.st_mode)) fail_to_read(name, EISDIR);
  constexpr std::int64_t second = 1'000'000'000;
  return {.device = status.st_dev,
          .inode = status.st_ino,
          .bytes = static_cast<std::uint64_t>(status.st_size),
          .modified_ns = status.st_mtim.tv_sec * second + status.st_mtim.tv_nsec,
          .changed_ns = status.st_ctim.tv_sec * second + status.st_ctim.tv_nsec,
          .regular = S_ISREG(status.st_mode) && has_length(file, static_cast<std::uint64_t>(status.st_size))};
}

}  // namespace

std::string input_name(const std::string& path) {
  return path == "-" ? "standard input" : path;
}

ByteStream::ByteStream(const std::string& path)
    : name_(input_name(path)),
      pipe_(pipe_of(path)),
      file_(pipe_ ? data::OpenFile() : open_file(path)),
      stamp_(pipe_ ? FileStamp{.regular = false} : stamp_of(file_, name_)),
      decompressor_(data::decompressor_of(
          path, [this](std::span<char> room) { return read_stored(std::as_writable_bytes(room)); })) {
  if (stamp_.regular) posix_fadvise(file_.descriptor(), 0, 0, POSIX_FADV_SEQUENTIAL);
}

std::size_t ByteStream::read_stored(std::span<std::byte> room) {
  if (pipe_) return pipe_->read(room, name_);
  if (!stamp_.regular) return external::read_on(file_.descriptor(), room, name_);
  const std::size_t count = std::min<std::uint64_t>(room.size(), stamp_.bytes - stored_read_);
  const std::size_t got = read_at(file_.descriptor(), room.first(count), stored_read_, name_);
  if (got != count) {
    throw UsageError(
        fmt::format("{}: the file became shorter during the sort: sort it while no other program writes to it", name_));
  }
  stored_read_ += got;
  return got;
}

std::size_t ByteStream::read_on(std::span<std::byte> room) {
  const std::size_t got =
      decompressor_ ? decompressor_->read({reinterpret_cast<char*>(room.data()), room.size()}) : read_stored(room);
  position_ += got;
  return got;
}

std::size_t ByteStream::read(std::span<std::byte> room, std::uint64_t offset) {
  if (has_places()) {
    stored_read_ = std::min(offset, stamp_.bytes);
    return read_stored(room);
  }
  while (position_ < offset) {
    const std::size_t passed = std::min<std::uint64_t>(room.size(), offset - position_);
    if (read_on(room.first(passed)) < passed) return 0;
  }
  return read_on(room);
}

std::size_t ByteStream::look_at_start(std::span<std::byte> room) {
  if (pipe_) pipe_->keep();
  const std::size_t got = read(room, 0);
  if (pipe_) pipe_->give_back();
  return got;
}

}  // namespace texelsort::external
