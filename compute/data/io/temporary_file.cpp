#include "compute/data/io/temporary_file.h"

#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>

#include "compute/data/io/write_target.h"

namespace texelsort::data {
namespace {

std::mutex one_file;

/// State of the temporary file, which signal handlers read to remove it. The variables are lock-free, because handlers
/// may access only such variables.
enum class TemporaryState : int { none, being_made, there };
std::atomic<TemporaryState> temporary_state = TemporaryState::none;
std::atomic<int> awaited_signal = 0;  ///< signal that arrived during the creation of the file; 0 if none did
char temporary_name[PATH_MAX];
static_assert(std::atomic<TemporaryState>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

/// Ends the program with a signal as if no handler existed.
void end_by(int number) {
  std::signal(number, SIG_DFL);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, number);
  std::raise(number);
  // Unblock the signal, because the system blocks it while its handler runs.
  pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
}

}  // namespace

int OpenFile::close_now() {
  return close(std::exchange(descriptor_, -1)) == 0 ? 0 : errno;
}

OpenFile open_nameless(const std::filesystem::path& folder, const std::string& written) {
  // Return no file without /proc, because publish() needs it to give a name to the file.
  if (access("/proc/self/fd", X_OK) != 0) return {};
  OpenFile file(open(folder.empty() ? "." : folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0666));
  // These errors mean that the file system does not support anonymous files.
  const bool unknown = errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL;
  if (!file.is_open() && !unknown) fail_to_write(written, errno);
  return file;
}

void remove_temporary_file() noexcept {
  if (temporary_state == TemporaryState::there) unlink(temporary_name);
}

void end_by_signal(int number) {
  if (temporary_state == TemporaryState::being_made) {
    awaited_signal = number;
    return;
  }
  remove_temporary_file();
  end_by(number);
}

TemporaryFile::Signals::Signals() : alone_(one_file) {
  const auto change = [this](int number, void (*action)(int)) {
    struct sigaction before {};
    if (sigaction(number, nullptr, &before) != 0 || before.sa_handler != SIG_DFL) return;
    struct sigaction now {};
    now.sa_handler = action;
    sigemptyset(&now.sa_mask);
    now.sa_flags = SA_RESTART;
    if (sigaction(number, &now, nullptr) == 0) changes_.push_back({number, before});
  };
  // All signals that end a program and can be handled (see signal(7)).
  for (const int number : {SIGABRT, SIGALRM, SIGBUS, SIGFPE, SIGHUP, SIGILL, SIGINT, SIGIO, SIGPIPE, SIGPROF, SIGQUIT,
                           SIGSEGV, SIGSYS, SIGTERM, SIGTRAP, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU}) {
    change(number, end_by_signal);
  }
}

TemporaryFile::Signals::~Signals() {
  for (const Change& change : changes_) sigaction(change.number, &change.before, nullptr);
}

TemporaryFile::TemporaryFile(std::filesystem::path target, Naming naming) : target_(std::move(target)) {
  if (naming == Naming::late) file_ = open_nameless(target_.parent_path(), target_.string());
  if (file_.is_open()) return;
  const int error = take_name([this](const char* path) {
    file_ = OpenFile(open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    return file_.is_open() ? 0 : errno;
  });
  if (error != 0) fail_to_write(target_.string(), error);
}

TemporaryFile::~TemporaryFile() {
  if (path_.empty()) return;
  unlink(path_.c_str());
  temporary_state = TemporaryState::none;
}

int TemporaryFile::publish() {
  if (path_.empty()) {
    const std::string from = fmt::format("/proc/self/fd/{}", file_.descriptor());
    const int error = take_name([&from](const char* path) {
      return linkat(AT_FDCWD, from.c_str(), AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno;
    });
    if (error != 0) return error;
  }
  if (const int error = file_.close_now(); error != 0) return error;
  if (std::rename(path_.c_str(), target_.c_str()) != 0) return errno;
  path_.clear();
  temporary_state = TemporaryState::none;
  signals_.reset();
  return 0;
}

int TemporaryFile::take_name(const std::function<int(const char* path)>& make) {
  static std::atomic<unsigned> count = 0;
  signals_.emplace();
  while (true) {
    const auto path = target_.parent_path() / fmt::format(".texelsort-{}-{}.tmp", getpid(), count++);
    const std::string text = path.string();
    if (text.size() >= sizeof temporary_name) return ENAMETOOLONG;
    std::memcpy(temporary_name, text.c_str(), text.size() + 1);
    temporary_state = TemporaryState::being_made;
    const int error = make(text.c_str());
    temporary_state = error != 0 ? TemporaryState::none : TemporaryState::there;
    if (const int number = awaited_signal.exchange(0); number != 0) end_by_signal(number);
    if (error == EEXIST) continue;
    if (error == 0) path_ = text;
    return error;
  }
}

}  // namespace texelsort::data
