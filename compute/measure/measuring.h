#pragma once

#include <memory>

#include "compute/measure/benchmark_case.h"

namespace texelsort::measure {

/// Measurement that executes one run at a time, so that a window stays responsive: warm-ups, totals, then per-pass
/// times from separate runs. To cancel, destroy it.
class Measuring {
 public:
  /// Starts a run. Throws the errors of Algorithm::start.
  Measuring(const Entry& entry, gpu::Device* device, std::shared_ptr<const algorithms::Problem> problem,
            const Budget& budget, bool passes);

  /// Executes one run. Returns true while work remains.
  bool advance();

  /// Estimated progress, 0 to 1; the measurement may end earlier.
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
