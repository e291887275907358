#include "app/cli/commands/child_process.h"

#include <array>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compute/data/error.h"

namespace texelsort::app {

namespace {

/// Reads two pipes until both are closed.
void read_all(std::array<pollfd, 2>& pipes, std::array<std::string*, 2> texts) {
  for (std::size_t open = pipes.size(); open > 0;) {
    if (poll(pipes.data(), pipes.size(), -1) < 0 && errno != EINTR) return;
    for (std::size_t i = 0; i < pipes.size(); ++i) {
      if (pipes[i].fd < 0 || pipes[i].revents == 0) continue;
      std::array<char, 65536> piece{};
      const ssize_t count = read(pipes[i].fd, piece.data(), piece.size());
      if (count < 0 && errno == EINTR) continue;
      if (count > 0) {
        texts[i]->append(piece.data(), static_cast<std::size_t>(count));
        continue;
      }
      close(pipes[i].fd);
      pipes[i].fd = -1;  // poll() ignores negative descriptors
      --open;
    }
  }
}

}  // namespace

ChildOutput run_child(const std::string& program, std::vector<std::string> words) {
  std::array<int, 2> out{}, err{};
  if (pipe2(out.data(), O_CLOEXEC) != 0 || pipe2(err.data(), O_CLOEXEC) != 0) {
    throw InternalError(fmt::format("a process cannot be started: {}", std::strerror(errno)));
  }
  words.insert(words.begin(), program == this_program ? "texelsort" : program);
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err[1], STDERR_FILENO);
  pid_t process = 0;
  const int error = posix_spawnp(&process, program.c_str(), &actions, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(out[1]);
  close(err[1]);
  if (error != 0) {
    close(out[0]);
    close(err[0]);
    throw UsageError(fmt::format("the program {} cannot be started: {}", program, std::strerror(error)));
  }
  ChildOutput output;
  std::array<pollfd, 2> pipes{{{out[0], POLLIN, 0}, {err[0], POLLIN, 0}}};
  read_all(pipes, {&output.out, &output.err});
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  output.exit_code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  return output;
}

}  // namespace texelsort::app
