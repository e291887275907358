#pragma once

#include <cstdint>
#include <string>

#include "tests/fuzz/program/fuzz_case.h"

namespace texelsort::fuzz {

/// Result of a case. `refused`: the program rejected the case with a reason, before it produced output.
struct Verdict {
  enum class Kind : std::uint8_t { right, refused, wrong };
  Kind kind = Kind::right;
  std::string message;
};

/// Runs a case as commands do, and compares the result with the oracle's. The program's own check must agree.
Verdict run_case(const Case& one, gpu::Device* device);

}  // namespace texelsort::fuzz
