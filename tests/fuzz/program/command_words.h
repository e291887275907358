#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/fuzz/program/trial.h"

/// Command lines that somebody has mistyped.
namespace texelsort::fuzz {

/// Words after the program's name: a good command line with one to three of its words changed. The same on every
/// machine.
std::vector<std::string> make_words(std::uint64_t seed, std::uint64_t index);

/// As a shell reads them back, after "texelsort".
std::string command_line(const std::vector<std::string>& words);

/// Runs the program with these words in an empty folder, without a display: it ends within `seconds`, with an exit code
/// that says why, and with one line where that is not 0. Refused: with exit 2 or 3.
Verdict run_words(const std::string& program, const std::vector<std::string>& words, double seconds);

}  // namespace texelsort::fuzz
