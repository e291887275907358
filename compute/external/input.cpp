#include "compute/external/input.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compute/data/error.h"
#include "compute/external/file_access.h"

namespace texelsort::external {
namespace {

data::OpenFile open_to_read(const std::string& path) {
  if (path == "-") return data::OpenFile(fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3));
  data::OpenFile file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) fail_to_read(path, errno);
  return file;
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
          .regular = S_ISREG(status.st_mode)};
}

}  // namespace

Input::Input(std::vector<std::string> paths, const RecordFormat& format) : paths_(std::move(paths)), format_(format) {
  for (std::uint64_t i = 0; i < paths_.size(); ++i) {
    if (paths_[i] == "-" && std::ranges::count(paths_, "-") > 1) {
      throw UsageError("standard input, -, can be one input, not several");
    }
    stamps_.push_back(stamp_of(open_to_read(paths_[i]), name(i)));
    // What is known to be cut is refused before gigabytes of it are read.
    if (const auto length = format_.record_bytes(); length && stamps_[i].regular && stamps_[i].bytes % *length != 0) {
      const std::uint64_t rest = stamps_[i].bytes % *length;
      throw UsageError(
          fmt::format("{}: cut in the middle of a record: {} bytes are left at byte {}, and a record has {}", name(i),
                      rest, stamps_[i].bytes - rest, *length));
    }
  }
}

std::optional<std::uint64_t> Input::bytes() const {
  std::uint64_t all = 0;
  for (const FileStamp& stamp : stamps_) {
    if (!stamp.regular) return std::nullopt;
    all += stamp.bytes;
  }
  return all;
}

void Input::seek(Position position) {
  if (position == position_) return;
  position_ = position;
  read_to_ = position.offset;
  carried_.clear();
  open_ = {};
}

std::string Input::name(std::uint64_t file) const {
  return paths_[file] == "-" ? "standard input" : paths_[file];
}

void Input::open_current() {
  if (open_.is_open()) return;
  open_ = open_to_read(paths_[position_.file]);
  const FileStamp& stamp = stamps_[position_.file];
  if (!stamp.regular) return;
  require_unchanged(position_.file, stamp_of(open_, name(position_.file)));
  posix_fadvise(open_.descriptor(), 0, 0, POSIX_FADV_SEQUENTIAL);
}

std::size_t Input::read_some(std::span<std::byte> room) {
  const FileStamp& stamp = stamps_[position_.file];
  if (!stamp.regular) return read_on(open_.descriptor(), room, name(position_.file));
  const std::size_t count = std::min<std::uint64_t>(room.size(), stamp.bytes - read_to_);
  const std::size_t got = read_at(open_.descriptor(), room.first(count), read_to_, name(position_.file));
  if (got != count) {
    throw UsageError(fmt::format("{}: it has become shorter while it was read: sort it when nobody writes to it",
                                 name(position_.file)));
  }
  return got;
}

bool Input::at_end_of_file(std::size_t asked, std::size_t got) const {
  const FileStamp& stamp = stamps_[position_.file];
  return stamp.regular ? read_to_ == stamp.bytes : got < asked;
}

std::size_t Input::read(std::span<std::byte> room, const std::optional<Position>& end) {
  std::size_t filled = 0;
  while (filled < room.size() && position_.file < paths_.size() && (!end || position_ < *end)) {
    open_current();
    std::span<std::byte> rest = room.subspan(filled);
    const bool cut = end && end->file == position_.file && end->offset - position_.offset < rest.size();
    if (cut) rest = rest.first(end->offset - position_.offset);
    const std::size_t carried = std::min(carried_.size(), rest.size());
    std::copy_n(carried_.begin(), carried, rest.begin());
    carried_.erase(carried_.begin(), carried_.begin() + static_cast<std::ptrdiff_t>(carried));
    const std::size_t asked = rest.size() - carried;
    const std::size_t got = carried_.empty() ? read_some(rest.subspan(carried)) : 0;
    read_to_ += got;
    const std::span<std::byte> segment = rest.first(carried + got);
    const bool at_end = carried_.empty() && at_end_of_file(asked, got);
    const std::size_t whole = format_.whole(segment, at_end, name(position_.file), position_.offset);
    const auto left = segment.subspan(whole);
    carried_.insert(carried_.begin(), left.begin(), left.end());
    filled += whole;
    position_.offset += whole;
    if (at_end) {
      if (stamps_[position_.file].regular) {
        require_unchanged(position_.file, stamp_of(open_, name(position_.file)));
      }
      open_ = {};
      position_ = {position_.file + 1, 0};
      read_to_ = 0;
    } else if (cut || filled > 0) {
      break;  // what is left has no room for a record
    } else if (whole == 0) {
      throw UsageError(fmt::format("{}: a record is longer than the {} bytes that there is memory for, at byte {}",
                                   name(position_.file), room.size(), position_.offset));
    }
  }
  return filled;
}

void Input::require_unchanged(std::uint64_t file, const FileStamp& now) const {
  if (now == stamps_[file]) return;
  throw UsageError(fmt::format("{}: it has changed during the sort: sort it when nobody writes to it", name(file)));
}

void Input::require_unchanged() const {
  for (std::uint64_t file = 0; file < paths_.size(); ++file) {
    if (!stamps_[file].regular) continue;
    require_unchanged(file, stamp_of(open_to_read(paths_[file]), name(file)));
  }
}

}  // namespace texelsort::external
