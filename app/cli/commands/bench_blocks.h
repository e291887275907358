#pragma once

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

}  // namespace texelsort::app
