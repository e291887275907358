#include "app/cli/checks/worker_pool.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/cli/checks/worker.h"
#include "app/cli/commands/child_process.h"
#include "app/cli/platform/desktop/spawn.h"
#include "app/cli/reports/check_report.h"
#include "compute/data/error.h"
#include "compute/data/text/outgoing_text.h"

namespace texelsort::app {

namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

/// Shortest time limit for starting a worker, because a driver may start slowly on a busy machine.
constexpr Seconds shortest_start_limit{60};

/// Returns how a process ended, for example "signal 11 (Segmentation fault)" or "exit code 3".
std::string end_text(int status) {
  if (WIFSIGNALED(status)) return fmt::format("signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
  return fmt::format("exit code {}", WEXITSTATUS(status));
}

/// Returns the variables that each of `jobs` workers gets in addition. They limit the threads of a software renderer,
/// so that all workers together use each processor once.
std::vector<std::string> variables_for(unsigned jobs) {
  if (jobs <= 1 || std::getenv("LP_NUM_THREADS") != nullptr) return {};
  const unsigned processors = std::max(1u, std::thread::hardware_concurrency());
  return {fmt::format("LP_NUM_THREADS={}", std::max(1u, processors / jobs))};
}

}  // namespace

/// Cases of one group that a worker runs one after another.
struct WorkerPool::Batch {
  std::size_t group = 0;
  std::deque<std::size_t> cases;
};

/// A child process that runs cases of a check.
class WorkerPool::Worker {
 public:
  explicit Worker(const PoolOptions& options) {
    std::array<int, 2> ends{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) fail(errno);
    // Keep this descriptor above the number of the child's descriptor, so that dup2 does not overwrite it.
    descriptor_ = fcntl(ends[0], F_DUPFD_CLOEXEC, worker_descriptor + 1);
    const int other = fcntl(ends[1], F_DUPFD_CLOEXEC, worker_descriptor + 1);
    close(ends[0]);
    close(ends[1]);
    // Redirect standard output, because output that a driver prints would damage the report. Use a separate process
    // group, because Ctrl-C must reach only the reporting process, which ends its workers itself.
    const int error = spawn(this_program, options.words,
                            {.descriptors = {{other, worker_descriptor}, {STDERR_FILENO, STDOUT_FILENO}},
                             .environment = variables_for(options.jobs),
                             .own_group = true},
                            process_);
    close(other);
    if (error != 0) {
      close(descriptor_);
      process_ = 0;
      fail(error);
    }
  }
  ~Worker() {
    if (process_ != 0) end();
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  int descriptor() const { return descriptor_; }
  bool ready() const { return ready_; }
  bool idle() const { return ready_ && batch_.cases.empty(); }
  Batch& batch() { return batch_; }
  Clock::time_point since() const { return since_; }

  /// Reads data from the worker. Returns the next complete line, or nothing if no line is complete. Sets `ended` if the
  /// worker has closed the connection.
  std::optional<std::string> line(bool& ended) {
    std::array<char, 65536> piece{};
    for (;;) {
      if (auto line = take_line(buffer_)) {
        since_ = Clock::now();
        return line;
      }
      const ssize_t count = recv(descriptor_, piece.data(), piece.size(), MSG_DONTWAIT);
      if (count < 0 && errno == EINTR) continue;
      if (count < 0 && errno == EAGAIN) return std::nullopt;
      if (count <= 0) {
        ended = true;
        return std::nullopt;
      }
      buffer_.append(piece.data(), static_cast<std::size_t>(count));
    }
  }

  void become_ready() { ready_ = true; }

  void give(Batch batch, const CheckGroup& group) {
    batch_ = std::move(batch);
    since_ = Clock::now();
    const std::string text =
        data::json_text(nlohmann::json{
            {"algorithm", group.algorithm}, {"type", static_cast<int>(group.type)}, {"cases", batch_.cases}}) +
        "\n";
    send_all(descriptor_, text);  // not checked for errors: if the worker has ended, the next read detects that
  }

  /// Kills the worker and its children. Returns the worker's exit status.
  int end() {
    close(descriptor_);
    kill(-process_, SIGKILL);
    return wait();
  }

  /// Waits for the end of a worker that was killed or has closed the connection. Returns the worker's exit status.
  int wait() { return wait_for(std::exchange(process_, 0)); }

  /// Returns the exit status of a worker that has closed its connection. Kills the worker if it does not end soon.
  int closed() {
    close(descriptor_);
    int status = 0;
    for (int turn = 0; turn < 500; ++turn) {
      if (waitpid(process_, &status, WNOHANG) != 0) {
        process_ = 0;
        return status;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    kill(-process_, SIGKILL);
    return wait();
  }

 private:
  [[noreturn]] static void fail(int error) {
    throw InternalError(fmt::format("a worker process cannot be started: {}", std::strerror(error)));
  }

  pid_t process_ = 0;
  int descriptor_ = -1;
  bool ready_ = false;
  std::string buffer_;
  Batch batch_;
  Clock::time_point since_ = Clock::now();  ///< time at which the worker or its current case started
};

/// All cases of one call of WorkerPool::run(), and their results.
class WorkerPool::Work {
 public:
  Work(const PoolOptions& options, const std::vector<CheckGroup>& groups, const Report& report)
      : options_(options), groups_(groups), report_(report) {
    for (std::size_t i = 0; i < groups.size(); ++i) {
      waiting_.push_back({i, {groups[i].chosen.begin(), groups[i].chosen.end()}});
      left_ += groups[i].chosen.size();
    }
  }

  bool done() const { return left_ == 0; }
  bool has_waiting() const { return !waiting_.empty(); }
  std::size_t waiting_count() const { return waiting_.size(); }

  void give_next(Worker& worker) {
    Batch batch = std::move(waiting_.front());
    waiting_.pop_front();
    const CheckGroup& group = groups_[batch.group];
    worker.give(std::move(batch), group);
  }

  /// Handles the result of a worker's current case, which is the first case of its batch.
  void finish_case(Batch& batch, CaseReport report) {
    if (batch.cases.empty()) throw InternalError("a worker process reports a case that it did not receive");
    const std::pair place{batch.group, batch.cases.front()};
    batch.cases.pop_front();
    const CheckGroup& group = groups_[place.first];
    report.name = case_name(group.cases[place.second]);
    const bool bad = is_wrong(report.status) || is_error(report.status);
    auto& before = repeated_[place];
    report.seconds += before.seconds;
    report.attempts = ++before.attempts;
    if (bad && before.attempts <= options_.retries) {
      before.seconds = report.seconds;
      if (before.message.empty()) before.message = report.message;
      waiting_.push_front({place.first, {place.second}});
      return;
    }
    if (report.attempts > 1 && report.status == CaseStatus::passed) {
      report.status = CaseStatus::flaky;
      report.message = before.message;
    }
    repeated_.erase(place);
    --left_;
    report_(group, place.second, std::move(report));
  }

  /// Handles the end of a worker during its batch of cases. The worker's current case gets `status`, and another worker
  /// runs the remaining cases.
  void lose(Batch& batch, CaseStatus status, std::string message, Seconds lasted) {
    if (batch.cases.empty()) return;
    finish_case(batch, {.status = status, .message = std::move(message), .seconds = lasted.count()});
    if (!batch.cases.empty()) waiting_.push_front(std::move(batch));
    batch = {};
  }

 private:
  struct Attempts {
    unsigned attempts = 0;
    double seconds = 0;
    std::string message;  ///< message of the case's first failure
  };

  const PoolOptions& options_;
  const std::vector<CheckGroup>& groups_;
  const Report& report_;
  std::deque<Batch> waiting_;
  std::map<std::pair<std::size_t, std::size_t>, Attempts> repeated_;
  std::size_t left_ = 0;
};

WorkerPool::WorkerPool(PoolOptions options) : options_(std::move(options)) {}

WorkerPool::~WorkerPool() = default;

bool WorkerPool::is_possible() {
  return true;
}

WorkerStart WorkerPool::start() {
  Worker& worker = *workers_.emplace_back(std::make_unique<Worker>(options_));
  const Seconds limit = std::max(shortest_start_limit, options_.timeout);
  for (bool ended = false;;) {
    if (const auto line = worker.line(ended)) {
      worker.become_ready();
      return read_start(*line);
    }
    if (ended) {
      const int status = worker.closed();
      workers_.clear();
      throw InternalError("the first worker ended while it started OpenGL: " + end_text(status));
    }
    const Seconds left = limit - (Clock::now() - worker.since());
    if (left.count() <= 0) {
      workers_.clear();
      throw InternalError(fmt::format("OpenGL did not start within {:.0f} s", limit.count()));
    }
    pollfd one{worker.descriptor(), POLLIN, 0};
    poll(&one, 1, static_cast<int>(std::min(left.count(), 1.0) * 1000) + 1);
  }
}

void WorkerPool::run(const std::vector<CheckGroup>& groups, const Report& report,
                     const std::function<bool()>& stopped) {
  Work work(options_, groups, report);
  const Seconds start_limit = std::max(shortest_start_limit, options_.timeout);
  while (!work.done() && !stopped()) {
    for (const auto& worker : workers_) {
      if (worker->idle() && work.has_waiting()) work.give_next(*worker);
    }
    const auto starting =
        static_cast<std::size_t>(std::ranges::count_if(workers_, [](const auto& worker) { return !worker->ready(); }));
    if (workers_.size() < options_.jobs && work.waiting_count() > starting) {
      workers_.push_back(std::make_unique<Worker>(options_));
    }

    std::vector<pollfd> waits;
    for (const auto& worker : workers_) waits.push_back({worker->descriptor(), POLLIN, 0});
    constexpr int milliseconds = 200;
    poll(waits.data(), waits.size(), milliseconds);

    for (std::size_t i = 0; i < workers_.size(); ++i) {
      Worker& worker = *workers_[i];
      bool ended = false;
      while (const auto line = worker.line(ended)) {
        if (!worker.ready()) {
          read_start(*line);
          worker.become_ready();
        } else if (const auto coverage = read_coverage(*line)) {
          options_.coverage(*coverage);
        } else {
          work.finish_case(worker.batch(), from_wire(*line));
        }
      }
      const Seconds lasted = Clock::now() - worker.since();
      if (ended) {
        const bool ready = worker.ready();
        const std::string how = end_text(worker.closed());
        if (!ready) throw InternalError("a worker ended while it started OpenGL: " + how);
        work.lose(worker.batch(), CaseStatus::crashed, "the process ended with " + how, lasted);
      } else if (!worker.ready() && lasted > start_limit) {
        throw InternalError(fmt::format("OpenGL did not start within {:.0f} s", start_limit.count()));
      } else if (!worker.batch().cases.empty() && options_.timeout.count() > 0 && lasted > options_.timeout) {
        worker.end();
        work.lose(worker.batch(), CaseStatus::timed_out,
                  fmt::format("it did not end within {} s (--timeout)", options_.timeout.count()), lasted);
      } else {
        continue;
      }
      workers_.erase(workers_.begin() + static_cast<std::ptrdiff_t>(i--));
    }
  }
  workers_.clear();
}

}  // namespace texelsort::app
