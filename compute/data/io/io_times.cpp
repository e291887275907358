#include "compute/data/io/io_times.h"

#include <atomic>
#include <cstdint>

namespace texelsort::data {
namespace {

std::atomic<std::int64_t> read_ns = 0, written_ns = 0;

}  // namespace

IoTimes io_times() {
  return {std::chrono::nanoseconds(read_ns), std::chrono::nanoseconds(written_ns)};
}

IoTimer::~IoTimer() {
  const std::chrono::nanoseconds passed = std::chrono::steady_clock::now() - start_;
  (way_ == Way::reading ? read_ns : written_ns) += passed.count();
}

}  // namespace texelsort::data
