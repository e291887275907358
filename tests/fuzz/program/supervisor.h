#pragma once

#include <cstdint>
#include <functional>

/// Runs cases one after another in a separate process, so that a case that crashes or hangs is detected and reported.
namespace texelsort::fuzz {

struct Plan {
  std::uint64_t seed = 1;
  std::uint64_t first = 0;
  std::uint64_t cases = ~std::uint64_t{0};
  double seconds = 60;
  double case_seconds = 120;  ///< timeout of a case in seconds; longer cases count as hanging
};

/// Prints every failed case with the command that runs it, and a summary. Returns the number of failed cases.
std::uint64_t run_plan(const Plan& plan);

}  // namespace texelsort::fuzz
