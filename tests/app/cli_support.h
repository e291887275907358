#pragma once

#include <csignal>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/temporary_folder.h"

extern char** environ;

namespace texelsort::app {

struct Outcome {
  int exit_code = -1;
  std::string out, err;
};

using tests::read_file;
using tests::TemporaryFolder;
using tests::write_file;

/// Removes the note about the load by other programs, which depends on the machine.
inline std::string without_load(std::string text) {
  const std::size_t at = text.find("texelsort: note: other programs use");
  if (at != std::string::npos) text.erase(at, text.find('\n', at) + 1 - at);
  return text;
}

/// Runs the program that the first word names. Standard input is `input`, or /dev/null if `input` is empty. Adds
/// `more_environment` to the environment. Calls `meanwhile` with the process id after the start.
inline Outcome run_words(std::vector<std::string> arguments, const std::string& input = "",
                         const std::vector<std::string>& more_environment = {},
                         const std::function<void(pid_t)>& meanwhile = {}) {
  const TemporaryFolder folder;
  write_file(folder / "in", input);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  const std::string in = input.empty() ? "/dev/null" : folder / "in", out = folder / "out", err = folder / "err";
  posix_spawn_file_actions_addopen(&actions, 0, in.c_str(), O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_addopen(&actions, 2, err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);

  std::vector<char*> argv, env;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  std::vector<std::string> added = more_environment;
  // Empty, because this variable is for the tests, not for the programs that they start.
  added.emplace_back("TEXELSORT_REQUIRE=");
  for (std::string& variable : added) env.push_back(variable.data());
  for (char** variable = environ; *variable != nullptr; ++variable) env.push_back(*variable);
  env.push_back(nullptr);

  // Restores default handling, because a shell that runs tests in the background ignores these signals.
  sigset_t defaults;
  sigemptyset(&defaults);
  for (const int number : {SIGINT, SIGQUIT, SIGHUP}) sigaddset(&defaults, number);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);

  Outcome outcome;
  pid_t child = 0;
  const int error = posix_spawnp(&child, argv.front(), &actions, &attributes, argv.data(), env.data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (error != 0) {
    ADD_FAILURE() << "cannot start " << arguments.front();
    return outcome;
  }
  if (meanwhile) meanwhile(child);
  int status = 0;
  waitpid(child, &status, 0);
  outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  outcome.out = read_file(out);
  outcome.err = without_load(read_file(err));
  return outcome;
}

/// Runs texelsort with these words; see run_words().
inline Outcome run_program(const std::vector<std::string>& words, const std::string& input = "",
                           const std::vector<std::string>& more_environment = {},
                           const std::function<void(pid_t)>& meanwhile = {}) {
  std::vector<std::string> arguments{TEXELSORT_BINARY};
  arguments.insert(arguments.end(), words.begin(), words.end());
  return run_words(std::move(arguments), input, more_environment, meanwhile);
}

inline bool is_installed(const std::string& program) {
  return std::system(("command -v " + program + " >/dev/null").c_str()) == 0;
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// Environment variables that hide the display.
inline const std::vector<std::string> without_display{"DISPLAY=", "WAYLAND_DISPLAY="};

/// Checks that a command failed with this exit code. It must print one line on standard error that contains `parts`,
/// and nothing on standard output.
inline void expect_one_line_error(const Outcome& outcome, int exit_code, const std::vector<std::string>& parts) {
  EXPECT_EQ(outcome.exit_code, exit_code) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err.rfind("texelsort: ", 0), 0u) << outcome.err;
  EXPECT_EQ(outcome.err.find('\n'), outcome.err.size() - 1) << outcome.err;
  for (const std::string& part : parts)
    EXPECT_TRUE(contains(outcome.err, part)) << part << " is not in: " << outcome.err;
}

/// Runs texelsort with these words and returns its output as JSON. The program must succeed.
inline nlohmann::json json_of(const std::vector<std::string>& words) {
  const Outcome outcome = run_program(words);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  return nlohmann::json::parse(outcome.out);
}

}  // namespace texelsort::app
