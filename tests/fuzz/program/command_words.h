#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/fuzz/program/trial.h"

/// Generator and runner of mistyped command lines.
namespace texelsort::fuzz {

/// Returns words of a command line after the program's name: a valid command line with one to three words changed. The
/// result is the same on every machine.
std::vector<std::string> make_words(std::uint64_t seed, std::uint64_t index);

/// Returns "texelsort" and the words, quoted for a shell.
std::string command_line(const std::vector<std::string>& words);

/// Runs the program with these words in an empty folder, without a display. It must end within `seconds` with a
/// documented exit code, and print one error line if the code is not 0. Exit codes 2 and 3 give the verdict "refused".
Verdict run_words(const std::string& program, const std::vector<std::string>& words, double seconds);

}  // namespace texelsort::fuzz
