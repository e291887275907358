#pragma once

#include <memory>

#include "compute/measure/benchmark_case.h"

namespace texelsort::measure {

/// A measurement taken one run at a time, so that a window can go on drawing: warm-ups, totals, then per-pass times
/// from runs of their own. Cancelled by dropping it.
class Measuring {
 public:
  /// Starts a run. Throws what Algorithm::start throws.
  Measuring(const Entry& entry, gpu::Device* device, std::shared_ptr<const algorithms::Problem> problem,
            const Budget& budget, bool passes);

  /// Executes one run. True while there is more to do.
  bool advance();

  /// From 0 to 1, a guess: the interval may be narrow early.
  float progress() const;

  /// Complete once advance() has returned false.
  const Measurement& result() const { return subject_.result(); }

 private:
  enum class Phase : std::uint8_t { warm_up, totals, passes, done };

  void end_totals();

  Budget budget_;
  bool passes_;
  BenchmarkCase subject_;
  Phase phase_ = Phase::warm_up;
  double total_seconds_ = 0;
};

}  // namespace texelsort::measure
