#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/cli/options/bench_options.h"

namespace texelsort::app {

/// Returns the words of `bench` that measure one block of a comparison: its options with a share of the time, the
/// control, and JSON as output.
std::vector<std::string> words_of_block(BenchOptions& options);

/// Runs `PROGRAM bench` with these words, and returns the rows of its JSON. Throws UsageError with the program's own
/// message if it rejects the words. Throws Error if a signal interrupts this process.
nlohmann::ordered_json measure_block(const std::string& program, const std::vector<std::string>& words);

/// Rows of the JSON of `bench` of two programs.
using PairOfRows = std::array<nlohmann::ordered_json, 2>;

/// Runs `PROGRAM bench --paced` of two programs at once, which take turns: a program measures a round while the other
/// one waits. The order changes from round to round, so that a steady change of the machine affects both alike. Program
/// number `first` begins. Throws the errors of measure_block().
PairOfRows measure_in_turns(const std::array<std::string, 2>& programs, std::vector<std::string> words,
                            std::size_t first);

}  // namespace texelsort::app
