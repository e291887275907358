#pragma once

#include <chrono>

namespace texelsort::data {

/// How long the functions of files.h have brought bytes in and out since the process began. Who wants to know it of
/// some work takes the difference.
struct IoTimes {
  std::chrono::nanoseconds reading{}, writing{};
};
IoTimes io_times();

/// Counts what passes in its life. Internal to the data layer.
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
