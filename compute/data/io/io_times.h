#pragma once

#include <chrono>

namespace texelsort::data {

/// Total time that the functions of files.h have spent on reading and writing since the process began. Callers subtract
/// two values to time a task.
struct IoTimes {
  std::chrono::nanoseconds reading{}, writing{};
};
IoTimes io_times();

/// Adds its lifetime to io_times(). Internal to the data layer.
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
