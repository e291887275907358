#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

#include "compute/check/verify.h"

namespace texelsort::app {

/// Every claim of a run tested from the input on, some passes at a time so that a window can go on drawing; at the end
/// the result.
class ClaimSweep {
 public:
  /// `run` stands at its input. `stable`: whether equal keys have to keep their order.
  ClaimSweep(std::unique_ptr<algorithms::Run> run, std::shared_ptr<const algorithms::Problem> problem, bool stable);

  /// Works for about `budget`, at least one pass. True while there is more to do.
  bool advance(std::chrono::milliseconds budget);

  bool done() const { return done_; }
  std::uint64_t tested() const { return tested_; }  ///< claims so far, a broken one with them
  std::optional<std::uint64_t> total() const { return run_->total_passes(); }

  /// The first claim that is broken, or what is wrong with the result; nothing if all hold.
  const std::optional<algorithms::Failure>& failure() const { return failure_; }

 private:
  std::unique_ptr<algorithms::Run> run_;
  std::shared_ptr<const algorithms::Problem> problem_;
  bool stable_;
  algorithms::PassVerifier witness_;
  std::uint64_t tested_ = 0;
  std::optional<algorithms::Failure> failure_;
  bool done_ = false;
};

}  // namespace texelsort::app
