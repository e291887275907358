#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "compute/algorithms/core/run.h"
#include "compute/check/verify.h"

namespace texelsort::algorithms {

enum class Outcome : std::uint8_t {
  passed,
  failed,   ///< a claim, the output or the guard words are wrong, or a kernel broke a rule such as an array bound
  skipped,  ///< the device, or the algorithm with these keys, does not support the case
  error,    ///< a shader does not compile, or the device failed
};

/// A source line of a shader or kernel.
struct SourcePlace {
  std::string file;        ///< relative to shaders/ for a shader; compute/... for a kernel
  std::uint32_t line = 0;  ///< from 1; 0 if unknown
  bool shader = true;
};

struct CheckResult {
  Outcome outcome = Outcome::passed;
  std::string message{};               ///< reason why the case was skipped, or the failure, in one line
  std::optional<Failure> failure{};    ///< pass, index and comparator of the failure
  std::optional<SourcePlace> place{};  ///< line of the failing pass that compares or writes keys
};

/// Returns the problem of a case: generated keys, fields and sequences.
Problem problem_of(const CheckCase& check_case);

/// Runs one case and tests every claim. The device may be null for CPU algorithms.
CheckResult run_check(gpu::Device* device, const CheckCase& check_case);

/// Restarts a run, executes it up to pass number `pass` (from 0) and returns the source line of that pass: the line
/// that is marked as comparing keys, otherwise the one that writes them, otherwise the first line of the file. Nothing
/// if the pass has no shader or kernel. The run has executed that pass afterwards.
std::optional<SourcePlace> source_of_pass(Run& run, std::uint64_t pass, gpu::Device* device);

}  // namespace texelsort::algorithms
