#include "compute/data/error.h"
#include "compute/gpu/probes.h"
#include "compute/gpu/timer_ring.h"

namespace texelsort::gpu {

ClockChoice probe_clock(Device&) {
  return {Clock::fenced_wall, "a browser returns timer results only between frames"};
}

// Never used, because WebGL 2 has no timestamps.
TimerRing::~TimerRing() = default;
void TimerRing::begin() {
  throw InternalError("WebGL 2 has no timestamps");
}
void TimerRing::end() {}
void TimerRing::collect(bool) {}
std::vector<double> TimerRing::take() {
  return {};
}

}  // namespace texelsort::gpu
