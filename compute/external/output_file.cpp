#include "compute/external/output_file.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <iostream>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compute/data/write_target.h"
#include "compute/external/file_access.h"

namespace texelsort::external {
namespace {

std::filesystem::path folder_of(const std::filesystem::path& file) {
  return file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
}

/// A name in the folder that nothing has.
std::string link_aside(int descriptor, const std::filesystem::path& folder) {
  const std::string from = fmt::format("/proc/self/fd/{}", descriptor);
  for (unsigned count = 0;; ++count) {
    const std::string name = (folder / fmt::format(".texelsort-{}-{}.tmp", getpid(), count)).string();
    if (linkat(AT_FDCWD, from.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0) return name;
    if (errno != EEXIST) return {};
  }
}

data::OpenFile open_nameless(const std::filesystem::path& folder) {
  data::OpenFile file(open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0666));
  const bool unknown = errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL;  // to the file system
  if (!file.is_open() && !unknown) data::fail_to_write(folder.string(), errno);
  return file;
}

data::OpenFile open_named(const std::filesystem::path& folder, std::string& name) {
  name = (folder / ".texelsort-XXXXXX").string();
  data::OpenFile file(mkostemp(name.data(), O_CLOEXEC));
  if (!file.is_open()) data::fail_to_write(folder.string(), errno);
  return file;
}

}  // namespace

data::OpenFile make_nameless_file(const std::filesystem::path& folder) {
  data::OpenFile file = open_nameless(folder);
  if (file.is_open()) return file;
  std::string name;
  file = open_named(folder, name);
  unlink(name.c_str());
  return file;
}

OutputFile::OutputFile(const std::string& path) : path_(path) {
  if (const auto descriptor = data::named_descriptor(path)) {
    std::cout.flush();
    std::fflush(stdout);
    descriptor_ = *descriptor;
    if (descriptor_ == STDOUT_FILENO) path_ = "standard output";
    return;
  }
  struct stat existing {};
  const bool exists = stat(path.c_str(), &existing) == 0;
  if (!exists && errno != ENOENT) data::fail_to_write(path, errno);
  if (exists && S_ISDIR(existing.st_mode)) data::fail_to_write(path, EISDIR);
  if (exists && !S_ISREG(existing.st_mode)) {
    file_ = data::OpenFile(open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (!file_.is_open()) data::fail_to_write(path, errno);
    descriptor_ = file_.descriptor();
    return;
  }
  // Renaming needs no permission for the file itself; overwriting it should.
  if (exists && access(path.c_str(), W_OK) != 0) data::fail_to_write(path, errno);
  target_ = data::behind_links(path);
  folder_ = folder_of(target_);
  if (access(folder_.c_str(), W_OK) != 0) data::fail_to_write(path, errno);
  file_ = open_nameless(folder_);
  if (!file_.is_open()) file_ = open_named(folder_, name_);
  descriptor_ = file_.descriptor();
  aside_ = true;
  if (exists) data::take_ownership(descriptor_, existing, path);
}

OutputFile::~OutputFile() {
  if (!name_.empty()) unlink(name_.c_str());
}

// With fewer threads the one that makes room takes from the others what it spares them: of two, one makes pages at
// 4.5 GB/s and both write at 11, which are 3.2 together; without it they write at 3.4.
void OutputFile::expect(const Expected& expected) {
  constexpr unsigned enough_threads = 4;
  if (!aside_ || expected.bytes == 0 || expected.threads < enough_threads || !is_in_memory(descriptor_)) return;
  room_.emplace(descriptor_, expected.bytes, expected.maps);
}

void OutputFile::write(std::span<const std::byte> bytes, std::uint64_t offset) {
  if (room_ && room_->write(bytes, offset)) {
    // It is where it belongs.
  } else if (aside_) {
    write_at(descriptor_, bytes, offset, path_);
    // The disk writes it while the rest is made, and not all of it at the end.
    sync_file_range(descriptor_, static_cast<off_t>(offset), static_cast<off_t>(bytes.size()), SYNC_FILE_RANGE_WRITE);
  } else {
    write_on(descriptor_, bytes, path_);
  }
  bytes_ += bytes.size();
}

void OutputFile::publish() {
  if (!aside_) return;
  if (room_) {
    room_.reset();
    if (ftruncate(descriptor_, static_cast<off_t>(bytes_)) != 0) data::fail_to_write(path_, errno);
  }
  if (fsync(descriptor_) != 0) data::fail_to_write(path_, errno);
  if (name_.empty()) name_ = link_aside(descriptor_, folder_);
  if (name_.empty() || std::rename(name_.c_str(), target_.c_str()) != 0) data::fail_to_write(path_, errno);
  name_.clear();
  const data::OpenFile folder(open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.is_open()) fsync(folder.descriptor());
}

}  // namespace texelsort::external
