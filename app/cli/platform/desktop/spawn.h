#pragma once

#include <string>
#include <utility>
#include <vector>

#include <sys/types.h>

namespace texelsort::app {

/// How a child process differs from this process. Its standard input is empty unless a descriptor replaces it.
struct SpawnOptions {
  /// Descriptors of this process, and their numbers in the child. Other descriptors with O_CLOEXEC are closed there.
  std::vector<std::pair<int, int>> descriptors{};
  std::vector<std::string> environment{};  ///< variables to add to the environment: "NAME=VALUE"
  bool own_group = false;                  ///< true to start a process group, which Ctrl-C does not reach
};

/// Starts a program with these words. Looks in the folders of PATH if `program` contains no slash. Sets `process` to
/// the child's id. Returns 0, or the number of the error if the program cannot be started.
int spawn(const std::string& program, std::vector<std::string> words, const SpawnOptions& options, pid_t& process);

/// Waits for the end of a child process, and returns its exit status in the form of waitpid().
int wait_for(pid_t process);

}  // namespace texelsort::app
