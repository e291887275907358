#include "compute/data/temporary_file.h"

#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/data/write_fault.h"

namespace texelsort::data {
namespace {

std::mutex one_file;

/// What the signal handler needs; lock-free, so that it may use them.
enum class TemporaryState : int { none, being_made, there };
std::atomic<TemporaryState> temporary_state = TemporaryState::none;
std::atomic<int> awaited_signal = 0;  ///< one that came while the file was being made
char temporary_name[PATH_MAX];
static_assert(std::atomic<TemporaryState>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

/// Ends the program as the signal would have without a handler.
void end_by(int number) {
  std::signal(number, SIG_DFL);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, number);
  std::raise(number);
  pthread_sigmask(SIG_UNBLOCK, &only, nullptr);  // it is blocked while its handler runs
}

void remove_and_end(int number) {
  if (temporary_state == TemporaryState::being_made) {
    awaited_signal = number;
    return;
  }
  if (temporary_state == TemporaryState::there) unlink(temporary_name);
  end_by(number);
}

}  // namespace

int OpenFile::close_now() {
  return close(std::exchange(descriptor_, -1)) == 0 ? 0 : errno;
}

TemporaryFile::Signals::Signals() : alone_(one_file) {
  const auto change = [this](int number, void (*action)(int)) {
    struct sigaction before {};
    if (sigaction(number, nullptr, &before) != 0 || before.sa_handler != SIG_DFL) return;
    struct sigaction now {};
    now.sa_handler = action;
    sigemptyset(&now.sa_mask);
    now.sa_flags = SA_RESTART;
    if (sigaction(number, &now, nullptr) == 0) changes_[count_++] = {number, before};
  };
  for (const int number : {SIGTERM, SIGHUP, SIGINT, SIGQUIT}) change(number, remove_and_end);
  change(SIGXFSZ, SIG_IGN);
}

TemporaryFile::Signals::~Signals() {
  for (int i = 0; i < count_; ++i) sigaction(changes_[i].number, &changes_[i].before, nullptr);
}

TemporaryFile::TemporaryFile(const std::filesystem::path& target) : file_(create(target)) {}

TemporaryFile::~TemporaryFile() {
  if (!path_.empty()) unlink(path_.c_str());
  temporary_state = TemporaryState::none;
}

int TemporaryFile::rename_to(const std::filesystem::path& target) {
  if (std::rename(path_.c_str(), target.c_str()) != 0) return errno;
  path_.clear();
  temporary_state = TemporaryState::none;
  return 0;
}

int TemporaryFile::create(const std::filesystem::path& target) {
  static std::atomic<unsigned> count = 0;
  while (true) {
    const std::string path = (target.parent_path() / fmt::format(".texelsort-{}-{}.tmp", getpid(), count++)).string();
    if (path.size() >= sizeof temporary_name) {
      throw UsageError(fmt::format("{}: cannot be written: {}", target.string(), write_fault(ENAMETOOLONG)));
    }
    std::memcpy(temporary_name, path.c_str(), path.size() + 1);
    temporary_state = TemporaryState::being_made;
    const int descriptor = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    const int error = errno;
    temporary_state = descriptor < 0 ? TemporaryState::none : TemporaryState::there;
    if (const int number = awaited_signal.exchange(0); number != 0) remove_and_end(number);
    if (descriptor < 0 && error == EEXIST) continue;
    if (descriptor < 0) throw UsageError(fmt::format("{}: cannot be written: {}", target.string(), write_fault(error)));
    path_ = path;
    return descriptor;
  }
}

}  // namespace texelsort::data
