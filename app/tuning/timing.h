#pragma once

#include <memory>

#include "app/tuning/device_thread.h"
#include "compute/measure/measuring.h"

namespace texelsort::app {

/// A measurement under way, looked at once a frame. Cancelled by dropping it.
class RunTiming {
 public:
  virtual ~RunTiming() = default;
  /// True while there is more to do. Throws what the run throws.
  virtual bool advance() = 0;
  virtual float progress() const = 0;  ///< from 0 to 1, a guess
  /// Whether it goes on by itself, without frames.
  virtual bool by_itself() const = 0;
  /// Complete once advance() has returned false.
  virtual const measure::Measurement& result() const = 0;
};

/// What is measured.
struct TimedRun {
  algorithms::Prepared prepared;
  std::shared_ptr<const algorithms::Problem> problem;
  measure::Budget budget;
};

/// By the caller, a run at each advance(). Throws what Algorithm::start throws.
std::unique_ptr<RunTiming> time_here(const TimedRun& run, gpu::Device* device);

/// By the thread, which outlives it, on its device.
std::unique_ptr<RunTiming> time_beside(const TimedRun& run, DeviceThread& thread);

}  // namespace texelsort::app
