#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

namespace texelsort::gpu {

/// Returns the milliseconds between two timestamps in nanoseconds. Throws UnavailableError if the end is before the
/// start.
double span_ms(std::uint64_t start, std::uint64_t end);

/// Pairs of GL_TIMESTAMP queries, one pair per span. Collects results without waiting and reuses queries.
class TimerRing {
 public:
  TimerRing() = default;
  ~TimerRing();
  TimerRing(const TimerRing&) = delete;
  TimerRing& operator=(const TimerRing&) = delete;

  void begin();
  void end();

  /// Returns the milliseconds of all spans since the last call, in order. Waits for pending ones.
  std::vector<double> take();

 private:
  using Pair = std::array<std::uint32_t, 2>;
  void collect(bool wait);

  std::deque<Pair> idle_, under_way_;
  Pair open_{};
  std::vector<double> times_;
};

}  // namespace texelsort::gpu
