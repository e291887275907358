#pragma once

#include <memory>

#include "compute/measure/benchmark_case.h"

namespace texelsort::measure {

/// Measurement of one configuration that executes one run per call, so that a window stays responsive. First come
/// warm-ups, then runs that measure total times, then runs that measure each pass. Destroy the object to cancel the
/// measurement.
class Measuring {
 public:
  /// Prepares a measurement and uploads the input. Throws the errors of Algorithm::start.
  Measuring(const Entry& entry, gpu::Device* device, std::shared_ptr<const algorithms::Problem> problem,
            const Budget& budget, bool passes);

  /// Executes one run. Returns true if further runs are necessary.
  bool advance();

  /// Returns the estimated progress, 0 to 1. The measurement may end earlier.
  float progress() const;

  /// Returns the measurement, which is complete once advance() has returned false.
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
