#pragma once

#include <string>

#include "compute/gpu/device.h"

namespace texelsort::gpu {

struct ClockChoice {
  Clock clock = Clock::fenced_wall;
  std::string reason;
};

/// Times a span of compute work (no rasterisation) by GL_TIMESTAMP and by fenced wall time. Mesa's software rasteriser
/// reports nonsense for such spans, so timestamps are used only where both agree. Takes some milliseconds.
ClockChoice probe_clock(Device& device);

}  // namespace texelsort::gpu
