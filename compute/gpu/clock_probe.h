#pragma once

#include <string>

#include "compute/gpu/device.h"

namespace texelsort::gpu {

struct ClockChoice {
  Clock clock = Clock::fenced_wall;
  std::string reason;
};

/// Times spans of compute work (no rasterisation) by GL_TIMESTAMP and by fenced wall time, and trusts timestamps only
/// where both agree. Software renderers are not asked: Mesa's stamps a command when it is queued, which agrees with the
/// work by chance. Takes some milliseconds.
ClockChoice probe_clock(Device& device);

}  // namespace texelsort::gpu
