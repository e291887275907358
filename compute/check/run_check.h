#pragma once

#include <optional>
#include <string>

#include "compute/check/verify.h"

namespace texelsort::algorithms {

enum class Outcome : std::uint8_t {
  passed,
  failed,   ///< a claim, the output or a guard is wrong, or a kernel did what none may do
  skipped,  ///< this device, or the algorithm with these keys, refuses the case
  error,    ///< a shader does not compile, or the device failed
};

/// A line of a shader or kernel.
struct SourcePlace {
  std::string file;        ///< below shaders/ for a shader, as compute/... for a kernel
  std::uint32_t line = 0;  ///< from 1; 0 if unknown
  bool shader = true;
};

struct CheckResult {
  Outcome outcome = Outcome::passed;
  std::string message{};                     ///< the reason of a skip, or the failure in one line
  std::optional<Failure> failure{};          ///< which pass, index and comparator are wrong
  std::optional<SourcePlace> place{};        ///< of a failing pass the line that compares or writes keys
};

/// The problem of a case: generated keys, fields and sequences.
Problem problem_of(const CheckCase& check_case);

/// Runs one case with every claim tested. A null device is for algorithms of the CPU.
CheckResult run_check(gpu::Device* device, const CheckCase& check_case);

}  // namespace texelsort::algorithms
