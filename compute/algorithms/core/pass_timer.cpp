#include "compute/algorithms/core/pass_timer.h"

#include <utility>

namespace texelsort::algorithms {
namespace {

double milliseconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

void CpuPassTimer::end() {
  if (on_) times_.push_back(milliseconds_since(start_));
}

void CpuPassTimer::time_passes(bool on) {
  if (on) times_.clear();
  on_ = on;
}

std::vector<double> CpuPassTimer::take() {
  return std::exchange(times_, {});
}

double CpuPassTimer::time(const std::function<void()>& work, bool) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return milliseconds_since(start);
}

}  // namespace texelsort::algorithms
