#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compute/check/verify.h"

namespace texelsort::app {

/// Runs a selection pass by pass from its start, prints a line for each, "pass 1  round 1  m = 1000 counts 3, bit 1",
/// and tests its claim. The first failure, if there is one.
std::optional<algorithms::Failure> print_selection_trace(algorithms::Run& run, const algorithms::Problem& problem,
                                                         const std::vector<std::string>& costs);

/// What a selection's answers are printed with.
struct SelectionReport {
  std::string algorithm;
  const algorithms::Problem* problem = nullptr;
  std::vector<algorithms::Question> questions;
  const algorithms::Selection* selection = nullptr;
  std::uint64_t passes = 0;
  double total_ms = 0;
};

/// A line for each question, "2nd largest  11", and one that says what it took.
std::string selection_text(const SelectionReport& report);

/// One JSON object, ending in a newline; see docs/formats.md for its keys.
std::string selection_json(const SelectionReport& report);

}  // namespace texelsort::app
