#include "app/cli/platform/desktop/spawn.h"

#include <algorithm>
#include <cerrno>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/cli/commands/child_process.h"

namespace texelsort::app {

int spawn(const std::string& program, std::vector<std::string> words, const SpawnOptions& options, pid_t& process) {
  words.insert(words.begin(), program == this_program ? "texelsort" : program);
  std::vector<char*> arguments, environment;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  for (char** variable = environ; *variable != nullptr; ++variable) environment.push_back(*variable);
  std::vector<std::string> added = options.environment;
  for (std::string& variable : added) environment.push_back(variable.data());
  environment.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (const auto& [from, to] : options.descriptors) posix_spawn_file_actions_adddup2(&actions, from, to);
  const auto is_input = [](const std::pair<int, int>& one) { return one.second == STDIN_FILENO; };
  // Comes last, because one of the descriptors may be 0 if this process has no standard input.
  if (std::ranges::none_of(options.descriptors, is_input)) {
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  }
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  if (options.own_group) {
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
  }
  const int error =
      posix_spawnp(&process, program.c_str(), &actions, &attributes, arguments.data(), environment.data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return error;
}

int wait_for(pid_t process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

}  // namespace texelsort::app
