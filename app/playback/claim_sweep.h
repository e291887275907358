#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

#include "compute/check/verify.h"

namespace texelsort::app {

/// Test of the claims of all passes of a run, and then of the result. It works in slices of a few passes, so that a
/// window can draw in between.
class ClaimSweep {
 public:
  /// Prepares the test of a run, which must be at its input. `stable` is true if equal keys must keep their order.
  ClaimSweep(std::unique_ptr<algorithms::Run> run, std::shared_ptr<const algorithms::Problem> problem, bool stable);

  /// Tests claims for about `budget`, at least one pass. Returns true while work remains.
  bool advance(std::chrono::milliseconds budget);

  bool done() const { return done_; }
  std::uint64_t tested() const { return tested_; }  ///< number of claims tested so far, including a violated one
  std::optional<std::uint64_t> total() const { return run_->total_passes(); }

  /// The first violated claim, or the error in the result. Empty if none was found.
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
