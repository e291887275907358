#pragma once

#include <chrono>

namespace texelsort::data {

/// Total time of reading and writing files since the process began. Callers subtract two values to measure a task.
struct IoTimes {
  std::chrono::nanoseconds reading{}, writing{};
};
IoTimes io_times();

/// Timer that adds its lifetime to the time of reading or writing in io_times(). Internal to the data layer.
class IoTimer {
 public:
  enum class Way { reading, writing };
  explicit IoTimer(Way way) : way_(way) {}
  IoTimer(const IoTimer&) = delete;
  IoTimer& operator=(const IoTimer&) = delete;
  ~IoTimer();

 private:
  Way way_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace texelsort::data
