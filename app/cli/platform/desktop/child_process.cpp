#include "app/cli/commands/child_process.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/cli/platform/desktop/spawn.h"
#include "compute/data/error.h"

namespace texelsort::app {

namespace {

/// Two connected descriptors.
using Ends = std::array<int, 2>;

void require(int result) {
  if (result != 0) throw InternalError(fmt::format("a process cannot be started: {}", std::strerror(errno)));
}

Ends new_pipe() {
  Ends ends{};
  require(pipe2(ends.data(), O_CLOEXEC));
  return ends;
}

/// A socket, unlike a pipe, can report a closed end without a signal.
Ends new_socket() {
  Ends ends{};
  require(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()));
  return ends;
}

void close_if_open(int& descriptor) {
  if (descriptor >= 0) close(descriptor);
  descriptor = -1;
}

}  // namespace

struct Child::Process {
  pid_t id = 0;
  int input = -1;
  std::array<pollfd, 2> outputs{{{-1, POLLIN, 0}, {-1, POLLIN, 0}}};
  ChildOutput output;

  ~Process() {
    close_if_open(input);
    for (pollfd& one : outputs) close_if_open(one.fd);
    if (id == 0) return;
    kill(id, SIGKILL);
    wait();
  }

  /// Reads the next pieces of standard output and standard error. Returns false once both are closed.
  bool read_some() {
    if (outputs[0].fd < 0 && outputs[1].fd < 0) return false;
    if (poll(outputs.data(), outputs.size(), -1) < 0) return errno == EINTR;
    const std::array<std::string*, 2> texts{&output.out, &output.err};
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      if (outputs[i].fd < 0 || outputs[i].revents == 0) continue;
      std::array<char, 65536> piece{};
      const ssize_t count = read(outputs[i].fd, piece.data(), piece.size());
      if (count < 0 && errno == EINTR) continue;
      if (count > 0) {
        texts[i]->append(piece.data(), static_cast<std::size_t>(count));
      } else {
        close_if_open(outputs[i].fd);  // poll() ignores negative descriptors
      }
    }
    return true;
  }

  void wait() {
    const int status = wait_for(id);
    id = 0;
    output.exit_code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  }
};

Child::Child(const std::string& program, std::vector<std::string> words) : process_(std::make_unique<Process>()) {
  const Ends in = new_socket(), out = new_pipe(), err = new_pipe();
  process_->input = in[0];
  process_->outputs[0].fd = out[0];
  process_->outputs[1].fd = err[0];
  const int error = spawn(program, std::move(words),
                          {.descriptors = {{out[1], STDOUT_FILENO}, {err[1], STDERR_FILENO}, {in[1], STDIN_FILENO}}},
                          process_->id);
  for (const int end : {in[1], out[1], err[1]}) close(end);
  if (error == 0) return;
  process_->id = 0;
  throw UsageError(fmt::format("the program {} cannot be started: {}", program, std::strerror(error)));
}

Child::~Child() = default;
Child::Child(Child&&) noexcept = default;
Child& Child::operator=(Child&&) noexcept = default;

std::optional<std::string> Child::line(std::string_view prefix) {
  std::string& out = process_->output.out;
  std::size_t end = out.find('\n');
  while (end == std::string::npos && process_->outputs[0].fd >= 0 && process_->read_some()) end = out.find('\n');
  if (end == std::string::npos || !out.starts_with(prefix)) return std::nullopt;
  std::string line = out.substr(0, end);
  out.erase(0, end + 1);
  return line;
}

void Child::send(const std::string& line) {
  const std::string text = line + '\n';
  std::size_t sent = 0;
  while (sent < text.size()) {
    const ssize_t count = ::send(process_->input, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    sent += static_cast<std::size_t>(count);
  }
}

ChildOutput Child::end() {
  close_if_open(process_->input);
  while (process_->read_some()) {
  }
  process_->wait();
  return std::move(process_->output);
}

}  // namespace texelsort::app
