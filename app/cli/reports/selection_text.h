#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compute/check/verify.h"

namespace texelsort::app {

/// Runs a selection from its start and tests the claim of each pass. Prints one line per pass: "pass 1  round 1  m =
/// 1000 counts 3, bit 1". Returns the first failure, or nothing if there is none.
std::optional<algorithms::Failure> print_selection_trace(algorithms::Run& run, const algorithms::Problem& problem,
                                                         const std::vector<std::string>& costs);

/// A selection's answers, and the information that is printed with them.
struct SelectionReport {
  std::string algorithm;
  const algorithms::Problem* problem = nullptr;
  std::vector<algorithms::Question> questions;
  const algorithms::Selection* selection = nullptr;
  std::uint64_t passes = 0;
  double total_ms = 0;
};

/// Returns one line per question with its answer, "2nd largest  11", and one line with the number of passes and the
/// time.
std::string selection_text(const SelectionReport& report);

/// Returns the answers as one JSON object, ending in a newline. docs/formats.md lists its keys.
std::string selection_json(const SelectionReport& report);

}  // namespace texelsort::app
