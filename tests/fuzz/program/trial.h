#pragma once

#include <cstdint>
#include <string>

#include "tests/fuzz/program/fuzz_case.h"

namespace texelsort::fuzz {

/// How a case ended. Refused: with a reason, before anything came out.
struct Verdict {
  enum class Kind : std::uint8_t { right, refused, wrong };
  Kind kind = Kind::right;
  std::string message;
};

/// Runs a case as commands run it, compares the result with the oracle's, and requires that the program's own check
/// says the same.
Verdict run_case(const Case& one, gpu::Device* device);

}  // namespace texelsort::fuzz
