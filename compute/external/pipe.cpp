#include "compute/external/pipe.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <mutex>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include "compute/data/error.h"
#include "compute/data/io/write_target.h"
#include "compute/external/file_access.h"

namespace texelsort::external {
namespace {

/// Device and inode numbers of a pipe, which identify it if it has several names.
using Identity = std::pair<dev_t, ino_t>;

std::optional<Identity> identity_of(const std::string& path) {
  struct stat status {};
  const auto descriptor = open_descriptor(path);
  if ((descriptor ? fstat(*descriptor, &status) : stat(path.c_str(), &status)) != 0) return std::nullopt;
  if (!S_ISFIFO(status.st_mode) && !S_ISSOCK(status.st_mode) && !S_ISCHR(status.st_mode)) return std::nullopt;
  return Identity(status.st_dev, status.st_ino);
}

data::OpenFile open_once(const std::string& path) {
  const auto descriptor = open_descriptor(path);
  if (!descriptor) return data::open_to_read(path);
  data::OpenFile file(fcntl(*descriptor, F_DUPFD_CLOEXEC, 3));
  if (!file.is_open()) fail_to_read(path == "-" ? "standard input" : path, errno);
  data::require_end(file.descriptor(), path == "-" ? "standard input" : path);
  return file;
}

}  // namespace

std::optional<int> open_descriptor(const std::string& path) {
  return path == "-" || path == "/dev/stdin" ? STDIN_FILENO : data::named_descriptor(path);
}

std::size_t Pipe::read(std::span<std::byte> room, const std::string& name) {
  const std::size_t again = std::min(room.size(), kept_.size() - used_);
  std::memcpy(room.data(), kept_.data() + used_, again);
  used_ += again;
  const std::span<std::byte> rest = room.subspan(again);
  std::size_t fresh = 0;
  if (!rest.empty() && !ended_) {
    fresh = read_on(file_.descriptor(), rest, name);
    ended_ = fresh < rest.size();
  }
  if (keeps_) {
    kept_.append(reinterpret_cast<const char*>(rest.data()), fresh);
    used_ = kept_.size();
  } else if (used_ == kept_.size()) {
    kept_ = {};
    used_ = 0;
  }
  return again + fresh;
}

void Pipe::give_back() {
  keeps_ = false;
  used_ = 0;
}

std::shared_ptr<Pipe> pipe_of(const std::string& path) {
  static std::mutex mutex;
  static std::map<Identity, std::shared_ptr<Pipe>> pipes;
  const auto identity = identity_of(path);
  if (!identity) return nullptr;
  const std::scoped_lock lock(mutex);
  std::shared_ptr<Pipe>& pipe = pipes[*identity];
  if (pipe == nullptr) pipe = std::make_shared<Pipe>(open_once(path));
  return pipe;
}

void require_different_pipes(const std::vector<std::string>& paths) {
  std::map<Identity, std::string> names;
  for (const std::string& path : paths) {
    struct stat nothing {};
    const auto identity = identity_of(path);
    if (!identity || (stat("/dev/null", &nothing) == 0 && *identity == Identity(nothing.st_dev, nothing.st_ino)))
      continue;
    const auto [first, is_new] = names.emplace(*identity, path);
    if (is_new) continue;
    throw UsageError(
        fmt::format("{}: the same pipe as {}, but a pipe can be read only once: name it once", path, first->second));
  }
}

}  // namespace texelsort::external
