#pragma once

#include <cstdint>
#include <functional>

/// Cases one after another in a process of their own, so that one that crashes or hangs is found and named.
namespace texelsort::fuzz {

struct Plan {
  std::uint64_t seed = 1;
  std::uint64_t first = 0;
  std::uint64_t cases = ~std::uint64_t{0};
  double seconds = 60;
  double case_seconds = 120;  ///< a case that takes longer hangs
};

/// Prints every case that does not end right, with the command that runs it, and a summary. Returns how many there
/// were.
std::uint64_t run_plan(const Plan& plan);

}  // namespace texelsort::fuzz
