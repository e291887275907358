#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/fuzz/program/trial.h"

/// Generates mistyped command lines.
namespace texelsort::fuzz {

/// Returns the words after the program's name: a valid command line with one to three of its words changed. The same on
/// every machine.
std::vector<std::string> make_words(std::uint64_t seed, std::uint64_t index);

/// Returns the words quoted for a shell, after "texelsort".
std::string command_line(const std::vector<std::string>& words);

/// Runs the program with these words in an empty folder, without a display. It must end within `seconds`, with a
/// documented exit code, and with one line of error if that is not 0. Exit codes 2 and 3 give the verdict "refused".
Verdict run_words(const std::string& program, const std::vector<std::string>& words, double seconds);

}  // namespace texelsort::fuzz
