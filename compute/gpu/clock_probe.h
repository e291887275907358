#pragma once

#include <string>

#include "compute/gpu/device.h"

namespace texelsort::gpu {

struct ClockChoice {
  Clock clock = Clock::fenced_wall;
  std::string reason;
};

/// Measures compute work (no rasterisation) with GL_TIMESTAMP and with fenced wall time. Chooses timestamps only if
/// both agree. Skips software renderers: Mesa stamps a command when it is queued, so agreement would be chance. Needs a
/// few milliseconds.
ClockChoice probe_clock(Device& device);

}  // namespace texelsort::gpu
