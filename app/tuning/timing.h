#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/tuning/device_thread.h"
#include "compute/measure/measuring.h"

namespace texelsort::app {

/// A running measurement that the window polls once per frame. Destroying the object cancels the measurement.
class RunTiming {
 public:
  virtual ~RunTiming() = default;
  /// Advances the measurement, and returns true while work remains. Throws the exceptions of the measured run.
  virtual bool advance() = 0;
  virtual float progress() const = 0;  ///< Returns the estimated progress, from 0 to 1.
  /// Returns whether the measurement also continues between calls of advance().
  virtual bool by_itself() const = 0;
  /// Returns the measured times of each configuration, in the order of TimedRun::configurations. They are complete once
  /// advance() has returned false.
  virtual std::vector<measure::Measurement> results() const = 0;
  /// Returns the load_warning() about the time of the measurement, once advance() has returned false.
  virtual std::string warning() const = 0;
};

/// Configurations to measure in the same rounds, with their problem and the limit of measurements.
struct TimedRun {
  std::vector<algorithms::Prepared> configurations;
  std::shared_ptr<const algorithms::Problem> problem;
  measure::Budget budget;
};

/// Measures a run in the calling thread, one repetition per advance(). Throws the exceptions of Algorithm::start.
std::unique_ptr<RunTiming> time_here(const TimedRun& run, gpu::Device* device);

/// Measures a run in another thread with that thread's device. `thread` must outlive the result.
std::unique_ptr<RunTiming> time_beside(const TimedRun& run, DeviceThread& thread);

}  // namespace texelsort::app
