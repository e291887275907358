#pragma once

#include <cstdint>
#include <string>

#include "tests/fuzz/program/fuzz_case.h"

namespace texelsort::fuzz {

/// Result of a case. Refused: rejected with a reason before there was any output.
struct Verdict {
  enum class Kind : std::uint8_t { right, refused, wrong };
  Kind kind = Kind::right;
  std::string message;
};

/// Runs a case as commands do, compares the result with the oracle's, and requires that the program's own check agrees.
Verdict run_case(const Case& one, gpu::Device* device);

}  // namespace texelsort::fuzz
