#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

#include "compute/check/verify.h"

namespace texelsort::app {

/// Tests the claims of all passes of a run, and then the result. The test works in slices of a few passes, so that a
/// window can draw between two slices.
class ClaimSweep {
 public:
  /// Prepares a test. The run must be at its input. `stable` is true if equal keys must keep their order.
  ClaimSweep(std::unique_ptr<algorithms::Run> run, std::shared_ptr<const algorithms::Problem> problem, bool stable);

  /// Tests claims for the duration `budget`, but at least one pass. Returns true while work remains.
  bool advance(std::chrono::milliseconds budget);

  bool done() const { return done_; }
  /// Returns the number of claims tested so far, including a violated claim.
  std::uint64_t tested() const { return tested_; }
  std::optional<std::uint64_t> total() const { return run_->total_passes(); }

  /// Returns the first violated claim, or the error in the result. Returns an empty value if no error was found.
  const std::optional<algorithms::Failure>& failure() const { return failure_; }

 private:
  std::unique_ptr<algorithms::Run> run_;
  std::shared_ptr<const algorithms::Problem> problem_;
  bool stable_;
  algorithms::PassVerifier verifier_;
  std::uint64_t tested_ = 0;
  std::optional<algorithms::Failure> failure_;
  bool done_ = false;
};

}  // namespace texelsort::app
