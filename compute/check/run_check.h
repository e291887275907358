#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/core/run.h"
#include "compute/check/verify.h"
#include "compute/spirv/conditions.h"

namespace texelsort::algorithms {

enum class Outcome : std::uint8_t {
  passed,
  failed,   ///< a claim, the output or the guard words are wrong, or a kernel broke a rule such as an array bound
  skipped,  ///< the device or the algorithm does not support the case
  error,    ///< a shader does not compile, or the device failed
};

/// Source line of a shader or a kernel.
struct SourcePlace {
  std::string file;        ///< path relative to shaders/ for a shader; path from compute/ on for a kernel
  std::uint32_t line = 0;  ///< line number from 1; 0 if unknown
  bool shader = true;
};

struct CheckResult {
  Outcome outcome = Outcome::passed;
  std::string message{};  ///< reason why the case failed or was skipped, in one line; empty if it passed
  /// Pass, index and comparator of the failure. Null if the case did not fail, or if a device error ended it.
  std::optional<Failure> failure{};
  /// Line that compares or writes keys in the program of the failed pass; null if unknown.
  std::optional<SourcePlace> place{};
  std::vector<spirv::Finding> findings{};  ///< rules that compute shaders violated while the CPU executed them
};

/// Returns the problem of a check case, with generated keys, fields and sequences.
Problem problem_of(const CheckCase& check_case);

/// Rules and schedules for checking a case with compute shaders on the CPU.
struct Sanitizing {
  std::vector<spirv::Check> checks;  ///< rules to check, in ascending order
  std::vector<spirv::Schedule> schedules;
};
/// Returns the schedules of a thorough check: ascending, descending, random, lock step, and one starving workgroup.
std::vector<spirv::Schedule> all_schedules();

/// Runs one check case under each schedule, on a device whose compute shaders the CPU executes. The case fails if a
/// shader violates a rule of `sanitizing.checks`, or if a claim fails under any schedule. The message then begins with
/// the schedule. It names the first word that differs from the result of ascending order.
CheckResult run_sanitized(gpu::Device& device, const CheckCase& check_case, const Sanitizing& sanitizing);

/// Runs one check case and tests every claim. `device` may be null for algorithms on the CPU.
CheckResult run_check(gpu::Device* device, const CheckCase& check_case);

/// Returns the source line of a pass that compares keys. If there is none, returns the one that writes keys, or the
/// start of the main function. Returns null if the pass has no shader or kernel. `pass` counts from 0. To find the
/// programs of the pass, restarts the run and executes it up to and including the pass.
std::optional<SourcePlace> source_of_pass(Run& run, std::uint64_t pass, gpu::Device* device);

}  // namespace texelsort::algorithms
